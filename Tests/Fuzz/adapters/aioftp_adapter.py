#!/usr/bin/env python3
"""The parser of replies of aioftp's client (`pip install aioftp`) behind the protocol of `ftpraw fuzz replies --parser`.

In: the length of a stream in digits, LF, and the stream: all that a server says before it closes.
Out: a line: CODE/LINES for each reply, then `end`, or `open` where something is left that makes no reply, or `error`
where aioftp refuses to go on.
"""
import io
import logging

import aioftp
import protocol

logging.disable(logging.CRITICAL)


class Stream:
    """A connection whose bytes are all there, so that nothing is ever waited for."""

    def __init__(self, stream):
        self.rest = io.BytesIO(stream)
        self.lines = 0

    async def readline(self):
        self.lines += 1
        return self.rest.readline()

    def close(self):
        pass


class Client(aioftp.Client):
    """A client whose control connection is some bytes."""

    stream = None


def read(stream):
    client = Client()
    client.stream = Stream(stream)
    words = []
    while True:
        client.stream.lines = 0
        try:
            client.parse_response().send(None)
        except StopIteration as done:
            words.append(protocol.reply(done.value[0], client.stream.lines))
        except ConnectionResetError:
            # The end itself is read as a line.
            return words + ["open" if client.stream.lines > 1 else "end"]
        except (aioftp.AIOFTPException, UnicodeError):
            return words + ["error"]


protocol.answer(read)
