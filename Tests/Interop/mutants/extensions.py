"""Faults of the extensions: FEAT and OPTS (RFC 2389), LANG (RFC 2640), sizes, times and facts (RFC 3659), MFMT, RANG."""
import datetime
import re

from .proxy import Command
from .table import SHOULD, VSFTPD, fault
from .twists import Answer, Both, Code, Commands, Down, Replies, Rewrite, Text, each, lines

# FEAT and OPTS.


def feature(alter):
    """Changes the text of 211 with a function."""
    return Text("FEAT", "211", alter)


def without(label):
    return feature(lambda raw: re.sub(rb"\n " + label + rb"[^\n]*", b"", raw))


def with_line(line):
    return feature(lambda raw: raw.replace(b"\n211 ", b"\n " + line + b"\r\n211 "))


fault("feat-no-space", "2389:3.2:feat-leading-space 2389:3.2:feat-*", "Feature lines do not begin with a space.", feature(lambda raw: raw.replace(b"\n ", b"\n")), VSFTPD)
fault("feat-two-spaces", "2389:3.2:feat-leading-space 2389:3.2:feat-*", "Feature lines begin with two spaces.", feature(lambda raw: raw.replace(b"\n ", b"\n  ")))
fault("feat-code-lines", "2389:3.2:feat-leading-space 2389:3.2:feat-*", "Feature lines begin with 211-.", feature(lambda raw: raw.replace(b"\n ", b"\n211-")), VSFTPD)
fault("feat-one-line", "2389:3.2:feat-line 2389:3.2:feat-listing 2389:3.2:feat-*", "All features are in one line.",
      feature(lambda raw: b"211-Features:\r\n " + b" ".join(raw.split(b"\r\n")[1:-2]) + b"\r\n211 End\r\n"))
fault("feat-single-211", "2389:3.2:feat-none 2389:3.2:feat-lists-extensions", "FEAT says that there are no features.", feature(lambda raw: b"211 No features\r\n"), VSFTPD)
fault("feat-no-end", "2389:3.2:feat-listing", "FEAT's last line is 211 alone.", feature(lambda raw: raw.replace(b"211 End", b"211 ")), force=SHOULD)
fault("feat-empty-listing", "2389:3.2:feat-listing 2389:3.2:feat-none 2389:3.2:feat-lists-extensions", "FEAT lists nothing.", feature(lambda raw: b"211-Features:\r\n211 End\r\n"))
fault("feat-lower-case", "2389:3.2:feat-upper-case", "Labels are in lower case.", feature(lambda raw: raw[:15] + raw[15:-9].lower() + raw[-9:]), VSFTPD, SHOULD)
fault("feat-itself", "2389:3.2:feat-not-itself", "FEAT lists FEAT.", with_line(b"FEAT"))
fault("feat-base-command", "5797:2:labels-unique 2389:3.2:*", "FEAT lists STOR.", with_line(b"STOR"), force=SHOULD)
fault("feat-size-twice", "5797:2:labels-unique", "FEAT lists SIZE twice.", with_line(b"SIZE"))
fault("feat-argument-taken", "2389:3.2:feat-argument", "FEAT with an argument gets 211 without features.",
      Rewrite("FEAT", lambda session, command: b"FEAT\r\n"), force=SHOULD)
