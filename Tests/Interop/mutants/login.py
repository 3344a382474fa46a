"""Faults of sessions: greeting, login, REIN, QUIT (RFC 959 4.1.1, 5.4; RFC 1635; RFC 2577)."""
import socket

from .table import SHOULD, VSFTPD, fault
from .twists import Answer, Both, Code, Commands, Replies, Rewrite, Text, instead

fault("greeting-200", "959:5.4:greeting", "The greeting has the code 200.", Code("(GREETING)", "220", "200"), VSFTPD)
fault("greeting-332", "959:5.4:greeting", "The greeting has the code 332.", Code("(GREETING)", "220", "332"), VSFTPD)
fault("greeting-twice", "959:5.4:greeting 959:5.4:nothing-spontaneous 959:4.2:replies-in-order 1123:4.1.2.11:*", "Two greetings of 220.",
      Text("(GREETING)", "220", lambda raw: raw * 2), VSFTPD)
fault("wrong-password-in", "959:4.1.1:pass-wrong-530", "A wrong password logs in.",
      Rewrite("PASS", lambda session, command: b"PASS ftppass\r\n"), VSFTPD)
fault("wrong-password-500", "959:4.1.1:pass-wrong-530 959:5.4:pass-codes", "A wrong password gets 500.", Code("PASS", "530", "500"), VSFTPD, SHOULD)
fault("wrong-password-230", "959:4.1.1:pass-wrong-530 959:4.2:success-means-done", "A wrong password gets 230, and no login.",
      Code("PASS", "530", "230"))
fault("unknown-user-told", "2577:7:user-names-hidden", "USER with an unknown name gets 530 at once.",
      Answer("USER", "530 No such user.", lambda session, argument: argument not in (b"ftpuser", b"anonymous", b"ftp")), VSFTPD, SHOULD)
fault("user-keeps-login", "959:4.1.1:user-drops-login", "A second USER gets 331, and the first login stays.",
      Answer("USER", "331 Password please.", lambda session, argument: session.logged_in))
fault("pass-without-user", "959:4.1.1:pass-after-user 959:4.2:bad-sequence-503", "PASS without USER gets 230.",
      Answer("PASS", "230 Hello.", lambda session, argument: not session.user))
fault("list-before-login", "959:4.2:not-logged-in-530 959:4.1.1:pass-wrong-530", "PWD works before login.",
      Text("PWD", "530", lambda raw: b'257 "/"\r\n'), VSFTPD)
fault("before-login-500", "959:4.2:not-logged-in-530", "Commands before login get 500.",
      Replies(lambda session, command, reply: b"500 No.\r\n" if reply.code == 530 and command.verb != "PASS" else reply.raw),
      VSFTPD, SHOULD)
fault("quit-stays", "959:4.1.1:quit-221-close", "QUIT gets 221, and the connection stays.",
      Answer("QUIT", "221 Goodbye."), VSFTPD)
fault("quit-silent", "959:4.1.1:quit-221-close 959:4.2:every-command-answered 959:5.4:quit-codes", "QUIT closes without a reply.",
      Text("QUIT", "221", lambda raw: b""), VSFTPD)
fault("quit-before-login-530", "959:4.1.1:quit-before-login", "QUIT before login gets 530.",
      Answer("QUIT", "530 Please login with USER and PASS.", lambda session, argument: not session.logged_in), VSFTPD)
fault("rein-200-nothing", "959:4.1.1:rein-keeps-control 959:4.1.1:rein-* 959:5.4:rein-codes 959:4.2:success-means-done", "REIN gets 220 and does nothing.",
      Answer("REIN", "220 Service ready for new user."))
fault("rein-closes", "959:4.1.1:rein-keeps-control 959:4.1.1:rein-*", "REIN gets 220, and the connection closes.",
      Both(Rewrite("REIN", lambda session, command: b"QUIT\r\n"), Code("QUIT", "221", "220")), VSFTPD)
fault("any-user-in", "959:4.1.1:pass-wrong-530 959:4.1.1:*", "An unknown user logs in with the password of another one.",
      Rewrite("USER", lambda session, command: b"USER ftpuser\r\n" if command.argument not in (b"", b"anonymous") else None), VSFTPD)
fault("quit-in-transfer-cuts", "959:4.1.1:quit-during-transfer", "QUIT during a transfer closes at once.", Commands(
    lambda session, command: quit_at_once(session, command)), VSFTPD)


def quit_at_once(session, command):
    if command.verb == "QUIT" and session.pending and session.relay and session.relay.taken:
        # A thread waits in recv(), which close() alone would not end.
        session.server.shutdown(socket.SHUT_RDWR)
        return instead(command, "221 Goodbye.")

fault("attempts-unlimited", "2577:5:login-attempts-limited", "Wrong passwords may be tried forever.",
      Answer("PASS", "530 Login incorrect.", lambda session, argument: argument != b"ftppass" and session.user != b"anonymous"), VSFTPD, SHOULD)


def after_three(session, command):
    if command.verb == "PASS" and command.argument != b"ftppass" and session.user != b"anonymous":
        session.memory["tries"] = (session.memory["tries"] or 0) + 1
        return instead(command, "421 Too many." if session.memory["tries"] >= 3 else "530 Login incorrect.")


fault("421-stays", "959:4.2:close-after-421", "After three wrong passwords 421 is sent, and the connection stays.",
      Commands(after_three), VSFTPD)
