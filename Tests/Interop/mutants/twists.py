"""Small twists from which most rows of the table are made."""
from .proxy import Command, Twist
from .table import matches, verbs

CRLF = b"\r\n"


class Commands(Twist):
    """Uses a function of session and command as `Twist.command`."""

    def __init__(self, function):
        self.function = function

    def command(self, session, command):
        return self.function(session, command)


class Replies(Twist):
    """Uses a function of session, command and reply as `Twist.reply`; the command is never None."""

    def __init__(self, function):
        self.function = function

    def reply(self, session, command, reply):
        return self.function(session, command, reply) if command else reply.raw


class Code(Twist):
    """Replaces a code in replies to these verbs. `instead` may contain x for a digit that stays."""

    def __init__(self, words, code, instead):
        self.verbs, self.code, self.instead = verbs(words), code, instead

    def reply(self, session, command, reply):
        if not command or command.verb not in self.verbs or not matches(self.code, reply.code):
            return reply.raw
        old = reply.raw[:3]
        new = bytes(o if n == ord("x") else n for o, n in zip(old, self.instead.encode()))
        first, *rest = reply.raw.split(b"\n")
        lines = [new + first[3:]] + [new + line[3:] if line.startswith(old) else line for line in rest]
        return b"\n".join(lines)


class Text(Twist):
    """Changes replies to these verbs with this code by a function of bytes."""

    def __init__(self, words, code, alter):
        self.verbs, self.code, self.alter = verbs(words), code, alter

    def reply(self, session, command, reply):
        if command and ("*" in self.verbs or command.verb in self.verbs) and matches(self.code, reply.code):
            return self.alter(reply.raw)
        return reply.raw


class Answer(Twist):
    """Answers these verbs in the proxy if `when` returns true; the server never gets them."""

    def __init__(self, words, text, when=lambda session, argument: True):
        self.verbs, self.text, self.when = verbs(words), text, when

    def command(self, session, command):
        if command.verb in self.verbs and self.when(session, command.argument):
            text = self.text(session, command.argument) if callable(self.text) else self.text
            return instead(command, text)


def instead(command, text):
    """The proxy's own answer to a command."""
    return [Command(command.line, answer=text.encode() + CRLF)]


class Rewrite(Twist):
    """Changes commands with these verbs by a function of the command; None leaves them unchanged."""

    def __init__(self, words, alter):
        self.verbs, self.alter = verbs(words), alter

    def command(self, session, command):
        if command.verb in self.verbs or "*" in self.verbs:
            line = self.alter(session, command)
            if line is not None and line != command.line:
                return [Command(line)]


class Before(Twist):
    """Sends other commands before these, hidden from the client."""

    def __init__(self, words, *hidden, when=lambda session, argument: True):
        self.verbs, self.hidden, self.when = verbs(words), hidden, when

    def command(self, session, command):
        if command.verb in self.verbs and self.when(session, command.argument):
            return [*said(self.hidden, command), command]


class After(Before):
    """Sends other commands after these, hidden from the client."""

    def command(self, session, command):
        if command.verb in self.verbs and self.when(session, command.argument):
            return [command, *said(self.hidden, command)]


def said(lines, command):
    return [Command(line.encode().replace(b"{}", command.argument) + CRLF, hidden=True) for line in lines]


class Down(Twist):
    """Changes the server's data for these verbs with a generator of chunks."""

    def __init__(self, words, alter):
        self.verbs, self.alter = verbs(words), alter

    def down(self, session, command):
        return self.alter if command.verb in self.verbs else None


class Up(Down):
    """Changes the client's data for these verbs with a generator of chunks."""

    def down(self, session, command):
        return None

    def up(self, session, command):
        return self.alter if command.verb in self.verbs else None


class Both(Twist):
    """Applies several twists one after the other."""

    def __init__(self, *twists):
        self.twists = twists

    def command(self, session, command):
        for twist in self.twists:
            instead = twist.command(session, command)
            if instead is not None:
                return instead

    def reply(self, session, command, reply):
        for twist in self.twists:
            reply.raw = twist.reply(session, command, reply)
            if not reply.raw:
                return reply.raw
        return reply.raw

    def down(self, session, command):
        return next(filter(None, (twist.down(session, command) for twist in self.twists)), None)

    def up(self, session, command):
        return next(filter(None, (twist.up(session, command) for twist in self.twists)), None)


# Generators over chunks.


def cut(length):
    """Sends nothing after this many bytes."""

    def alter(chunks):
        left = length
        for chunk in chunks:
            if left > 0:
                yield chunk[:left]
            left -= len(chunk)

    return alter


def without_last(count=1):
    """Sends all but the last bytes."""

    def alter(chunks):
        kept = b""
        for chunk in chunks:
            kept += chunk
            yield kept[:-count]
            kept = kept[-count:]

    return alter


def followed_by(tail):
    def alter(chunks):
        yield from chunks
        yield tail

    return alter


def whole(function):
    """Changes all bytes together with a function."""

    def alter(chunks):
        yield function(b"".join(chunks))

    return alter


def lines(function):
    """Changes all lines of a listing, without line ends, with a function of a list of lines."""
    return whole(lambda data: b"".join(line + CRLF for line in function(data.split(CRLF)[:-1])))


def each(function):
    """Changes each line of a listing with a function."""
    return lines(lambda rows: [function(row) for row in rows])