fault("feat-no-size", "3659:4.3:size-in-feat 2389:3.2:feat-lists-extensions", "FEAT leaves SIZE out.", without(b"SIZE"), VSFTPD)
fault("feat-no-mdtm", "3659:3.3:mdtm-in-feat 2389:3.2:feat-lists-extensions", "FEAT leaves MDTM out.", without(b"MDTM"))
fault("feat-no-mlst", "3659:7.8:mlst-in-feat 2389:3.2:feat-lists-extensions", "FEAT leaves MLST out.", without(b"MLST"))
fault("feat-no-rest", "3659:5.4:rest-in-feat 2389:3.2:feat-lists-extensions", "FEAT leaves REST STREAM out.", without(b"REST"), VSFTPD)
fault("feat-no-epsv", "2389:3.2:feat-lists-extensions", "FEAT leaves EPSV and EPRT out.", without(b"EP"), VSFTPD, SHOULD)
fault("feat-no-utf8", "2640:3.2:utf8-in-feat 2389:3.2:feat-lists-extensions", "FEAT leaves UTF8 out.", without(b"UTF8"))
fault("feat-utf-8", "2640:3.2:utf8-in-feat 5797:2:*", "FEAT says UTF-8.", feature(lambda raw: raw.replace(b" UTF8", b" UTF-8")))
fault("feat-size-argument", "3659:4.3:size-in-feat", "FEAT says SIZE BYTES.", feature(lambda raw: raw.replace(b" SIZE\r", b" SIZE BYTES\r")), VSFTPD)
fault("feat-mdtm-argument", "3659:3.3:mdtm-in-feat", "FEAT says MDTM YYYYMMDDHHMMSS.", feature(lambda raw: raw.replace(b" MDTM\r", b" MDTM YYYYMMDDHHMMSS\r")))
fault("feat-rest-alone", "3659:5.4:rest-in-feat 5797:2:labels-fixed-parts", "FEAT says REST.", feature(lambda raw: raw.replace(b" REST STREAM", b" REST")))
fault("feat-rest-dishonest", "3659:5.4:rest-feat-honest 3659:5.3:* 2389:3.2:feat-honest", "FEAT lists REST STREAM, and REST gets 502.", Answer("REST", "502 Not implemented."), VSFTPD)
fault("feat-tvfs-argument", "3659:6:tvfs-line", "FEAT says TVFS UNIX.", feature(lambda raw: raw.replace(b" TVFS\r", b" TVFS UNIX\r")), VSFTPD)
fault("feat-mlst-no-semicolon", "3659:7.8:mlst-in-feat", "FEAT's MLST line has no semicolon at its end.",
      feature(lambda raw: re.sub(rb"(MLST [^\r]*);\r", rb"\1\r", raw)))
fault("feat-mlst-no-facts", "3659:7.8:mlst-in-feat 3659:7.5.10:recommended-facts 3659:7.8:*", "FEAT's MLST line has no facts.", feature(lambda raw: re.sub(rb"MLST [^\r]*\r", b"MLST\r", raw)))
fault("feat-mlst-all-stars", "3659:7.8:starred-facts-sent 3659:7.9:opts-mlst-feat", "FEAT marks every fact as selected, whatever OPTS has selected.",
      feature(lambda raw: re.sub(rb"(MLST [^\r]*)\r", lambda found: re.sub(rb"([\w.])\*?;", rb"\1*;", found[0]), raw)))
fault("feat-promises-hash", "hash:3.1:hash-in-feat hash:*", "FEAT lists HASH, but the server does not have it.", with_line(b"HASH SHA-1;SHA-256*"))
fault("feat-promises-mode-z", "deflate:3.5:mode-z-in-feat deflate:*", "FEAT lists MODE Z, and MODE Z gets 504.", with_line(b"MODE Z"), VSFTPD)
fault("feat-promises-mfmt", "mfxx:3:mfmt-in-feat mfxx:*", "FEAT lists MFMT, but the server does not have it.", with_line(b"MFMT"), VSFTPD)
fault("feat-promises-mff", "mfxx:5:mff-* mfxx:*", "MFF is listed and gets 500.", Answer("MFF", "500 Unknown command."))
fault("feat-promises-host", "7151:*", "HOST is listed and gets 500.", Answer("HOST", "500 Unknown command."))
fault("feat-promises-rang", "rang:3:*", "RANG is listed and gets 500.", Answer("RANG", "500 Unknown command."))
fault("feat-500", "2389:3.2:feat-unimplemented 2389:4:opts-with-feat 2389:3.2:*", "FEAT gets 550.", Answer("FEAT", "550 No."), VSFTPD, SHOULD)
fault("opts-mlst-202", "2389:4:opts-success-200 3659:7.9:opts-mlst-reply", "OPTS MLST gets 250.", Code("OPTS", "200", "250"))
fault("opts-unknown-200", "2389:4:opts-bad 2389:4:opts-no-options", "OPTS of a command that has none gets 200.",
      Code("OPTS", "50x", "200"), VSFTPD, SHOULD)
