"""What a server may do, though few do. The cases must not blame a server for any of it."""
import re
import threading
import time

from .proxy import TRANSFERS, Command, Twist
from .table import VSFTPD, oddity
from .twists import Answer, Both, Code, Commands, Down, Replies, Rewrite, Text, each, instead, lines

oddity("legal-proxy", "Nothing is altered.", Twist())
oddity("legal-proxy-vsftpd", "Nothing is altered.", Twist(), VSFTPD)

# Segments and timing.


class Dripping(Twist):
    """Sends each byte in a separate segment."""

    def send(self, session, raw):
        for index in range(len(raw)):
            session.client.sendall(raw[index : index + 1])


class InHalves(Twist):
    """Sends each reply in two segments, cut between CR and LF."""

    def send(self, session, raw):
        session.client.sendall(raw[:-1])
        time.sleep(0.005)
        session.client.sendall(raw[-1:])


class Late(Twist):
    """Sends each reply a little late."""

    def send(self, session, raw):
        time.sleep(0.03)
        session.client.sendall(raw)


class Together(Twist):
    """Holds replies back and sends them together while other commands than transfers are pending."""

    def send(self, session, raw):
        with session.lock:
            session.memory["held"] = (session.memory["held"] or b"") + raw
            if session.pending and not any(command.verb in TRANSFERS for command in session.pending):
                # Not every line gets an answer: vsftpd ignores empty lines.
                threading.Timer(0.2, self.release, [session]).start()
            else:
                self.release(session)

    def release(self, session):
        with session.lock:
            held, session.memory["held"] = session.memory["held"], None
            try:
                session.client.sendall(held or b"")
            except OSError:
                pass


def drip(size):
    def alter(chunks):
        for chunk in chunks:
            for begin in range(0, min(len(chunk), 64 * size), size):
                yield chunk[begin : begin + size]
            yield chunk[64 * size :]

    return alter


oddity("legal-bytewise", "Replies come byte by byte in separate segments.", Dripping(), VSFTPD)
oddity("legal-bytewise-proftpd", "Replies come byte by byte in separate segments.", Dripping())
oddity("legal-halves", "CR and LF come in two segments.", InHalves(), VSFTPD)
oddity("legal-late", "Every reply comes 30 ms late.", Late(), VSFTPD)
oddity("legal-together", "Replies to commands that came together come in one segment.", Together(), VSFTPD)
oddity("legal-data-drip", "Data begins in segments of one byte.", Down("RETR LIST NLST MLSD", drip(1)))

# Other texts.

oddity("legal-greeting-lines", "A greeting of many lines.", Text("(GREETING)", "220", lambda raw: b"220-Welcome\r\n\r\n     *** 2,000 users ***\r\nto all\r\n" + raw), VSFTPD)
oddity("legal-greeting-120", "120 comes before 220.", Text("(GREETING)", "220", lambda raw: b"120 Wait a second.\r\n" + raw), VSFTPD)
oddity("legal-greeting-empty", "The greeting has no text.", Text("(GREETING)", "220", lambda raw: b"220 \r\n"), VSFTPD)
oddity("legal-texts", "All texts of one line are different.", Replies(lambda session, command, reply: reply.raw if reply.code in (227, 229, 257, 211, 213, 215) or
                                                                     b"FILE" in reply.raw or reply.raw[3:4] == b"-" else reply.raw[:4] + b"Jawohl!\r\n"), VSFTPD)
oddity("legal-no-texts", "Replies of one line have no text.", Replies(lambda session, command, reply: reply.raw if reply.code in (227, 229, 257, 211, 213, 215) or
                                                                     b"FILE" in reply.raw or reply.raw[3:4] == b"-" else reply.raw[:4] + b"\r\n"), VSFTPD)
oddity("legal-long-texts", "Texts have 400 bytes.", Replies(lambda session, command, reply: reply.raw if reply.code in (227, 229, 257, 211, 213) or b"FILE" in reply.raw else
                                                            reply.raw[:-2] + b" and so on" * 36 + b"\r\n"), VSFTPD)
oddity("legal-multiline-all", "Every reply but that to FEAT, SIZE, MDTM, MLST, OPTS is multi-line.",
       Replies(lambda session, command, reply: reply.raw if reply.code in (213, 227, 229) or command.verb in (
           "FEAT", "OPTS", "MLST", "MLSD") or reply.raw[3:4] == b"-" or reply.code < 200 else reply.raw[:3] + b"-Note:\r\n more to come\r\n" + reply.raw), VSFTPD)
