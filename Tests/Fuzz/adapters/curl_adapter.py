#!/usr/bin/env python3
"""curl, the program, behind the protocol of `ftpraw fuzz replies --parser`: a process for each stream.

In: the length of a stream in digits, LF, and the stream: all that a server says before it closes.
Out: a line: CODE/LINES for each reply, then `end`, or `open` where something is left that makes no reply, or `error`
where curl refuses to go on.

A server lets curl in and says the stream when curl sends its first NOOP. Curl says what it makes of a reply by going on:
it sends the next NOOP when it takes the reply for complete.
"""
import itertools
import re
import socket
import subprocess
import threading

import protocol

# Where a stream has more replies, the rest is not read.
MOST = 60
LISTENER = socket.create_server(("127.0.0.1", 0))
CURL = ["curl", "-q", "-sv", "--max-time", "10", "--noproxy", "*"]
CURL += ["-Q", "*NOOP"] * MOST + ["ftp://u:p@127.0.0.1:%d/" % LISTENER.getsockname()[1]]
# A server that says something weird, and a line that is too long.
REFUSED = (8, 27)
GREETINGS = {b"USER": b"230 in\r\n", b"PWD": b'257 "/"\r\n'}


def serve(stream):
    """Lets a client in, and answers its first NOOP with the stream and the end."""
    client, _ = LISTENER.accept()
    with client:
        client.settimeout(10)
        try:
            client.sendall(b"220 ready\r\n")
            for line in client.makefile("rb"):
                verb = line.split()[0]
                if verb == b"NOOP":
                    client.sendall(stream)
                    client.shutdown(socket.SHUT_WR)
                    while client.recv(65536):
                        pass
                    return
                client.sendall(GREETINGS.get(verb, b"200 fine\r\n"))
        except OSError:
            pass


def read(stream):
    server = threading.Thread(target=serve, args=(stream,))
    server.start()
    run = subprocess.run(CURL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    server.join()
    parts = run.stderr.split(b"> NOOP\r\n")[1:]
    words = []
    for number, part in enumerate(parts, 1):
        came = [line[2:] for line in part.split(b"\n") if line.startswith(b"< ")]
        # Lines before a reply are no lines of it.
        lines = list(itertools.dropwhile(lambda line: not re.match(rb"\d\d\d[ -]", line), came))
        gave_up = b"We got a 421" in part or run.returncode in REFUSED
        if number < len(parts) or (gave_up and lines):
            words.append(protocol.reply(lines[-1][:3].decode("latin-1") if lines else "", len(lines)))
        elif not gave_up:
            # The last NOOP is the one that nothing has answered.
            words.append("open" if came else "end")
    return words + (["error"] if b"We got a 421" in run.stderr or run.returncode in REFUSED else [])


protocol.answer(read)
