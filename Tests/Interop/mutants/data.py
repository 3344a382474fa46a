"""Faults of data connections and of the data on them (RFC 959 3, 4.1.3; RFC 1123 4.1.2; RFC 3659 5)."""
from .proxy import Command, Twist
from .table import SHOULD, VSFTPD, fault
from .twists import (
    After, Answer, Before, Both, Commands, Down, Replies, Rewrite, Up, cut, each, followed_by, lines, whole, without_last)

KIB, MIB = 1 << 10, 1 << 20
RETR, STOR, LIST = "RETR", "STOR", "LIST"
SENT = "959:3.1.1.3:image-round-trip 959:3.3:stream-eof-is-close 959:3.1.1.1:ascii-round-trip 959:3.1.2:same-parameters-identical 959:4.1.3:retr-* 959:3.4.1:file-structure-eof 959:3.2:close-at-eof 959:4.2:success-means-done"
STORED = "959:3.1.1.3:image-round-trip 959:3.3:stream-eof-is-close 959:3.1.1.1:ascii-round-trip 959:3.1.2:same-parameters-identical 959:4.1.3:stor-* 959:3.4.1:file-structure-eof 959:4.2:success-means-done"

# Content.

fault("retr-cut-4-kib", SENT, "RETR sends no more than 4 KiB.", Down(RETR, cut(4 * KIB)))
fault("retr-cut-64-kib", SENT, "RETR sends no more than 64 KiB.", Down(RETR, cut(64 * KIB)), VSFTPD)
fault("retr-cut-1-mib", SENT, "RETR sends no more than 1 MiB.", Down(RETR, cut(MIB)))
fault("retr-cut-4-mib", SENT, "RETR sends no more than 4 MiB.", Down(RETR, cut(4 * MIB)), VSFTPD)
fault("retr-loses-last-byte", SENT, "RETR leaves the last byte out.", Down(RETR, without_last()), VSFTPD)
fault("retr-adds-byte", SENT, "RETR sends a NUL after the file.", Down(RETR, followed_by(b"\0")))
fault("retr-adds-newline", SENT + " 959:3.1.1.1:*", "RETR ends each file with CRLF.",
      Down(RETR, whole(lambda data: data if data.endswith(b"\r\n") else data + b"\r\n")), VSFTPD)
fault("retr-seven-bits", SENT, "RETR drops the eighth bit.", Down(RETR, whole(lambda data: bytes(byte & 127 for byte in data))))
fault("retr-nul-stripped", SENT, "RETR drops NULs.", Down(RETR, whole(lambda data: data.replace(b"\0", b""))), VSFTPD)
fault("retr-stops-at-ctrl-z", SENT, "RETR stops at the byte 26.", Down(RETR, whole(lambda data: data.split(b"\x1a")[0])))
fault("retr-iac-doubled", SENT + " 854:nvt:iac-doubled", "RETR doubles 255 as if the data were Telnet.",
      Down(RETR, whole(lambda data: data.replace(b"\xff", b"\xff\xff"))), VSFTPD)
fault("retr-first-block-twice", SENT, "RETR sends the first 512 bytes of larger files twice.",
      Down(RETR, whole(lambda data: data[:512] + data if len(data) > 512 else data)))
fault("retr-one-bit", SENT, "RETR turns one bit at 100,000.",
      Down(RETR, whole(lambda data: data if len(data) < 100_001 else data[:100_000] + bytes([data[100_000] ^ 1]) + data[100_001:])), VSFTPD)
fault("retr-even-sizes-only", SENT, "RETR leaves out the last byte if the file has 65,537 bytes or another 2^n + 1.",
      Down(RETR, whole(lambda data: data[:-1] if len(data) > 1024 and (len(data) - 1) & (len(data) - 2) == 0 else data)))
fault("retr-empty-refused", "959:4.1.3:retr-* 959:4.1.3:stor-empty 959:3.4.1:*", "RETR of an empty file sends one NUL.",
      Down(RETR, whole(lambda data: data or b"\0")), VSFTPD)
