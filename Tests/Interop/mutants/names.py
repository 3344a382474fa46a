"""Faults of directories, names, removal and renaming (RFC 959 4.1.1, 4.1.3, appendix II; RFC 775; RFC 2640 3)."""
import re

from .proxy import Command
from .table import SHOULD, VSFTPD, fault
from .twists import After, Answer, Before, Code, Commands, Replies, Rewrite, Text, instead

# Removal.

fault("dele-keeps-file", "959:4.1.3:dele-removes 959:4.2:success-means-done", "DELE gets 250, and the file stays.", Answer("DELE", "250 DELE command successful"))
fault("dele-directory-550-gone", "959:4.1.3:dele-directory", "DELE of a directory gets 550, and the directory is gone.",
      After("DELE", "RMD {}"), VSFTPD)
fault("dele-directory-250", "959:4.1.3:dele-directory", "DELE of a directory removes it, with 250.",
      Replies(lambda session, command, reply: later(session, b"RMD " + command.argument, b"250 DELE command successful\r\n")
              if command.verb == "DELE" and reply.code == 550 and b"No such" not in reply.raw else reply.raw))
fault("dele-missing-250", "959:4.1.3:dele-missing 959:4.2:success-means-done", "DELE of a missing file gets 250.", Code("DELE", "550", "250"))
fault("dele-truncates", "959:4.1.3:dele-removes 959:4.2:success-means-done", "DELE renames the file to one that ends in ~.",
      Commands(lambda session, command: [Command(b"RNFR " + command.argument + b"\r\n", hidden=True), Command(
          b"RNTO " + command.argument + b"~\r\n")] if command.verb == "DELE" else None), VSFTPD)
fault("rmd-keeps", "959:4.1.3:rmd-removes 959:4.2:success-means-done", "RMD gets 250, and the directory stays.", Answer("RMD", "250 RMD command successful"), VSFTPD)
fault("rmd-absolute-refused", "959:4.1.3:rmd-removes", "RMD refuses absolute names.",
      Answer("RMD", "550 No such directory", lambda session, argument: argument.startswith(b"/") and argument.count(b"/") > 2))
fault("rmd-file-250", "959:4.1.3:rmd-missing-or-file", "RMD removes files too.",
      Rewrite("RMD", lambda session, command: b"DELE " + command.argument + b"\r\n" if b"." in command.argument else None), VSFTPD)
fault("rmd-missing-250", "959:4.1.3:rmd-missing-or-file 959:4.2:success-means-done", "RMD of a missing directory gets 250.", Code("RMD", "550", "250"))

# Making directories.

fault("xmkd-makes-nothing", "959:4.1.3:mkd-relative 959:4.2:success-means-done 775:1:x-verbs", "XMKD gets 257, and no directory is made.",
      Answer("XMKD", lambda session, argument: f'257 "/{argument.decode("latin-1")}" created'))
fault("mkd-unquoted", "959:appendix-ii:mkd-reply-form", "MKD's reply has no quotes.", Text("MKD", "257", lambda raw: raw.replace(b'"', b"")), VSFTPD)
fault("mkd-relative-name", "959:appendix-ii:mkd-absolute-name", "MKD's reply has only the last name.",
      Text("MKD XMKD", "257", lambda raw: re.sub(rb'"/(?:[^"]*/)?([^/]+)" ', rb'"\1" ', raw)))
fault("mkd-quote-single", "959:appendix-ii:doubled-quote", "A quote in the name is not doubled in MKD's reply.",
      Text("MKD", "257", lambda raw: raw.replace(b'""', b'"')), VSFTPD)
fault("mkd-wrong-name", "959:appendix-ii:mkd-* 959:4.1.3:mkd-relative", "MKD's reply names the directory above.",
      Text("MKD", "257", lambda raw: re.sub(rb'"(/[^"]*)/[^/"]+"', rb'"\1"', raw)))
