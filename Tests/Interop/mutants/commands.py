"""Faults of single commands: data connection set-up, information, ABOR (RFC 959 4.1.2, 4.1.3; RFC 1123; RFC 2428; RFC 2577)."""
import re

from .proxy import Command, Relay
from .table import SHOULD, VSFTPD, fault
from .twists import Answer, Both, Code, Commands, Replies, Rewrite, Text, instead

# PASV and EPSV.


def octets(alter):
    """Changes the six numbers of 227 with a function."""

    def change(raw):
        found = re.search(rb"(\d+,){5}\d+", raw)
        if not found:
            return raw
        return raw.replace(found[0], b",".join(b"%d" % number for number in alter([int(part) for part in found[0].split(b",")])))

    return Text("PASV", "227", change)


fault("pasv-zero-host", "1123:4.1.2.6:pasv-own-address 959:4.1.2:pasv-listens", "227 names the host 0.0.0.0.", octets(lambda n: [0, 0, 0, 0, *n[4:]]))
fault("pasv-private-host", "1123:4.1.2.6:pasv-own-address 959:4.1.2:pasv-listens", "227 names a host behind a router.", octets(lambda n: [10, 0, 0, 7, *n[4:]]), VSFTPD)
fault("pasv-port-swapped", "959:4.1.2:pasv-listens 959:5.3:host-port-form 959:3.2:passive-listens-first 1123:4.1.2.6:*", "227 has the low octet of the port first.",
      octets(lambda n: [*n[:4], n[5], n[4]]))
fault("pasv-five-numbers", "959:5.3:host-port-form 959:4.1.2:pasv-listens 1123:4.1.2.6:*", "227 has five numbers.", octets(lambda n: n[:5]), VSFTPD)
fault("pasv-port-decimal", "959:5.3:host-port-form 959:4.1.2:pasv-listens 1123:4.1.2.6:*", "227 has the port as one number.",
      octets(lambda n: [*n[:4], n[4] * 256 + n[5]]))
fault("pasv-hexadecimal", "959:5.3:host-port-form 959:4.1.2:pasv-listens 1123:4.1.2.6:*", "227 is written in hexadecimal.",
      Text("PASV", "227", lambda raw: re.sub(rb"\d+(?=[,)])", lambda found: b"%X" % int(found[0]), raw)), VSFTPD)
fault("pasv-fixed-port", "1123:4.1.2.6:pasv-fresh-port", "Each PASV of a session names the same port.",
      Replies(lambda session, command, reply: session.memory.setdefault("227", reply.raw) if reply.code == 227 else reply.raw))
fault("pasv-closed", "959:3.2:passive-listens-first 959:4.1.2:pasv-listens", "Nothing listens on the port of the 227.",
      Replies(lambda session, command, reply: (session.set_relay(None), reply.raw)[1] if reply.code == 227 else reply.raw))
fault("epsv-closed", "2428:3:epsv-control-address 2428:3:epsv-229", "Nothing listens on the port of the 229.",
      Replies(lambda session, command, reply: (session.set_relay(None), reply.raw)[1] if reply.code == 229 else reply.raw), VSFTPD)
fault("epsv-bars-two", "2428:3:epsv-reply-form 2428:3:epsv-*", "229 has two bars before the port.", Text("EPSV", "229", lambda raw: raw.replace(b"|||", b"||")))
fault("epsv-no-parentheses", "2428:3:epsv-reply-form 2428:3:epsv-*", "229 has no parentheses.",
      Text("EPSV", "229", lambda raw: raw.replace(b"(", b"").replace(b")", b"")), VSFTPD)
fault("epsv-mixed-delimiters", "2428:3:epsv-reply-form 2428:3:epsv-*", "229 mixes delimiters.", Text("EPSV", "229", lambda raw: raw.replace(b"(|||", b"(!|!")))
fault("epsv-host-given", "2428:3:epsv-empty-fields", "229 names family and host.", Text("EPSV", "229", lambda raw: raw.replace(b"|||", b"|1|127.0.0.1|")), VSFTPD)
fault("epsv-code-227", "2428:3:epsv-229", "EPSV is answered in the form of PASV.", Rewrite("EPSV", lambda session, command: b"PASV\r\n" if not command.argument else None))
fault("epsv-family-refused", "2428:3:epsv-with-family", "EPSV 1 gets 522.", Answer("EPSV", "522 Not supported, use (2)", lambda session, argument: argument == b"1"), VSFTPD, SHOULD)
fault("epsv-unsupported-229", "2428:3:epsv-unsupported-522", "EPSV 9 gets 229.", Rewrite("EPSV", lambda session, command: b"EPSV\r\n" if command.argument == b"9" else None))
fault("epsv-522-no-list", "2428:2:families-listed 2428:3:epsv-unsupported-522", "522 has no list of families.", Text("EPSV EPRT", "522", lambda raw: b"522 Not supported\r\n"))
fault("epsv-all-forgotten", "2428:3:epsv-all-refuses", "PASV works after EPSV ALL.", Answer("EPSV", "200 EPSV ALL command successful", lambda session, argument: argument.upper() == b"ALL"))
fault("epsv-all-refused", "2428:3:epsv-all-accepted", "EPSV ALL gets 501.", Answer("EPSV", "501 No", lambda session, argument: argument.upper() == b"ALL"), VSFTPD)
fault("epsv-malformed-229", "2428:3:epsv-malformed", "EPSV with a word gets 229.",
      Rewrite("EPSV", lambda session, command: b"EPSV\r\n" if command.argument and not command.argument.isdigit() and command.argument.upper() != b"ALL" else None))
