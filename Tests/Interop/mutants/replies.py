"""Faults of replies: their form, their number, their order, their codes (RFC 959 4.2, 5.3, 5.4, 6; RFC 1123 4.1.2.11)."""
import re

from .proxy import TRANSFERS, Command, Twist
from .table import MUST, PROFTPD, SHOULD, VSFTPD, fault
from .twists import Answer, Code, Commands, Replies, Text, instead

# Form.

fault("reply-two-digits", "959:4.2:reply-line 1123:4.1.2.11:replies-well-formed", "HELP's reply has a code of two digits.",
      Text("HELP", "214", lambda raw: b"21 Ask somebody.\r\n"), VSFTPD)
fault("reply-four-digits", "959:4.2:reply-line 1123:4.1.2.11:replies-well-formed", "SYST's reply has a code of four digits.",
      Text("SYST", "215", lambda raw: b"2150" + raw[3:]))
fault("reply-without-space", "959:4.2:reply-line 1123:4.1.2.11:replies-well-formed", "A tab separates code and text.",
      Text("TYPE", "200", lambda raw: raw.replace(b" ", b"\t", 1)), VSFTPD)
fault("reply-bare-lf", "959:4.2:reply-line 854:nvt:* 1123:4.1.2.11:replies-well-formed", "Replies to PWD end with LF alone.",
      Text("PWD", "257", lambda raw: raw.replace(b"\r\n", b"\n")), VSFTPD)
fault("reply-bare-cr-inside", "854:nvt:* 959:4.2:reply-line 1123:4.1.2.11:replies-well-formed", "CWD's reply contains a bare CR.",
      Text("CWD", "250", lambda raw: raw.replace(b" ", b" \rDone: ", 1)), VSFTPD)
fault("reply-nul-inside", "854:nvt:nul-only-after-cr 1123:4.1.2.11:replies-well-formed 959:4.2:reply-line", "A NUL ends SYST's text.",
      Text("SYST", "215", lambda raw: raw[:-2] + b"\0\r\n"), VSFTPD, SHOULD)
fault("multiline-wrong-last-code", "959:4.2:multiline-*", "HELP's reply opens with 214- and ends with 211.",
      Text("HELP", "214", lambda raw: re.sub(rb"\n214 ", b"\n211 ", raw) + b"214 \r\n"))
fault("multiline-last-hyphen", "959:4.2:multiline-end 959:4.2:every-command-answered", "STAT's reply never gets its last line.",
      Text("STAT", "211", lambda raw: re.sub(rb"\n211 ", b"\n211-", raw)), VSFTPD)
fault("multiline-nested", "959:4.2:multiline-not-nested 959:4.2:multiline-*", "HELP's reply has a reply of two lines inside.",
      Text("HELP", "214", lambda raw: raw.replace(b"\r\n", b"\r\n211-Inside\r\n211 Inside\r\n", 1)), VSFTPD)
fault("multiline-unpadded", "959:4.2:multiline-padding", "A line inside STAT's reply begins with three digits.",
      Text("STAT", "211", lambda raw: raw.replace(b"\r\n", b"\r\n299 sessions today\r\n", 1)), VSFTPD, SHOULD)
fault("iac-not-doubled", "854:nvt:iac-doubled 3659:2.2:no-telnet-options 3659:2.2:iac-in-names", "NOOP's text contains IAC DO ECHO.",
      Text("NOOP", "200", lambda raw: raw.replace(b"200 ", b"200 \xff\xfd\x01", 1)), VSFTPD)
fault("telnet-option-offered", "3659:2.2:no-telnet-options", "IAC WILL ECHO comes before the greeting.",
      Text("(GREETING)", "220", lambda raw: b"\xff\xfb\x01" + raw), VSFTPD)

# First and second digits.

