#!/usr/bin/env python3
"""Python's ftplib, with the protocol of `ftpraw fuzz replies --parser`.

Input: the length of a stream in digits, LF, and the stream: all that a server says before it closes.
Output: a line with CODE/LINES for each reply, then `end`, or `open` if something is left that is not a reply, or `error`
if ftplib gives up.
"""
import ftplib
import io

import protocol


class Client(ftplib.FTP):
    """A client whose control connection delivers these bytes."""

    def __init__(self, stream):
        super().__init__()
        self.file = io.TextIOWrapper(io.BytesIO(stream), encoding=self.encoding)
        self.lines = 0

    def getline(self):
        line = super().getline()
        self.lines += 1
        return line


def read(stream):
    client = Client(stream)
    words = []
    while True:
        client.lines = 0
        try:
            code = client.getresp()[:3]
        except (ftplib.error_temp, ftplib.error_perm) as reply:
            code = str(reply)[:3]
        except EOFError:
            return words + ["open" if client.lines else "end"]
        except (ftplib.Error, UnicodeError):
            return words + ["error"]
        words.append(protocol.reply(code, client.lines))


protocol.answer(read)
