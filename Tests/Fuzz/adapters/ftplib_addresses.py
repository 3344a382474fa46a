#!/usr/bin/env python3
"""The readers of 227 and 229 of Python's ftplib, with the protocol of `ftpraw fuzz replies --addresses`.

Input: the length of a reply in digits, LF, and the reply: one line without its line end.
Output: a line: host and port with a space between them, `-` for the host if the reply names none, or `error`.
"""
import ftplib

import protocol


def read(reply):
    text = reply.decode("utf-8", "surrogateescape")
    try:
        if text.startswith("229"):
            host, port = ftplib.parse229(text, ("-", 0))
        else:
            host, port = ftplib.parse227(text)
    except (ftplib.Error, ValueError, IndexError):
        return ["error"]
    return [host, str(port)]


protocol.answer(read)