fault("stor-cut-64-kib", STORED, "STOR keeps no more than 64 KiB.", Up(STOR, cut(64 * KIB)))
fault("stor-cut-1-mib", STORED, "STOR keeps no more than 1 MiB.", Up(STOR, cut(MIB)), VSFTPD)
fault("stor-loses-last-byte", STORED, "STOR loses the last byte.", Up(STOR, without_last()))
fault("stor-strips-cr", STORED, "STOR drops CR in any type.", Up(STOR, whole(lambda data: data.replace(b"\r", b""))), VSFTPD)
fault("stor-adds-newline", STORED + " 959:4.1.3:stor-empty", "STOR appends a newline to files that do not end with one.",
      Up(STOR, whole(lambda data: data if data.endswith(b"\n") else data + b"\n")))
fault("stor-expands-tabs", STORED, "STOR turns tabs into spaces.", Up(STOR, whole(lambda data: data.replace(b"\t", b"        "))), VSFTPD)
fault("stor-strips-trailing-blanks", STORED, "STOR drops spaces at the end of a file.", Up(STOR, whole(lambda data: data.rstrip(b" "))))
fault("stor-utf8-only", STORED, "STOR replaces what is not UTF-8.",
      Up(STOR, whole(lambda data: data.decode("utf-8", "replace").encode())), VSFTPD)
fault("appe-overwrites", "959:4.1.3:appe-appends", "APPE replaces the file.", Rewrite("APPE", lambda session, command: b"STOR " + command.argument + b"\r\n"))
fault("appe-newline", "959:4.1.3:appe-appends", "APPE inserts a newline first.", Up("APPE", whole(lambda data: b"\n" + data)), VSFTPD)
fault("stor-appends", "959:4.1.3:stor-replaces", "STOR appends to a file that exists.", Rewrite("STOR", lambda session, command: b"APPE " + command.argument + b"\r\n"))
fault("stou-fixed-name", "959:4.1.3:stou-unique-name 1123:4.1.2.9:stou-file-reply", "STOU always stores to the same name.",
      Both(Rewrite("STOU", lambda session, command: b"STOR unique.dat\r\n"),
           Replies(lambda session, command, reply: b"150 FILE: unique.dat\r\n" if command.line.startswith(b"STOR unique.dat") and reply.code == 150
                   else reply.raw)))
fault("stou-no-name", "1123:4.1.2.9:stou-file-reply 959:4.1.3:stou-unique-name", "STOU does not report the name.",
      Replies(lambda session, command, reply: b"150 Go ahead.\r\n" if command.verb == "STOU" and reply.code == 150 else reply.raw), VSFTPD)
fault("stou-wrong-name", "959:4.1.3:stou-unique-name 1123:4.1.2.9:stou-file-reply", "STOU reports another name than that of the file.",
      Replies(lambda session, command, reply: b"150 FILE: other.0001\r\n" if command.verb == "STOU" and reply.code == 150 else reply.raw))
fault("allo-refused", "959:4.1.3:allo-accepted", "ALLO is refused with 552.", Answer("ALLO", "552 No room."), VSFTPD)
fault("allo-makes-room", "959:4.1.3:allo-*", "ALLO with a record size is refused.",
      Answer("ALLO", "501 Bad size.", lambda session, argument: b" " in argument))

# Types.

TEXT = "959:3.1.1.1:* 959:3.1.1.5:nonprint-default"


class Typed(Twist):
    """Applies another twist only while the type is `letter`."""

    def __init__(self, letter, twist):
        self.letter, self.twist = letter, twist

    def down(self, session, command):
        return self.twist.down(session, command) if (session.memory["type"] or "A") == self.letter else None

    def up(self, session, command):
        return self.twist.up(session, command) if (session.memory["type"] or "A") == self.letter else None

    def reply(self, session, command, reply):
        if command and command.verb == "TYPE" and reply.code == 200:
            letter = command.argument[:1].decode("latin-1").upper()
            session.memory["type"] = "I" if letter == "L" else letter
        return reply.raw