fault("code-0yz", "959:4.2:digit-ranges 959:5.4:noop-codes 1123:4.1.2.11:*", "NOOP gets 000.", Code("NOOP", "200", "000"), VSFTPD)
fault("code-6yz", "959:4.2:digit-ranges 959:5.4:type-codes 1123:4.1.2.11:*", "TYPE gets 600.", Code("TYPE", "200", "600"))
fault("code-9yz", "959:4.2:digit-ranges 959:5.4:syst-codes 1123:4.1.2.11:*", "SYST gets 915.", Code("SYST", "215", "915"), VSFTPD)
fault("code-second-digit-9", "959:4.2:digit-ranges 959:5.4:pwd-codes", "PWD gets 297.", Code("PWD", "257", "297"), VSFTPD)

# Number and order.


class Silent(Twist):
    """Sends no reply to these verbs."""

    def __init__(self, verbs, codes="..."):
        self.verbs, self.codes = verbs.split(), re.compile(codes)

    def reply(self, session, command, reply):
        if command and command.verb in self.verbs and self.codes.fullmatch(reply.raw[:3].decode()):
            return b""
        return reply.raw


class Doubled(Silent):
    """Sends each such reply twice."""

    def reply(self, session, command, reply):
        return reply.raw if super().reply(session, command, reply) else reply.raw * 2


class Delayed(Silent):
    """Sends such a reply together with the next one, after it."""

    def reply(self, session, command, reply):
        if not super().reply(session, command, reply):
            session.memory["late"] = reply.raw
            return b""
        late, session.memory["late"] = session.memory["late"], None
        return reply.raw + (late or b"")


class Spontaneous(Twist):
    """Sends an unsolicited line after the reply to a verb."""

    def __init__(self, verb, line):
        self.verb, self.line = verb, line

    def reply(self, session, command, reply):
        return reply.raw + self.line + b"\r\n" if command and command.verb == self.verb and reply.code >= 200 else reply.raw


fault("no-reply-noop", "959:4.2:every-command-answered", "NOOP gets no reply.", Silent("NOOP"), VSFTPD)
fault("no-reply-dele", "959:4.2:every-command-answered", "A DELE that works gets no reply.", Silent("DELE", "250"))
fault("no-reply-refused-mkd", "959:4.2:every-command-answered", "A MKD that fails gets no reply.", Silent("MKD", "5.."), VSFTPD)
fault("no-reply-unknown-verb", "959:4.2:every-command-answered 959:4.2:unknown-command-500", "Unknown commands get no reply.",
      Replies(lambda session, command, reply: b"" if reply.code == 500 else reply.raw), VSFTPD)
fault("no-final-after-150", "959:4.2:preliminary-then-final", "Nothing follows the 150 of NLST.", Silent("NLST", "226"))
fault("no-final-stor", "959:4.2:preliminary-then-final", "Nothing follows the 150 of STOR.", Silent("STOR", "226"), VSFTPD)
fault("no-150-retr", "959:5.4:success-needs-preliminary", "RETR gets 226 without 150.", Silent("RETR", "150"), VSFTPD)
fault("no-150-list", "959:5.4:success-needs-preliminary", "LIST gets 226 without 150.", Silent("LIST", "150"))
fault("no-150-stor", "959:5.4:success-needs-preliminary", "STOR gets 226 without 150.", Silent("STOR", "150"), VSFTPD)
fault("no-150-mlsd", "959:5.4:success-needs-preliminary 3659:7.2:mlsd-replies", "MLSD gets 226 without 150.", Silent("MLSD", "150"))
fault("two-150", "959:4.2:one-preliminary 959:6:transfer-commands", "RETR gets 150 twice.", Doubled("RETR", "150"), VSFTPD)
fault("two-150-list", "959:4.2:one-preliminary 959:6:transfer-commands", "LIST gets 150 twice.", Doubled("LIST", "150"))
fault("two-finals-noop", "959:4.2:replies-in-order 959:5.4:nothing-spontaneous 959:4.1.3:noop-ok-only 1123:4.1.2.11:*",
      "NOOP gets two replies.", Doubled("NOOP"), VSFTPD)
