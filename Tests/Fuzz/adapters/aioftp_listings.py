#!/usr/bin/env python3
"""The readers of LIST of aioftp's client (`pip install aioftp`), with the protocol of `ftpraw fuzz replies --listings`.

Input: the length of a line in digits, LF, and the line without its line end.
Output: a line: `none`, or kind, size, date and name, with `-` for what is unknown.
"""
import logging

import aioftp
import protocol

logging.disable(logging.CRITICAL)
KINDS = {"file": "file", "dir": "directory", "link": "link"}
client = aioftp.Client(encoding="latin-1")


def date(stamp):
    """A date from aioftp, which invents seconds, and the time of day if the line has none."""
    return "%s-%s-%sT%s:%s" % (stamp[:4], stamp[4:6], stamp[6:8], stamp[8:10], stamp[10:12])


def read(line):
    try:
        path, info = client.parse_list_line(line + b"\r\n")
    except Exception:  # aioftp tries each of its readers, and they fail with different exceptions.
        return ["none"]
    # For a link, aioftp guesses the type of its target.
    kind = "link" if "link_dst" in info else KINDS.get(info["type"], "-")
    return [kind, info.get("size", "-"), date(info["modify"]), protocol.escaped(str(path).encode("latin-1"))]


protocol.answer(read)
