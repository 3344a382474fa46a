#!/usr/bin/env python3
"""The readers of LIST of ftputil (`pip install ftputil`, python3-ftputil) behind the protocol of `ftpraw fuzz replies --listings`.

In: the length of a line in digits, LF, and the line without its end.
Out: a line: `none`, or kind, size, date and name; `-` for what is not known.
"""
import datetime
import stat

import ftputil.error
import ftputil.stat
import protocol

KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "link"}
PARSERS = [ftputil.stat.UnixParser(), ftputil.stat.MSParser()]


def date(seconds):
    """A time in UTC. What comes before 1970 is 0 to ftputil, so that 0 says nothing."""
    if not seconds:
        return "-"
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M")


def read(line):
    text = line.decode("latin-1")
    for parser in PARSERS:
        if parser.ignores_line(text):
            return ["none"]
        try:
            found = parser.parse_line(text)
        except ftputil.error.ParserError:
            continue
        kind = KINDS.get(stat.S_IFMT(found.st_mode), "other")
        size = "-" if found.st_size is None else str(found.st_size)
        return [kind, size, date(found.st_mtime), protocol.escaped(found._st_name.encode("latin-1"))]
    return ["none"]


protocol.answer(read)