fault("two-finals-stor", "959:5.4:nothing-spontaneous 959:4.2:replies-in-order 1123:4.1.2.11:*", "STOR gets 226 twice.", Doubled("STOR", "226"))
fault("two-finals-quit", "959:4.1.1:quit-221-close 959:5.4:nothing-spontaneous 959:5.4:quit-codes 1123:4.1.2.11:*", "QUIT gets 221 twice.", Doubled("QUIT"), VSFTPD)
fault("late-reply-cwd", "959:4.2:replies-in-order 959:4.2:every-command-answered", "CWD's reply comes after that of the next command.",
      Delayed("CWD", "250"), VSFTPD)
fault("spontaneous-after-pwd", "959:5.4:nothing-spontaneous 1123:4.1.2.11:replies-well-formed 959:4.2:replies-in-order",
      "An unrequested 220 follows PWD's reply.", Spontaneous("PWD", b"220 Have a nice day"))
fault("spontaneous-after-retr", "959:5.4:nothing-spontaneous 1123:4.1.2.11:replies-well-formed 959:4.2:replies-in-order",
      "A 200 with the speed follows each download.", Spontaneous("RETR", b"200 12 kB/s"), VSFTPD)

# Codes. RFC 1123 allows other codes with the same first digit, so these are recommendations.


def code(verb, was, now, base=VSFTPD, more="", force=SHOULD):
    rules = f"{more} 959:5.4:{verb.lower()}-codes 959:4.1.?:{verb.lower()}-* 1123:4.1.2.11:standard-codes 959:4.2:no-invented-codes"
    fault(f"code-{verb.lower()}-{was}-{now}", rules, f"{verb} gets {now} in the place of {was}.", Code(verb, was, now), base, force)


code("CWD", "250", "258", more="959:4.1.1:cwd-*")
code("CDUP", "250", "226")
code("TYPE", "200", "250")
code("MODE", "200", "226")
code("STRU", "200", "220")
code("PORT", "200", "227")
code("NOOP", "200", "250", more="959:4.1.3:noop-ok-only")
code("DELE", "250", "200")
code("RMD", "250", "226", more="959:appendix-ii:rmd-codes")
code("MKD", "257", "250", more="959:appendix-ii:mkd-reply-form")
code("PWD", "257", "250", more="959:appendix-ii:pwd-reply-form")
code("RNTO", "250", "226")
code("SYST", "215", "200", base=PROFTPD)
code("QUIT", "221", "220", more="959:4.1.1:quit-221-close")
code("HELP", "214", "200", base=PROFTPD)
code("ALLO", "202", "225", base=PROFTPD)
code("RETR", "226", "200", more="959:3.2:close-reported-226-250")
code("STOR", "226", "200", more="959:3.2:close-reported-226-250")
code("LIST", "226", "221", more="959:3.2:close-reported-226-250")
code("NLST", "226", "200", more="959:3.2:close-reported-226-250")
code("APPE", "226", "200", more="959:3.2:close-reported-226-250")
code("STOR", "150", "120")

# A wrong first digit, or a code with another meaning, breaks more than a recommendation.

code("RNFR", "350", "250", more="959:6:rename-commands", force=MUST)
code("REST", "350", "250", more="959:6:rest-command 3659:5.3:rest-350", force=MUST)
code("TYPE", "200", "300", more="959:6:simple-commands", force=MUST)
code("CWD", "250", "150", more="959:6:simple-commands 959:4.2:preliminary-then-final", force=MUST)
code("NOOP", "200", "500", more="959:5.1:minimum-commands 1123:4.1.2.13:required-commands", force=MUST)
code("PASV", "227", "200", more="1123:4.1.2.6:pasv-* 959:4.1.2:pasv-*", force=MUST, base=PROFTPD)
code("EPSV", "229", "200", more="2428:3:epsv-229 2428:3:*", force=MUST)
code("USER", "331", "250", more="959:4.1.1:user-answer 959:6:login-commands", force=MUST)
code("PASS", "230", "350", more="959:4.1.1:pass-success-230 959:6:login-commands", force=MUST, base=PROFTPD)
code("SIZE", "213", "200", more="3659:4:size-*", base=PROFTPD, force=MUST)
code("MDTM", "213", "250", more="3659:3.1:mdtm-*", base=PROFTPD, force=MUST)
code("DELE", "550", "250", more="959:4.1.3:dele-missing 959:4.2:success-means-done", force=MUST)
code("RETR", "550", "226", more="959:4.1.3:retr-missing 959:4.2:success-means-done 959:5.4:success-needs-preliminary", force=MUST)
code("STOU", "226", "350", more="959:6:transfer-commands", force=MUST)