fault("ascii-lf-sent", TEXT, "RETR in ASCII sends LF alone.", Typed("A", Down(RETR, whole(lambda data: data.replace(b"\r\n", b"\n")))))
fault("ascii-crcrlf-sent", TEXT, "RETR in ASCII sends CR CR LF.", Typed("A", Down(RETR, whole(lambda data: data.replace(b"\r\n", b"\r\r\n")))))
fault("ascii-crlf-kept", TEXT, "STOR in ASCII keeps the CRs.", Typed("A", Up(STOR, whole(lambda data: data.replace(b"\r\n", b"\r\r\n")))))
fault("ascii-last-line-lost", TEXT, "RETR in ASCII leaves a last line without an end out.",
      Typed("A", Down(RETR, whole(lambda data: data[: data.rfind(b"\n") + 1]))))
fault("ascii-first-crlf-only", TEXT, "RETR in ASCII converts only the first line end.",
      Typed("A", Down(RETR, whole(lambda data: data[: data.find(b"\r\n") + 2] + data[data.find(b"\r\n") + 2 :].replace(b"\r\n", b"\n")))))
fault("image-translates", "959:3.1.1.3:image-round-trip 959:3.1.1.1:* 959:3.1.2:*", "TYPE I is accepted, and text is translated as in ASCII.",
      Rewrite("TYPE", lambda session, command: b"TYPE A\r\n" if command.argument.upper() == b"I" else None))
fault("ascii-ignored", TEXT, "TYPE A is accepted, and the data is sent as it is.",
      Rewrite("TYPE", lambda session, command: b"TYPE I\r\n" if command.argument.upper() in (b"A", b"A N") else None))
fault("default-type-image", "959:3.1.1.1:ascii-default", "A session begins in TYPE I.", Commands(
    lambda session, command: [Command(b"TYPE I\r\n", hidden=True), command] if session.logged_in and not session.memory["begun"]
    and not session.memory.__setitem__("begun", True) and command.verb != "TYPE" else None))
fault("type-forgotten", "959:4.1.2:parameters-persist", "After each transfer the type is ASCII again.",
      Commands(lambda session, command: [command, Command(b"TYPE A\r\n", hidden=True)] if command.verb in (RETR, STOR, "APPE") else None))
fault("type-forgotten-by-pasv", "959:4.1.2:parameters-persist 959:3.1.*", "PASV and EPSV set the type back to ASCII.", Before("PASV EPSV", "TYPE A"))
fault("type-forgotten-by-cwd", "959:4.1.1:cwd-only-directory 959:4.1.2:parameters-persist", "CWD sets the type back to ASCII.", Before("CWD", "TYPE A"))
fault("list-changes-type", "1123:4.1.2.7:listing-keeps-type 959:4.1.2:parameters-persist", "LIST sets the type to ASCII permanently.", Before("LIST", "TYPE A"))
fault("nlst-changes-type", "959:4.1.2:parameters-persist 1123:4.1.2.7:listing-keeps-type", "NLST sets the type to ASCII permanently.", Before("NLST", "TYPE A"))
fault("type-l8-as-ascii", "1123:4.1.2.1:* 959:3.1.1.4:local-round-trip", "TYPE L 8 is accepted, and means ASCII.",
      Rewrite("TYPE", lambda session, command: b"TYPE A\r\n" if command.argument.upper() == b"L 8" else None))
fault("type-unknown-changes", "959:4.1.2:type-unknown", "TYPE X is refused, and sets ASCII.",
      Commands(lambda session, command: [Command(b"TYPE A\r\n", hidden=True), command] if command.verb == "TYPE" and command.argument[:1].upper() not in
               (b"A", b"I", b"L", b"E") else None))
fault("type-l-7", "959:3.1.1.4:* 959:4.2:unimplemented-parameter-504 1123:4.1.2.1:own-word-size", "TYPE L 36 is accepted, and ignored.",
      Answer("TYPE", "200 Type set to L 36", lambda session, argument: argument.upper().startswith(b"L ") and argument != b"L 8"))
