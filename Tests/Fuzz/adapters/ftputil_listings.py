#!/usr/bin/env python3
"""The readers of LIST of ftputil (`pip install ftputil`, python3-ftputil), with the protocol of `ftpraw fuzz replies --listings`.

Input: the length of a line in digits, LF, and the line without its line end.
Output: a line: `none`, or kind, size, date and name, with `-` for what is unknown.
"""
import datetime
import stat

import ftputil.error
import ftputil.stat
import protocol

KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "link"}
PARSERS = [ftputil.stat.UnixParser(), ftputil.stat.MSParser()]


def date(seconds):
    """A time in UTC. ftputil returns 0 for times before 1970, so 0 counts as unknown."""
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