oddity("legal-multiline-login", "The login ends with a message of several lines.", Text("PASS", "230", lambda raw: b"230-Welcome.\r\n  Rules:\r\n  200 apples\r\n\r\n" + raw))
oddity("legal-multiline-quit", "QUIT says goodbye in several lines.", Text("QUIT", "221", lambda raw: b"221-You have sent 0 bytes.\r\nThanks.\r\n" + raw), VSFTPD)
oddity("legal-multiline-150", "The 150 is multi-line.", Text("RETR LIST STOR", "150", lambda raw: b"150-Here it comes\r\n" + raw), VSFTPD)
oddity("legal-utf8-texts", "Texts contain UTF-8.", Replies(lambda session, command, reply: reply.raw[:-2] + " – schön".encode() + b"\r\n" if command.verb in (
    "CWD", "NOOP", "TYPE", "DELE", "PASS") else reply.raw))
oddity("legal-227-bare", "227 has the six numbers without parentheses.", Text("PASV", "227", lambda raw: raw.replace(b"(", b"").replace(b")", b"")), VSFTPD)
oddity("legal-227-text", "227 has other words, and an equals sign.", Text("PASV", "227", lambda raw: re.sub(rb".*?(\d+,[\d,]+)[^\r]*", rb"227 =\1", raw)))
oddity("legal-229-text", "229 has other words.", Text("EPSV", "229", lambda raw: re.sub(rb"229 [^(]*", b"229 Passiv, bitte ", raw)), VSFTPD)
oddity("legal-229-delimiter", "229 has exclamation marks.", Text("EPSV", "229", lambda raw: raw.replace(b"|", b"!")))
oddity("legal-257-text", "257 has no comment.", Text("PWD MKD", "257", lambda raw: re.sub(rb'"[^"]*$', rb'" \r\n', raw)), VSFTPD)
oddity("legal-211-end", "FEAT's texts are different.", Text("FEAT", "211", lambda raw: raw.replace(b"Features:", b"Extensions supported:")), VSFTPD)
oddity("legal-feat-order", "FEAT's lines come in another order.", Text("FEAT", "211", lambda raw: b"\n".join([raw.split(b"\n")[0], *raw.split(b"\n")[-3:0:-1], *raw.split(b"\n")[-2:]])))
oddity("legal-feat-530", "FEAT before login is refused.", Answer("FEAT", "530 Please log in.", lambda session, argument: not session.logged_in), VSFTPD)
oddity("legal-cwd-alone", "CWD without a name gets 250.", Answer("CWD", "250 Here.", lambda session, argument: not argument))
oddity("legal-feat-private", "FEAT lists a private label.", Text("FEAT", "211", lambda raw: raw.replace(b"\n211 ", b"\n XCOLOUR red;green\r\n211 ")), VSFTPD)
oddity("legal-syst-other", "SYST says MVS.", Text("SYST", "215", lambda raw: b"215 MVS is the operating system of this host.\r\n"), VSFTPD)
oddity("legal-stat-lines", "STAT's lines do not begin with a space.", Text("STAT", "211", lambda raw: raw.replace(b"\n ", b"\n")), VSFTPD)
oddity("legal-help-one-line", "HELP is one line.", Text("HELP", "214", lambda raw: b"214 Ask your administrator.\r\n"), VSFTPD)

# Other codes from the lists of the RFCs.

oddity("legal-125", "Transfers begin with 125.", Code("RETR STOR APPE LIST NLST MLSD", "150", "125"))
oddity("legal-250-transfer", "Transfers end with 250.", Code("RETR STOR APPE LIST NLST", "226", "250"), VSFTPD)
oddity("legal-allo-200", "ALLO gets 200.", Answer("ALLO", "200 Noted.", lambda session, argument: argument.isdigit()), VSFTPD)
oddity("legal-cdup-200", "CDUP gets 200.", Code("CDUP", "250", "200"), VSFTPD)
oddity("legal-abor-226", "ABOR with nothing to abort gets 226.", Code("ABOR", "225", "226"), VSFTPD)
oddity("legal-user-230", "USER of an anonymous user logs in without a password.", Both(
    Commands(lambda session, command: [Command(command.line, hidden=True), Command(b"PASS guest@\r\n")] if command.verb == "USER" and command.argument == b"anonymous" else None)), VSFTPD)
oddity("legal-no-anonymous", "There is no anonymous user.",
       Answer("PASS", "530 Login incorrect.", lambda session, argument: session.user == b"anonymous"), VSFTPD)