fault("type-l-alone", "959:3.1.1.4:local-needs-size", "TYPE L without a size is accepted.",
      Answer("TYPE", "200 Type set to L", lambda session, argument: argument.upper() == b"L"))
fault("ebcdic-pretended", "959:3.1.1.2:ebcdic-real", "TYPE E is accepted, and the data is ASCII.",
      Rewrite("TYPE", lambda session, command: b"TYPE A\r\n" if command.argument.upper().startswith(b"E") else None))
fault("block-pretended", "959:3.4.2:* 959:4.1.2:mode-optional", "MODE B is accepted, and the data is a stream.",
      Answer("MODE", "200 Mode set to B", lambda session, argument: argument.upper() == b"B"))
fault("compressed-pretended", "959:3.4.3:* 959:4.1.2:mode-optional", "MODE C is accepted, and the data is a stream.",
      Answer("MODE", "200 Mode set to C", lambda session, argument: argument.upper() == b"C"), VSFTPD)
fault("record-pretended", "959:3.1.2:record-* 959:3.4.1:record-escapes 959:3.4:explicit-record-ends 1123:4.1.2.4:*", "STRU R is accepted, and the data has no record ends.",
      Answer("STRU", "200 Structure set to R", lambda session, argument: argument.upper() == b"R"))
fault("mode-s-refused", "959:4.1.2:mode-stream-accepted 959:5.1:minimum-parameters 1123:4.1.2.13:required-parameters", "MODE S is refused.",
      Answer("MODE", "504 No modes here", lambda session, argument: argument.upper() == b"S"), VSFTPD)
fault("stru-f-refused", "959:3.1.2:file-structure-default 959:5.1:minimum-parameters 1123:4.1.2.13:required-parameters", "STRU F is refused.",
      Answer("STRU", "504 No structures here", lambda session, argument: argument.upper() == b"F"))
fault("mode-unknown-accepted", "959:4.1.2:mode-stru-unknown", "MODE X is accepted.", Answer("MODE", "200 Fine", lambda session, argument: argument == b"X"), VSFTPD)

fault("appe-ascii-keeps-crs", "959:3.1.1.1:* 959:4.1.3:appe-*", "APPE in ASCII keeps the CRs.", Typed("A", Up("APPE", whole(lambda data: data.replace(b"\r\n", b"\r\r\n")))))
fault("ascii-ctrl-z-added", TEXT + " " + SENT, "RETR in ASCII ends with the byte 26.", Typed("A", Down(RETR, followed_by(b"\x1a"))), VSFTPD)
fault("stor-drops-empty-lines", STORED, "STOR drops empty lines.", Up(STOR, whole(lambda data: data.replace(b"\r\n\r\n", b"\r\n").replace(b"\n\n", b"\n"))))
fault("type-mixed-up-after-retr", "959:4.1.2:parameters-persist", "RETR turns TYPE A into TYPE I permanently.", After(RETR, "TYPE I"))
fault("type-no-argument-200", "959:5.3:missing-argument 959:4.2:syntax-error-501 959:4.1.2:type-unknown", "TYPE without an argument gets 200.",
      Answer("TYPE", "200 Type is what it was", lambda session, argument: not argument), VSFTPD)
fault("mode-no-argument-200", "959:5.3:missing-argument 959:4.2:syntax-error-501 959:4.1.2:mode-stru-unknown", "MODE without an argument gets 200.",
      Answer("MODE", "200 Mode is what it was", lambda session, argument: not argument))

fault("stor-cut-at-nul", STORED, "STOR keeps nothing after a NUL.", Up(STOR, whole(lambda data: data.split(b"\0")[0])), VSFTPD)
fault("retr-directory-226", "959:4.1.3:retr-* 959:4.2:success-means-done", "RETR of a directory gets 226 without data.",
      Replies(lambda session, command, reply: b"150 Here it comes.\r\n226 Done.\r\n" if command.verb == RETR and reply.code == 550 and b"regular" in reply.raw else reply.raw))