fault("opts-bad-500", "2389:4:opts-bad", "A bad OPTS gets 550.", Code("OPTS", "501", "550"), VSFTPD, SHOULD)

# LANG and UTF-8.

fault("lang-none", "2389:3.2:feat-honest 2640:4.1:lang-implemented 2640:4.3:lang-in-feat 2640:*", "LANG is listed and gets 502.", Answer("LANG", "502 No LANG."))
fault("lang-any-200", "2640:4.2:lang-bad-tag", "LANG of an unsupported language gets 200.", Answer("LANG", "200 Fine", lambda session, argument: bool(argument)), force=SHOULD)
fault("opts-utf8-off", "2640:3.1:* 3659:8:eight-bit-everywhere", "RNTO keeps no bytes above 127.",
      Rewrite("RNTO", lambda session, command: bytes(byte if byte < 128 else 95 for byte in command.line)))

# SIZE and MDTM.

fault("size-plus-one", "3659:4:size-transfer-octets", "SIZE is one too many.", Text("SIZE", "213", lambda raw: b"213 %d\r\n" % (int(raw[4:]) + 1)))
fault("size-zero", "3659:4:size-transfer-octets", "SIZE is 0 for files of more than 64 KiB.",
      Text("SIZE", "213", lambda raw: raw if int(raw[4:]) < 65536 else b"213 0\r\n"), VSFTPD)
