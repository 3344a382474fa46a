#!/usr/bin/env python3
"""Python's ftplib behind the protocol of `ftpraw fuzz replies --parser`.

In: the length of a stream in digits, LF, and the stream: all that a server says before it closes.
Out: a line: CODE/LINES for each reply, then `end`, or `open` where something is left that makes no reply, or `error`
where ftplib refuses to go on.
"""
import ftplib
import io
import sys


class Client(ftplib.FTP):
    """A client whose control connection is some bytes."""

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
        # What ftplib takes for a code need not be three digits.
        words.append("%s/%d" % ("".join(c if c.isalnum() else "?" for c in code), client.lines))


def main():
    while True:
        length = sys.stdin.buffer.readline()
        if not length:
            return
        words = read(sys.stdin.buffer.read(int(length)))
        sys.stdout.buffer.write((" ".join(words) + "\n").encode("ascii", "replace"))
        sys.stdout.buffer.flush()


main()