fault("mkd-existing-257", "959:appendix-ii:mkd-existing-directory 959:4.2:success-means-done", "MKD of a directory that exists gets 257.",
      Replies(lambda session, command, reply: b'257 "' + command.argument + b'" created\r\n' if command.verb == "MKD" and reply.code == 550 else reply.raw))
fault("mkd-existing-450", "959:appendix-ii:mkd-existing-directory 959:4.2:transient-or-permanent", "MKD of a directory that exists gets 450.",
      Code("MKD", "550", "450"), VSFTPD, SHOULD)
fault("mkd-enters", "959:4.1.3:mkd-relative 959:4.1.3:* 959:appendix-ii:*", "MKD goes into the directory it has made.", After("MKD", "CWD {}"))
fault("mkd-in-root", "959:4.1.3:mkd-relative", "MKD with a relative name makes it in the root.",
      Rewrite("MKD", lambda session, command: b"MKD /" + command.argument + b"\r\n" if not command.argument.startswith(b"/") else None), VSFTPD)

# The current directory.

fault("pwd-unquoted", "959:appendix-ii:pwd-reply-form", "PWD's reply has no quotes.", Text("PWD XPWD", "257", lambda raw: raw.replace(b'"', b"")))
fault("pwd-single-quotes", "959:appendix-ii:pwd-reply-form", "PWD's reply has single quotes.", Text("PWD XPWD", "257", lambda raw: raw.replace(b'"', b"'")), VSFTPD)
fault("pwd-root", "959:appendix-ii:pwd-* 959:4.1.1:cwd-* 959:4.1.1:cdup-parent", "PWD always says /.", Text("PWD XPWD", "257", lambda raw: b'257 "/"\r\n'))
fault("pwd-last-part", "959:appendix-ii:pwd-name-round-trip 959:appendix-ii:pwd-*", "PWD shows only the last part of the name.",
      Text("PWD XPWD", "257", lambda raw: re.sub(rb'"/(?:[^"]*/)?([^/"]+)"', rb'"/\1"', raw)), VSFTPD)
fault("pwd-quote-single", "959:appendix-ii:doubled-quote 959:appendix-ii:pwd-*", "A quote in the name is not doubled in PWD's reply.",
      Text("PWD", "257", lambda raw: raw.replace(b'""', b'"')))
fault("pwd-escaped", "2640:3.1:utf8-names 959:appendix-ii:pwd-name-round-trip 2640:3.1:*", "PWD has a question mark for bytes above 127.",
      Text("PWD MKD", "257", lambda raw: bytes(byte if byte < 128 else 63 for byte in raw)), VSFTPD)
fault("cwd-up-stays", "959:4.1.1:cwd-* 959:4.2:success-means-done 3659:6:*", "CWD .. gets 250 and stays.",
      Answer("CWD", "250 CWD command successful", lambda session, argument: argument == b".."))
fault("cwd-missing-250", "959:4.1.1:cwd-missing 959:4.2:success-means-done", "CWD to a missing directory gets 250.", Code("CWD", "550", "250"), VSFTPD)
fault("cwd-missing-to-root", "959:4.1.1:cwd-missing", "CWD to a missing directory gets 550, and goes to the root.",
      Replies(lambda session, command, reply: later(session, b"CWD /", reply.raw) if command.verb == "CWD" and reply.code == 550 else reply.raw))
fault("cwd-file-250", "959:4.1.1:cwd-file 959:4.2:success-means-done", "CWD to a file gets 250.",
      Replies(lambda session, command, reply: b"250 Fine\r\n" if command.verb == "CWD" and b"." in command.argument and reply.code == 550 else reply.raw))