fault("pasv-refused", "1123:4.1.2.6:pasv-implemented 1123:4.1.2.13:required-commands", "PASV gets 502.", Answer("PASV", "502 Not implemented."), VSFTPD)

# PORT and EPRT.

fault("port-ignored", "959:4.1.2:port-six-octets 959:3.2:* 959:5.1:minimum-commands", "PORT gets 200, and the data goes to the port before.",
      Answer("PORT", "200 PORT command successful"))
fault("port-off-by-one", "959:4.1.2:port-six-octets 959:5.1:minimum-commands", "PORT p connects to p + 1.",
      Rewrite("PORT", lambda session, command: re.sub(rb",(\d+)\r", lambda found: b",%d\r" % ((int(found[1]) + 1) % 256), command.line)), VSFTPD)
fault("port-octets-swapped", "959:4.1.2:port-six-octets 959:5.1:minimum-commands", "PORT takes the low octet of the port first.",
      Rewrite("PORT", lambda session, command: re.sub(rb",(\d+),(\d+)\r", rb",\2,\1\r", command.line)))
fault("port-short-accepted", "959:4.1.2:port-malformed 959:5.3:host-port-form", "PORT with five numbers gets 200.",
      Answer("PORT", "200 Fine", lambda session, argument: argument.count(b",") < 5), VSFTPD)
fault("port-256-accepted", "959:4.1.2:port-malformed 959:5.3:host-port-form", "PORT with a number of 256 gets 200.",
      Answer("PORT", "200 Fine", lambda session, argument: b"256" in argument), VSFTPD)
fault("port-refused", "959:5.1:minimum-commands 1123:4.1.2.13:required-commands 959:4.1.2:port-six-octets", "PORT gets 502.", Answer("PORT", "502 Not implemented."), VSFTPD)
fault("port-bounce", "2577:3:bounce-refused", "PORT to another host gets 200.",
      Answer("PORT", "200 PORT command successful", lambda session, argument: not argument.startswith(b"127,0,0,1,")), force=SHOULD)
fault("port-low", "2577:3:low-ports-refused", "PORT to a port below 1024 gets 200.",
      Answer("PORT", "200 PORT command successful", lambda session, argument: re.search(rb",[0-3],\d+$", argument)), force=SHOULD)
fault("eprt-bounce", "2577:3:bounce-eprt-lprt 2577:3:bounce-refused", "EPRT to another host gets 200.",
      Answer("EPRT", "200 Fine", lambda session, argument: argument.startswith(b"|1|") and b"|127.0.0.1|" not in argument), force=SHOULD)
fault("eprt-ignored", "2428:2:eprt-200", "EPRT gets 200 and has no effect.", Answer("EPRT", "200 EPRT command successful"), VSFTPD)
fault("eprt-bars-only", "2428:2:eprt-delimiter", "EPRT accepts only | as the delimiter.",
      Answer("EPRT", "501 Syntax error", lambda session, argument: not argument.startswith(b"|")))
fault("eprt-unsupported-200", "2428:2:eprt-unsupported-522", "EPRT with family 9 gets 200.", Answer("EPRT", "200 Fine", lambda session, argument: argument[1:2] == b"9"))
fault("eprt-unsupported-501", "2428:2:eprt-unsupported-522", "EPRT with family 9 gets 501.", Answer("EPRT", "501 No", lambda session, argument: argument[1:2] == b"9"))
fault("eprt-fields-missing", "2428:2:eprt-errors", "EPRT without a port gets 200.", Answer("EPRT", "200 Fine", lambda session, argument: argument.count(argument[:1] or b"|") < 4), force=SHOULD)
fault("eprt-port-70000", "2428:2:eprt-errors", "EPRT with a port above 65535 gets 200.",
      Answer("EPRT", "200 Fine", lambda session, argument: re.search(rb"[|!](6553[6-9]|655[4-9]\d|65[6-9]\d\d|6[6-9]\d{3}|[7-9]\d{4}|\d{6,})", argument)), force=SHOULD)
fault("eprt-wins-for-ever", "959:3.3:last-setup-governs", "PASV after PORT gets 227, and the transfer goes to the PORT.",
      Commands(lambda session, command: port_wins(session, command)))


def port_wins(session, command):
    if command.verb == "PASV" and session.relay and not session.relay.passive and not session.relay.taken:
        silent = Relay(session, ("127.0.0.1", 9), True)
        session.memory["silent"] = silent
        return instead(command, "227 Entering Passive Mode (127,0,0,1,%d,%d)" % divmod(silent.port, 256))