def unknown(text):
    return Replies(lambda session, command, reply: text if reply.raw.startswith(b"500 Unknown command") else reply.raw)


fault("unknown-200", "959:4.2:unknown-command-500 959:4.2:success-means-done 959:4.2:*", "A command that does not exist gets 200.",
      unknown(b"200 OK\r\n"), VSFTPD)
fault("unknown-421", "959:4.2:unknown-command-500 959:4.2:close-after-421 959:4.2:no-invented-codes 1123:4.1.2.11:standard-codes",
      "A command that does not exist gets 421, and the session goes on.",
      unknown(b"421 What?\r\n"), VSFTPD)
fault("missing-argument-200", "959:5.3:missing-argument 959:4.2:syntax-error-501 959:4.2:success-means-done", "MKD without a name gets 257.",
      Answer("MKD", '257 "" created', lambda session, argument: not argument))
fault("missing-argument-250", "959:5.3:missing-argument 959:4.2:syntax-error-501 959:4.2:close-after-421", "DELE without a name gets 250.",
      Answer("DELE", "250 Done", lambda session, argument: not argument), VSFTPD)
fault("syntax-error-4yz", "959:4.2:transient-or-permanent 959:4.2:syntax-error-501 959:4.1.2:*", "A TYPE that does not exist gets 450.",
      Code("TYPE", "50x", "450"), force=SHOULD)
fault("missing-file-4yz", "959:4.2:transient-or-permanent 959:4.1.3:dele-missing 959:4.1.3:*", "DELE of a missing file gets 450.",
      Code("DELE", "550", "450"), force=SHOULD)


class Reversed(Twist):
    """If two commands come together, the second one is answered first."""

    def reply(self, session, command, reply):
        held, session.memory["held"] = session.memory["held"], None
        if command and held is None and reply.code >= 200 and session.pending and session.pending[0].verb not in TRANSFERS | {"ABOR", "QUIT"}:
            session.memory["held"] = reply.raw
            return b""
        return reply.raw + (held or b"")


fault("pipelined-reversed", "959:4.2:replies-in-order 959:4.2:commands-queued 1123:4.1.2.10:*", "If two commands come together, the second one is answered first.",
      Reversed())


class FirstOnly(Twist):
    """Loses all but the first of the commands in a segment."""

    def command(self, session, command):
        if len(session.pending) >= 1 and session.pending[-1].verb not in ("RETR", "STOR", "LIST", "(GREETING)"):
            return []


fault("pipelined-lost", "959:4.2:commands-queued 1123:4.1.2.10:reads-carry-no-meaning 959:4.2:every-command-answered",
      "A command that comes before the reply to the one before is lost.", FirstOnly(), VSFTPD)


fault("bare-lf-twice", "959:4.1.3:command-line-ends 1123:4.1.2.10:* 854:nvt:* 959:4.2:*", "A line that ends in LF alone gets two replies.",
      Commands(lambda session, command: None if command.line.endswith(b"\r\n") else [command, Command(b"NOOP\r\n")]), VSFTPD)
fault("lower-case-refused", "959:5.3:verb-case", "Commands in lower case are unknown.",
      Commands(lambda session, command: instead(command, "500 Unknown command.") if command.line[:3].islower() else None), VSFTPD)
fault("lower-case-parameter-refused", "959:5.3:parameter-case", "TYPE i is refused.",
      Answer("TYPE", "504 No such type", lambda session, argument: argument[:1].islower()))
fault("long-line-thrice", "959:4.2:long-command-line 959:4.1.3:command-line-ends", "A line of more than 500 bytes gets three replies.",
      Commands(lambda session, command: [command, Command(b"XA\r\n"), Command(b"XB\r\n")] if len(command.line) > 500 else None))