fault("cdup-stays", "959:4.1.1:cdup-parent 959:4.2:success-means-done", "CDUP gets 250 and stays.", Answer("CDUP XCUP", "250 CDUP command successful"))
fault("cdup-root", "959:4.1.1:cdup-parent", "CDUP goes to the root.", Rewrite("CDUP", lambda session, command: b"CWD /\r\n"), VSFTPD)
fault("xcup-stays", "959:4.2:success-means-done 775:1:x-verbs", "XCUP gets 250 and stays.", Answer("XCUP", "250 XCUP command successful"))
fault("xpwd-unknown", "1123:4.1.3.1:x-verbs-recognized 775:1:x-verbs", "XPWD is unknown.", Answer("XPWD", "500 Unknown command."), VSFTPD, SHOULD)
fault("cdup-sticks-to-type", "959:4.1.1:cwd-only-directory 959:4.1.2:parameters-persist 959:4.1.1:cdup-parent", "CDUP sets the type to ASCII.", Before("CDUP", "TYPE A"))

fault("dele-again-250", "959:4.1.3:dele-missing 959:4.2:success-means-done", "DELE of a file that was deleted a moment ago gets 250 again.",
      Replies(lambda session, command, reply: again(session, command, reply)))
fault("list-always-root", "959:4.1.3:list-current-directory 959:4.1.3:list-*", "LIST without a name lists the root.",
      Rewrite("LIST", lambda session, command: b"LIST /\r\n" if not command.argument else None), VSFTPD)
fault("mkd-replaces", "959:appendix-ii:mkd-existing-directory", "MKD of an existing empty directory creates it again, with 257.", Before("MKD", "RMD {}"))
fault("cwd-cuts-name", "959:5.3:argument-characters", "CWD uses only 20 bytes of the last part of a name.",
      Rewrite("CWD", lambda session, command: re.sub(rb"([^/\r]{20})[^/\r]*\r", rb"\1\r", command.line) if b"ftpraw-check" not in command.line else None), VSFTPD)
fault("cdup-twice", "959:4.1.1:cdup-parent", "CDUP goes up two directories.", After("CDUP", "CDUP"))
fault("stor-root", "959:4.1.3:stor-* 959:4.1.1:cwd-*", "STOR with a plain name stores to the root.",
      Rewrite("STOR", lambda session, command: b"STOR /" + command.argument + b"\r\n" if b"/" not in command.argument else None), VSFTPD)

fault("stor-onto-directory-226", "959:4.1.3:stor-* 959:4.2:success-means-done", "STOR to the name of a directory gets 226.",
      Rewrite("STOR", lambda session, command: b"STOR folder.dat\r\n" if command.argument == b"folder" else None))
# Renaming.

fault("rnto-copies-nothing", "959:4.1.3:rnto-renames 959:4.2:success-means-done", "RNTO gets 250, and nothing is renamed.", Answer("RNTO", "250 Rename successful"))
# No sentence says that RNFR must check the name: RNTO may be the first to fail.
fault("rnfr-missing-350", "959:4.1.3:rnfr-missing", "RNFR of a missing file gets 350.", Code("RNFR", "550", "350"), VSFTPD, SHOULD)
fault("rnto-without-rnfr", "959:4.1.3:rnto-after-rnfr 959:4.2:bad-sequence-503", "RNTO without RNFR gets 250.", Code("RNTO", "503", "250"))
fault("rnto-without-rnfr-550", "959:4.1.3:rnto-after-rnfr 959:4.2:bad-sequence-503", "RNTO without RNFR gets 550.", Code("RNTO", "503", "550"), VSFTPD, SHOULD)
fault("rnto-twice", "959:4.1.3:rnto-after-rnfr 959:4.2:bad-sequence-503", "After a rename, another RNTO gets 250.",
      Replies(lambda session, command, reply: b"250 Renamed\r\n" if command.verb == "RNTO" and reply.code == 503 and session.memory["renamed"]
              else (session.memory.__setitem__("renamed", session.memory["renamed"] or command.verb == "RNTO" and reply.code == 250), reply.raw)[1]), VSFTPD)
fault("rnfr-renames-at-once", "959:4.1.3:rnfr-350 959:4.1.3:rnto-*", "RNFR renames the file at once, to a temporary name.",
      Commands(lambda session, command: [Command(command.line, hidden=True), Command(b"RNTO " + command.argument + b".tmp\r\n", hidden=True),
                                         Command(b"RNFR " + command.argument + b".tmp\r\n")] if command.verb == "RNFR" else None))
