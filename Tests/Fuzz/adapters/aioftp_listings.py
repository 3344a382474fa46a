#!/usr/bin/env python3
"""The readers of LIST of aioftp's client (`pip install aioftp`) behind the protocol of `ftpraw fuzz replies --listings`.

In: the length of a line in digits, LF, and the line without its end.
Out: a line: `none`, or kind, size, date and name; `-` for what is not known.
"""
import logging

import aioftp
import protocol

logging.disable(logging.CRITICAL)
KINDS = {"file": "file", "dir": "directory", "link": "link"}
client = aioftp.Client(encoding="latin-1")


def date(stamp):
    """A time of MLSD. Its seconds are made up, and so is the time of day of what has none."""
    return "%s-%s-%sT%s:%s" % (stamp[:4], stamp[4:6], stamp[6:8], stamp[8:10], stamp[10:12])


def read(line):
    try:
        path, info = client.parse_list_line(line + b"\r\n")
    except Exception:  # It means any of them: each of its readers is tried, and gives up in its own way.
        return ["none"]
    # What a link is to it is what it leads to, by a guess.
    kind = "link" if "link_dst" in info else KINDS.get(info["type"], "-")
    return [kind, info.get("size", "-"), date(info["modify"]), protocol.escaped(str(path).encode("latin-1"))]


protocol.answer(read)