oddity("legal-pass-202", "A PASS after a login gets 202.", Answer("PASS", "202 Already logged in.", lambda session, argument: session.logged_in), VSFTPD)
oddity("legal-stat-212", "STAT of a directory gets 212.", Code("STAT", "213", "212"), VSFTPD)
oddity("legal-acct-202", "ACCT gets 202.", Answer("ACCT", "202 No account needed.", lambda session, argument: session.logged_in and bool(argument)), VSFTPD)
oddity("legal-rein-502", "REIN, SMNT and STOU are missing.", Answer("STOU", "502 Not implemented."), VSFTPD)
oddity("legal-abor-502", "ABOR is missing.", Answer("ABOR", "502 Not implemented."), VSFTPD)
oddity("legal-site-502", "SITE is missing.", Answer("SITE", "502 No SITE here."), VSFTPD)
oddity("legal-500-texts", "An unknown command is repeated in the reply.", Replies(lambda session, command, reply: b"500 '" + command.verb.encode("latin-1", "replace").replace(
    b"\xff", b"?") + b"': command not understood.\r\n" if reply.raw.startswith(b"500 Unknown command") and command.verb.isalnum() and command.verb.isascii() else reply.raw), VSFTPD)

# Listings.

oddity("legal-nlst-order", "NLST's order is backwards.", Down("NLST", lines(lambda rows: rows[::-1])), VSFTPD)
oddity("legal-list-order", "LIST's order is backwards.", Down("LIST", lines(lambda rows: rows[::-1])))
oddity("legal-list-total", "LIST begins with `total 0`.", Down("LIST", lines(lambda rows: [b"total 0", *rows])), VSFTPD)
oddity("legal-list-dots", "LIST shows . and .. too.", Down(
    "LIST", lines(lambda rows: rows if len(rows) == 1 else [b"drwxr-xr-x   2 ftp      ftp          4096 Feb 29  2020 .", *rows])))


def as_dos(row):
    """Converts a row of vsftpd's listing to the form of DOS, with the same date."""
    found = re.fullmatch(rb"([d-])\S+ +\d+ \S+ +\S+ +(\d+) (\S+ +\d+) +(\S+) (.*)", row)
    if not found:
        return row
    now = time.gmtime()
    is_recent = b":" in found[4]
    date = time.strptime(found[3].decode() + " " + ("2000" if is_recent else found[4].decode()), "%b %d %Y")
    # A recent date has no year: it is the latest such date in the past.
    year = (now.tm_year - (date[1:3] > now[1:3])) if is_recent else date.tm_year
    clock = time.strptime(found[4].decode() if is_recent else "00:00", "%H:%M")
    text = f"{date.tm_mon:02}-{date.tm_mday:02}-{year % 100:02}  {time.strftime('%I:%M%p', clock)}       "
    return text.encode() + (b"<DIR>         " if found[1] == b"d" else found[2].rjust(14)) + b" " + found[5]


oddity("legal-list-dos", "LIST has the form of DOS.", Down("LIST", each(as_dos)), VSFTPD)
oddity("legal-mlsd-order", "MLSD's order is backwards.", Down("MLSD", lines(lambda rows: rows[::-1])))
oddity("legal-mlsd-no-cdir", "MLSD leaves cdir and pdir out.", Down("MLSD", lines(lambda rows: [row for row in rows if not re.search(rb"type=[cp]dir", row)])))
oddity("legal-facts-upper-case", "Names of facts are in capitals.", Both(Down("MLSD", each(lambda row: re.sub(rb"(^|;)([a-z]+)=", lambda found: found[1] + found[2].capitalize() + b"=", row)))))
oddity("legal-facts-order", "Facts come in another order.", Down("MLSD", each(lambda row: b"".join(sorted(re.findall(rb"[^;]+;", row.split(b" ")[0]), reverse=True)) + row[row.index(b" "):])))

# Free choices of order.

oddity("legal-size-ascii-550", "SIZE is refused in ASCII.", Commands(lambda session, command: size_in_ascii(session, command)), VSFTPD)
oddity("legal-password-anything", "Any password is accepted for anonymous.", Rewrite("PASS", lambda session, command: b"PASS guest@example.org\r\n" if session.user == b"anonymous" else None), VSFTPD)


def size_in_ascii(session, command):
    if command.verb == "TYPE":
        session.memory["image"] = command.argument[:1].upper() in (b"I", b"L")
    if command.verb == "SIZE" and command.argument and session.logged_in and not session.memory["image"]:
        return instead(command, "550 SIZE is not possible in ASCII mode.")