fault("rnto-cuts-name", "959:4.1.3:rnto-renames 3659:2.2:names-exact", "RNTO keeps 8 bytes of the name.",
      Rewrite("RNTO", lambda session, command: b"RNTO " + re.sub(rb"([^/]{8})[^/]*$", rb"\1", command.argument) + b"\r\n"), VSFTPD)

# Names.

fault("names-lower-case", "3659:2.2:names-exact 959:4.1.3:* 959:3.1.2:*", "STOR keeps names in lower case.",
      Rewrite("STOR", lambda session, command: b"STOR " + command.argument.lower() + b"\r\n"))
fault("names-trailing-blank-cut", "2640:3.1:trailing-spaces 3659:2.2:names-exact", "Spaces at the end of a name are dropped.",
      Rewrite("STOR MKD RETR DELE RMD CWD SIZE MDTM MLST", lambda session, command: command.line.rstrip() + b"\r\n"))
fault("names-leading-blank-cut", "2640:3.1:one-space 3659:2.2:names-exact", "Spaces at the beginning of a name are dropped.",
      Rewrite("STOR MKD RETR DELE RMD CWD SIZE MDTM MLST", lambda session, command: re.sub(rb"^(\w+) +", rb"\1 ", command.line)))
fault("names-two-blanks-one", "3659:2.2:names-exact 2640:3.1:* 959:5.3:argument-characters", "Two spaces in a name become one.",
      Rewrite("STOR MKD", lambda session, command: re.sub(rb"  +", b" ", command.line)), VSFTPD)
fault("names-seven-bits", "2640:3.1:* 3659:8:eight-bit-everywhere", "MKD drops the eighth bit of names.",
      Rewrite("MKD", lambda session, command: bytes(byte & 127 for byte in command.line) if max(command.line) < 255 else None))
# For a server that lists UTF8 in FEAT, as proftpd does and vsftpd does not.
fault("names-eight-bits-refused", "2640:3.1:eight-bit-names 2640:3.1:utf8-names 3659:8:*", "Names with bytes above 127 get 501.",
      Commands(lambda session, command: instead(command, "501 Bad characters.") if re.search(rb"[\x80-\xef]", command.argument) else None))
fault("names-latin-1", "2640:3.1:utf8-names 2640:3.1:*", "STOR reads names as Latin-1, and converts them to UTF-8.",
      Rewrite("STOR MKD", lambda session, command: command.line.decode("latin-1").encode()), VSFTPD)
fault("names-255-cut", "3659:2.2:names-exact 959:5.3:argument-characters 959:4.2:success-means-done", "STOR keeps 20 bytes of a name.",
      Rewrite("STOR", lambda session, command: b"STOR " + command.argument[:20] + b"\r\n"))
fault("names-wildcards", "3659:2.2:no-wildcards", "SIZE, MDTM and MLST match * with any name.",
      Answer("SIZE", "213 5", lambda session, argument: b"*" in argument))
fault("names-equals-refused", "959:5.3:argument-characters 3659:2.2:*", "Names with characters other than letters get 553.",
      Answer("STOR RETR MKD", "553 Not allowed.", lambda session, argument: bool(re.search(rb"[#$&;=\[\]{}()'!~^]", argument))), VSFTPD)


def later(session, line, raw):
    """Sends the server a command whose replies the client does not get."""
    session.pending.append(Command(line + b"\r\n", hidden=True))
    session.forward(line + b"\r\n")
    return raw


def again(session, command, reply):
    gone = session.memory["gone"] = session.memory["gone"] or set()
    if command.verb == "STOR":
        gone.discard(command.argument)
    if command.verb != "DELE":
        return reply.raw
    if reply.code == 550 and command.argument in gone:
        return b"250 DELE command successful\r\n"
    gone.add(command.argument)
    return reply.raw