fault("epsv-wins-for-ever", "959:3.3:last-setup-governs", "PORT after EPSV or PASV gets 200, and the transfer waits on the passive port.",
      Answer("PORT EPRT", "200 PORT command successful", lambda session, argument: session.relay and session.relay.passive and not session.relay.command), VSFTPD)
fault("noop-in-transfer-lost", "959:4.2:queued-behind-transfer 959:4.2:every-command-answered", "A NOOP during a transfer gets no reply.",
      Commands(lambda session, command: [] if command.verb == "NOOP" and session.pending and session.pending[0].verb == "STOR" else None), VSFTPD)
# ABOR.

fault("abor-idle-426", "959:4.1.3:abor-idle 959:5.4:abor-codes", "ABOR with nothing to abort gets 426.", Code("ABOR", "22x", "426"), VSFTPD)
fault("abor-closes", "959:4.1.3:abor-keeps-control", "ABOR closes the control connection.",
      Both(Rewrite("ABOR", lambda session, command: b"QUIT\r\n"), Code("QUIT", "221", "226")))
fault("abor-no-426", "959:4.1.3:abor-426-226 959:4.2:preliminary-then-final", "ABOR during a transfer gets 226 alone.",
      Replies(lambda session, command, reply: b"" if reply.code == 426 else reply.raw))
fault("abor-without-effect", "959:4.1.3:abor-426-226 959:3.2:close-on-abor", "ABOR gets 226, and nothing is aborted.",
      Answer("ABOR", "226 Abort successful"))

# Information.

fault("syst-no-name", "959:4.1.3:syst-system-name", "SYST's text does not begin with the name of a system.", Text("SYST", "215", lambda raw: b"215 Welcome to our system\r\n"), VSFTPD)
fault("stat-empty", "959:4.1.3:stat-status", "STAT gets 211 without a status.", Text("STAT", "211", lambda raw: b"211 OK\r\n"), force=SHOULD)
fault("stat-listing-empty", "959:4.1.3:stat-listing-on-control", "STAT of a directory has no lines.",
      Replies(lambda session, command, reply: b"213-Status\r\n213 End\r\n" if command.verb == "STAT" and command.argument and reply.code in (212, 213) else reply.raw), VSFTPD)
fault("stat-listing-on-data", "959:4.1.3:stat-listing-on-control", "STAT of a directory describes the server instead.", Rewrite("STAT", lambda session, command: b"STAT\r\n"))
fault("stat-type-wrong", "959:4.1.3:stat-status", "STAT always says that the type is EBCDIC.", Text("STAT", "211", lambda raw: raw.replace(b"ASCII", b"EBCDIC").replace(b"BINARY", b"EBCDIC")))
fault("stat-missing-213", "959:4.1.3:stat-listing-on-control 959:4.2:success-means-done", "STAT of a missing file gets 213.", Code("STAT", "450", "213"))
fault("help-none", "959:4.1.3:help-answer 1123:4.1.2.13:required-commands 959:5.4:help-codes", "HELP gets 502.", Answer("HELP", "502 No help."), VSFTPD)
# Other codes with the right first digit (RFC 1123, section 4.1.2.11).
fault("help-before-login", "959:4.1.3:help-answer", "HELP before login gets 200.",
      Answer("HELP", "200 Log in first", lambda session, argument: not session.logged_in), force=SHOULD)
fault("site-unknown-200", "959:4.1.3:site-unknown 959:4.2:success-means-done", "SITE with an unknown word gets 200.",
      Answer("SITE", "200 Done", lambda session, argument: argument.split(b" ")[0].upper() not in (b"HELP", b"CHMOD", b"UMASK", b"CHGRP")), VSFTPD)
fault("site-exec", "2577:9:site-exec", "SITE EXEC runs programs.", Answer("SITE", "200-total 0\r\n200 (end of 'ls')", lambda session, argument: argument.upper().startswith(b"EXEC")), VSFTPD, SHOULD)
fault("noop-logs-out", "959:4.1.3:noop-ok-only 959:4.1.3:*", "NOOP goes back to the home directory.",
      Commands(lambda session, command: [Command(b"CWD /\r\n", hidden=True), command] if command.verb == "NOOP" else None), VSFTPD)
fault("noop-type", "959:4.1.3:noop-ok-only 959:4.1.2:parameters-persist", "NOOP sets the type to ASCII.",
      Commands(lambda session, command: [Command(b"TYPE A\r\n", hidden=True), command] if command.verb == "NOOP" else None))
fault("smnt-350", "959:4.1.1:smnt-answer 959:4.2:unimplemented-502 959:5.4:smnt-codes 959:6:simple-commands", "SMNT gets 350.", Answer("SMNT", "350 What?"), VSFTPD)
fault("acct-331", "959:4.1.1:acct-superfluous 959:5.4:acct-codes 959:6:login-commands", "ACCT gets 331.", Answer("ACCT", "331 Password, please."), VSFTPD)
fault("appe-unknown", "1123:4.1.2.13:required-commands 959:4.1.3:appe-*", "APPE gets 502.", Answer("APPE", "502 Not implemented."), VSFTPD)