fault("size-rounded", "3659:4:size-transfer-octets 3659:4:size-no-estimate", "SIZE is rounded up to 512.", Text("SIZE", "213", lambda raw: b"213 %d\r\n" % (-int(raw[4:]) // 512 * -512)), VSFTPD)
fault("size-commas", "3659:4:size-reply-form", "SIZE has commas between thousands.", Text("SIZE", "213", lambda raw: f"213 {int(raw[4:]):,} \r\n".encode()))
fault("size-words", "3659:4:size-reply-form", "SIZE has the word bytes after the number.", Text("SIZE", "213", lambda raw: raw[:-2] + b" bytes\r\n"), VSFTPD)
fault("size-two-lines", "3659:4:size-reply-form", "SIZE is a reply of two lines.", Text("SIZE", "213", lambda raw: b"213-Size:\r\n" + raw))
fault("size-directory", "3659:4:size-missing", "SIZE of a directory gets 213.", Replies(lambda session, command, reply: b"213 4096\r\n" if command.verb == "SIZE" and b"regular" in reply.raw else reply.raw), force=SHOULD)
fault("size-missing-213", "3659:4:size-missing 959:4.2:success-means-done", "SIZE of a missing file gets 213.", Code("SIZE", "550", "213"), VSFTPD)
fault("size-ascii-as-image", "3659:4:size-no-estimate 3659:4:size-transfer-octets", "SIZE in ASCII is that of TYPE I.",
      Commands(lambda session, command: size_as_image(session, command)))
def two_hours_ahead(raw):
    time = datetime.datetime.strptime(raw[4:18].decode(), "%Y%m%d%H%M%S") + datetime.timedelta(hours=2)
    return time.strftime("213 %Y%m%d%H%M%S\r\n").encode()


fault("mdtm-local", "3659:2.3:time-utc 3659:2.3:time-one-base", "MDTM is two hours ahead of UTC.", Text("MDTM", "213", two_hours_ahead))
fault("mdtm-now", "3659:3.1:mdtm-213 3659:2.3:time-one-base", "MDTM is always 1 January 2000.", Text("MDTM", "213", lambda raw: b"213 20000101000000\r\n"), VSFTPD)
fault("mdtm-twelve-digits", "3659:2.3:time-form 3659:3.1:mdtm-reply-form", "MDTM has no seconds.", Text("MDTM", "213", lambda raw: raw[:-4] + b"\r\n"))
fault("mdtm-dashes", "3659:2.3:time-form 3659:3.1:mdtm-reply-form", "MDTM is 2020-02-29 12:34:56.",
      Text("MDTM", "213", lambda raw: re.sub(rb"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)", rb"\1-\2-\3 \4:\5:\6", raw)), VSFTPD)
fault("mdtm-year-100", "3659:2.3:time-form 3659:3.1:mdtm-*", "MDTM writes 19120 for the year 2020.", Text("MDTM", "213", lambda raw: re.sub(rb"213 20(\d\d)", rb"213 191\1", raw)))
fault("mdtm-fraction-dot", "3659:2.3:time-form 3659:3.1:mdtm-reply-form", "MDTM ends with a dot.", Text("MDTM", "213", lambda raw: raw[:-2] + b".\r\n"), VSFTPD)
fault("mdtm-missing-213", "3659:3.2:mdtm-missing", "MDTM of a missing file gets a time.", Replies(lambda session, command, reply: b"213 19700101000000\r\n" if command.verb == "MDTM" and reply.code == 550 else reply.raw))
fault("mdtm-sets-time", "3659:3.1:mdtm-name-whole", "MDTM with a time sets the time.",
      Commands(lambda session, command: [Command(b"MFMT " + command.argument + b"\r\n")] if command.verb == "MDTM" and re.match(rb"\d{14} ", command.argument) else None), force=SHOULD)

def size_as_image(session, command):
    if command.verb == "TYPE" and command.argument:
        session.memory["type"] = command.argument[:1]
    if command.verb == "SIZE" and session.logged_in:
        back = b"TYPE " + (b"A" if (session.memory["type"] or b"A").upper() == b"A" else b"I") + b"\r\n"
        return [Command(b"TYPE I\r\n", hidden=True), command, Command(back, hidden=True)]


# MLST and MLSD.


def facts(alter):
    """Changes the facts of each entry of MLST and MLSD with a function of bytes."""

    def change(row):
        parts = re.fullmatch(rb"( ?)(\S*;) (.*)", row, re.S)
        return parts[1] + alter(parts[2]) + b" " + parts[3] if parts else row

    return Both(Down("MLSD", each(change)), Text("MLST", "250", lambda raw: b"\r\n".join(change(row) for row in raw.split(b"\r\n"))))


fault("mlst-no-space", "3659:7.2:mlst-reply-form", "MLST's entry does not begin with a space.", Text("MLST", "250", lambda raw: raw.replace(b"\n ", b"\n")))
fault("mlst-on-data", "3659:7.1:mlst-current-directory 3659:7.2:mlst-reply-form", "MLST's entry is missing.", Text("MLST", "250", lambda raw: b"250 End\r\n"))
fault("mlst-213", "3659:7.2:mlst-reply-form", "MLST gets 213.", Code("MLST", "250", "213"))
fault("mlst-wrong-name", "3659:7.3:mlst-name", "MLST names another file.", Text("MLST", "250", lambda raw: re.sub(rb"; [^\r]*", b"; /else.txt", raw)))
fault("mlst-cdir", "3659:7.5.1:cdir-mlsd-only", "MLST says type=cdir.", Text("MLST", "250", lambda raw: raw.replace(b"type=dir", b"type=cdir")))
fault("mlsd-leading-space", "3659:7.2:mlsd-lines", "MLSD's lines begin with a space.", Down("MLSD", each(lambda row: b" " + row)))
fault("mlsd-header", "3659:7.2:mlsd-lines", "MLSD begins with `total 3`.", Down("MLSD", lines(lambda rows: [b"total 3", *rows])))
fault("mlsd-two-spaces", "3659:7.2:mlsd-lines 3659:2.2:names-exact", "MLSD has two spaces before names.", Down("MLSD", each(lambda row: row.replace(b"; ", b";  ", 1))))
fault("mlsd-bare-lf", "3659:7.2:mlsd-crlf", "MLSD's lines end with LF alone.", Down("MLSD", lambda chunks: (chunk.replace(b"\r\n", b"\n") for chunk in chunks)))
fault("mlsd-full-names", "3659:7.3:mlsd-plain-names", "MLSD lists full names.", Down("MLSD", each(lambda row: row.replace(b"; ", b"; /", 1))), force=SHOULD)
fault("mlsd-omits-empty-files", "3659:7.1:mlsd-directory 959:*", "MLSD leaves empty files out.", Down("MLSD", lines(lambda rows: [row for row in rows if b"size=0;" not in row])))
fault("mlsd-omits-first", "3659:7.1:mlsd-directory", "MLSD leaves out the last file.", Down("MLSD", lines(lambda rows: [row for row in rows if row != max(
    (one for one in rows if b"type=file" in one), default=None)])))
fault("mlsd-ignores-argument", "3659:7.1:mlsd-directory", "MLSD lists the current directory whatever its argument is.", Rewrite("MLSD", lambda session, command: b"MLSD\r\n" if command.argument else None))
fault("mlsd-changes-type", "3659:7.2:mlsd-own-parameters 959:4.1.2:parameters-persist", "MLSD sets the type to ASCII.", Commands(
    lambda session, command: [command, Command(b"TYPE A\r\n", hidden=True)] if command.verb == "MLSD" else None))
fault("facts-no-last-semicolon", "3659:7.2:fact-form", "The last fact has no semicolon.", facts(lambda row: row[:-1]))
fault("facts-comma", "3659:7.2:fact-form", "Facts are separated by commas.", facts(lambda row: row.replace(b";", b",")))
fault("facts-size-wrong", "3659:7.5.7:size-fact 3659:4:size-transfer-octets", "The fact size is one too many.",
      facts(lambda row: re.sub(rb"size=(\d+)", lambda found: b"size=%d" % (int(found[1]) + 1), row)), force=SHOULD)
fault("facts-size-hexadecimal", "3659:7.5.7:size-fact", "The fact size is hexadecimal.", facts(lambda row: re.sub(rb"size=(\d+)", lambda found: b"size=0x%x" % int(found[1]), row)))
fault("facts-type-capital", "3659:7.5.1:type-values", "The fact type is `folder` for a directory.", facts(lambda row: row.replace(b"type=dir", b"type=folder")))
fault("facts-type-all-file", "3659:7.5.1:type-values 3659:7.5.1:* 3659:7.1:mlsd-directory", "The fact type is file for every entry.", facts(lambda row: row.replace(b"type=dir", b"type=file")))
fault("facts-type-all-dir", "3659:7.5.1:*", "The fact type is dir for every entry.", facts(lambda row: row.replace(b"type=file", b"type=dir")))
fault("facts-modify-local", "3659:2.3:time-utc 3659:2.3:time-one-base 3659:7.5.3:*", "The fact modify is an hour ahead of MDTM.",
      facts(lambda row: re.sub(rb"modify=(\d{8})(\d\d)", lambda found: b"modify=%s%02d" % (found[1], (int(found[2]) + 1) % 24), row)))
fault("facts-modify-form", "3659:2.3:time-form", "The fact modify is in seconds since 1970.", facts(lambda row: re.sub(rb"modify=\d+", b"modify=1582979696", row)))
fault("facts-modify-still", "3659:7.5.3:modify-changes", "The fact modify is always 1 January 2000.", facts(lambda row: re.sub(rb"modify=\d+", b"modify=20000101000000", row)))
fault("facts-unique-same", "3659:7.5.2:unique-stable", "The fact unique is the same for all files.", facts(lambda row: re.sub(rb"unique=\w+", b"unique=1U1", row)))
fault("facts-unique-changes", "3659:7.5.2:unique-stable", "The fact unique changes with each listing.", facts(lambda row: re.sub(rb"unique=(\w+)", lambda found: b"unique=%sX%d" % (
    found[1], __import__("time").monotonic_ns()), row)))
fault("facts-perm-capital", "3659:7.5.5:perm-letters", "The fact perm has letters that do not exist.", facts(lambda row: re.sub(rb"perm=", b"perm=xyz", row)))
fault("facts-perm-empty", "3659:7.5.5:perm-agrees", "The fact perm allows nothing.", facts(lambda row: re.sub(rb"perm=\w*", b"perm=", row)), force=SHOULD)
fault("facts-perm-all", "3659:7.5.5:perm-agrees", "The fact perm allows a file what only directories can.", facts(lambda row: re.sub(rb"perm=\w*", b"perm=acdeflmprw", row)), force=SHOULD)
fault("facts-private-name", "3659:7.6:fact-names", "A private fact is called `colour`.", facts(lambda row: row + b"colour=red;"))
fault("opts-mlst-ignored", "3659:7.9:opts-mlst-selects", "OPTS MLST gets 200, and all facts are sent.",
      Answer("OPTS", lambda session, argument: "200 MLST OPTS " + argument[5:].decode("latin-1"), lambda session, argument: argument.upper().startswith(b"MLST")))
fault("opts-mlst-reply-bare", "3659:7.9:opts-mlst-reply", "OPTS MLST gets `200 OK`.", Text("OPTS", "200", lambda raw: b"200 OK\r\n"), force=SHOULD)
fault("opts-mlst-unknown-501", "3659:7.9:opts-mlst-unknown", "OPTS MLST with an unknown fact gets 501.",
      Answer("OPTS", "501 No such fact", lambda session, argument: argument.upper().startswith(b"MLST ") and bool(
          re.search(rb"(?i)(?:^mlst |;)(?!type|size|modify|perm|unique|unix|;|$)", argument))))
fault("opts-mlst-none-ignored", "3659:7.9:opts-mlst-none", "OPTS MLST without facts changes nothing.",
      Answer("OPTS", "200 MLST OPTS", lambda session, argument: argument.upper().strip() == b"MLST"))

fault("mlsd-no-type", "3659:7.5.1:* 3659:7.5.10:recommended-facts 3659:7.8:starred-facts-sent", "Directories have no fact type.", facts(lambda row: row.replace(b"type=dir;", b"")))
fault("mdtm-of-folder", "3659:3.1:mdtm-* 3659:2.3:*", "MDTM returns the time of the directory that contains the file.",
      Rewrite("MDTM", lambda session, command: b"MDTM " + (command.argument.rpartition(b"/")[0] or b".") + b"\r\n" if command.argument else None), VSFTPD, SHOULD)
fault("mlst-ignores-argument", "3659:7.1:* 3659:7.3:mlst-name", "MLST describes the current directory, whatever its argument is.", Rewrite("MLST", lambda session, command: b"MLST\r\n"))

fault("size-never", "3659:4:size-* 3659:4.3:*", "SIZE is in FEAT, and refuses every file with 550.", Answer("SIZE", "550 Could not get file size.", lambda session, argument: bool(argument)), VSFTPD)
# MFMT, MFF, RANG.

fault("mfmt-nothing", "mfxx:3:mfmt-213", "MFMT gets 213, and sets nothing.",
      Answer("MFMT", lambda session, argument: f"213 Modify={argument[:14].decode('latin-1')}; {argument[15:].decode('latin-1')}"))
fault("mfmt-200", "mfxx:3:mfmt-213", "MFMT gets 200.", Code("MFMT", "213", "200"))
fault("rang-ignored", "rang:4.3:rang-retr rang:*", "RANG gets 350 and has no effect.", Answer("RANG", "350 Range set."), force=SHOULD)
fault("rang-end-exclusive", "rang:4.3:rang-retr rang:*", "RANG leaves the last byte out.", Rewrite("RANG", lambda session, command: re.sub(
    rb"(\d+)\r", lambda found: b"%d\r" % max(int(found[1]) - 1, 0), command.line)), force=SHOULD)