fault("list-of-file-lists-all", "959:4.1.3:list-* 1123:4.1.2.7:*", "LIST of a file lists its directory.",
      Rewrite(LIST, lambda session, command: b"LIST\r\n" if b"." in command.argument and not command.argument.startswith(b"-") else None))
# Restart.

REST = "3659:5.3:rest-*"
fault("rest-ignored-retr", "3659:5.3:rest-retr", "REST gets 350, and RETR sends the whole file.",
      Answer("REST", "350 Restarting."))
fault("rest-off-by-one", "3659:5.3:rest-retr 3659:5.3:rest-stor", "REST n begins at n + 1.",
      Rewrite("REST", lambda session, command: b"REST %d\r\n" % (int(command.argument) + 1) if command.argument.isdigit() and int(command.argument) else None), VSFTPD)
fault("rest-16-bits", REST, "REST keeps 16 bits of the number.",
      Rewrite("REST", lambda session, command: b"REST %d\r\n" % (int(command.argument) & 0xFFFF) if command.argument.isdigit() else None))
fault("rest-forgets-stor", "3659:5.3:rest-stor", "STOR ignores REST.", Before("STOR", "REST 0"), VSFTPD)


class RestStays(Twist):
    """Sends the marker again before each download."""

    def command(self, session, command):
        if command.verb == "REST":
            session.memory["marker"] = command.line
        elif command.verb == "RETR" and session.memory["marker"]:
            return [Command(session.memory["marker"], hidden=True), command]


fault("rest-stays", "3659:5.3:rest-one-transfer", "The marker applies to every later download.", RestStays())
fault("rest-zero-ignored", "3659:5.3:rest-zero-cancels", "REST 0 does not cancel a marker.",
      Answer("REST", "350 Restarting at 0.", lambda session, argument: argument == b"0"), VSFTPD)
fault("rest-letters-accepted", "3659:5.3:rest-digits-only", "REST abc gets 350.",
      Answer("REST", "350 Restarting.", lambda session, argument: not argument.isdigit()))
fault("rest-negative-accepted", "3659:5.3:rest-digits-only", "REST -1 gets 350.",
      Answer("REST", "350 Restarting.", lambda session, argument: argument.startswith(b"-")))
fault("rest-past-end-at-once", "3659:5.3:rest-out-of-range", "REST beyond 10,000 is refused immediately.",
      Answer("REST", "554 Out of range.", lambda session, argument: argument.isdigit() and int(argument) > 10_000), VSFTPD)

# Listings.

LISTED = "959:4.1.3:list-* 1123:4.1.2.7:*"
NAMES = "959:4.1.3:nlst-* 1123:4.1.2.7:*"
fault("list-bare-lf", LISTED + " 959:3.1.1.1:*", "LIST's lines end with LF alone.", Down(LIST, whole(lambda data: data.replace(b"\r\n", b"\n"))), VSFTPD, SHOULD)
fault("nlst-bare-lf", NAMES + " 959:3.1.1.1:*", "NLST's lines end with LF alone.", Down("NLST", whole(lambda data: data.replace(b"\r\n", b"\n"))))
fault("nlst-long-form", NAMES, "NLST sends what LIST sends.", Rewrite("NLST", lambda session, command: b"LIST" + command.line[4:]), VSFTPD)
fault("nlst-with-path", NAMES, "NLST's names begin with `./`.", Down("NLST", each(lambda name: b"./" + name)), force=SHOULD)
fault("nlst-slash-behind-directories", NAMES, "NLST appends a slash to names without a dot.",
      Down("NLST", each(lambda name: name if b"." in name else name + b"/")), VSFTPD)
