#!/usr/bin/env python3
"""The parser of replies of aioftp's client (`pip install aioftp`), with the protocol of `ftpraw fuzz replies --parser`.

Input: the length of a stream in digits, LF, and the stream: all that a server says before it closes.
Output: a line with CODE/LINES for each reply, then `end`, or `open` if something is left that is not a reply, or `error`
if aioftp gives up.
"""
import io
import logging

import aioftp
import protocol

logging.disable(logging.CRITICAL)


class Stream:
    """A connection from which all bytes have been received, so that reading never waits."""

    def __init__(self, stream):
        self.rest = io.BytesIO(stream)
        self.lines = 0

    async def readline(self):
        self.lines += 1
        return self.rest.readline()

    def close(self):
        pass


class Client(aioftp.Client):
    """A client whose control connection delivers these bytes."""

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
            # The end of the stream counts as a line.
            return words + ["open" if client.stream.lines > 1 else "end"]
        except (aioftp.AIOFTPException, UnicodeError):
            return words + ["error"]


protocol.answer(read)