fault("nlst-omits-last", NAMES, "NLST leaves the last name out.", Down("NLST", lines(lambda rows: rows[:-1])))
fault("nlst-upper-case", NAMES, "NLST lists names in upper case.", Down("NLST", each(bytes.upper)), VSFTPD)
fault("nlst-blank-cut", NAMES + " 2640:3.1:*", "NLST cuts names at a space.", Down("NLST", each(lambda name: name.split(b" ")[0])))
fault("nlst-total-line", NAMES, "NLST begins with a line `total 8`.", Down("NLST", lines(lambda rows: [b"total 8", *rows])), VSFTPD)
fault("nlst-eight-bits-lost", NAMES + " 2640:3.1:* 3659:8:*", "NLST has a question mark for bytes above 127.",
      Down("NLST", each(lambda name: bytes(byte if byte < 128 else 63 for byte in name))))
fault("list-omits-files", LISTED, "LIST shows directories only.", Down(LIST, lines(lambda rows: [row for row in rows if row.startswith(b"d")])))
fault("list-of-file-empty", "959:4.1.3:list-file", "LIST of a file sends nothing.",
      Down(LIST, lines(lambda rows: [] if len(rows) == 1 and rows[0].startswith(b"-") else rows)), VSFTPD)
fault("list-ignores-argument", LISTED, "LIST lists the current directory whatever its argument is.",
      Rewrite("LIST", lambda session, command: b"LIST\r\n" if command.argument and not command.argument.startswith(b"-") else None))
fault("nlst-ignores-argument", NAMES, "NLST lists the current directory whatever its argument is.",
      Rewrite("NLST", lambda session, command: b"NLST\r\n" if command.argument else None), VSFTPD)
fault("list-root", LISTED, "LIST without an argument lists the root.",
      Rewrite("LIST", lambda session, command: b"LIST /\r\n" if not command.argument else None))


class StaleListing(Twist):
    """Repeats the first listing of a directory within a session, whatever has changed since."""

    def down(self, session, command):
        if command.verb not in ("LIST", "NLST", "MLSD"):
            return None
        kept = session.memory.setdefault("listings", {})

        def alter(chunks):
            now = b"".join(chunks)
            yield kept.setdefault(command.line, now)

        return alter

    def command(self, session, command):
        if command.verb in ("CWD", "CDUP"):
            session.memory["listings"] = {}


fault("listing-stale", "959:4.1.3:* 3659:7.*", "Listings of a directory do not change until the next CWD.", StaleListing())

# The connection.


class Delivery(Twist):
    """Keeps the data connection of these verbs open at its end."""

    def __init__(self, words):
        self.verbs = words.split()

    def keeps_open(self, session, command):
        return command is not None and command.verb in self.verbs


fault("data-left-open", "959:3.2:close-at-eof 959:3.3:stream-eof-is-close 959:5.2:final-after-close 959:3.4.1:file-structure-eof",
      "RETR's data connection is not closed after the 226.", Delivery("RETR"))
fault("data-left-open-list", "959:3.2:close-at-eof 959:3.3:stream-eof-is-close 959:5.2:final-after-close 959:3.4.1:file-structure-eof",
      "LIST's data connection is not closed after the 226.", Delivery("LIST NLST MLSD"), VSFTPD)
fault("retr-deletes", "959:4.1.3:retr-leaves-file", "RETR removes the file it has sent.",
      Commands(lambda session, command: [command, Command(b"DELE " + command.argument + b"\r\n", hidden=True)] if command.verb == "RETR" else None))
fault("retr-directory-empty", "959:4.1.3:retr-directory", "RETR of a directory gets 250.",
      Replies(lambda session, command, reply: b"250 Sent.\r\n" if command.verb == "RETR" and b"regular" in reply.raw else reply.raw))
fault("retr-missing-150", "959:4.1.3:retr-missing", "RETR of a missing file gets 150 before its 550.",
      Replies(lambda session, command, reply: b"150 Opening.\r\n" + reply.raw if command.verb == "RETR" and reply.code == 550 else reply.raw), VSFTPD)
fault("stor-missing-directory-226", "959:4.2:success-means-done 959:4.1.3:stor-*", "STOR into a missing directory gets 226.",
      Replies(lambda session, command, reply: b"226 Stored.\r\n" if command.verb == "STOR" and reply.code in (550, 553) else reply.raw))
