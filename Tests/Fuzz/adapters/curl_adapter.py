#!/usr/bin/env python3
"""The program curl, with the protocol of `ftpraw fuzz replies --parser`: one process for each stream.

Input: the length of a stream in digits, LF, and the stream: all that a server says before it closes.
Output: a line with CODE/LINES for each reply, then `end`, or `open` if something is left that is not a reply, or `error`
if curl gives up.

A server accepts curl's login and sends the stream after its first NOOP. Each further NOOP shows that curl considers a
reply complete.
"""
import itertools
import re
import socket
import subprocess
import threading

import protocol

# If a stream has more replies than this, the rest is not read.
MOST = 60
LISTENER = socket.create_server(("127.0.0.1", 0))
CURL = ["curl", "-q", "-sv", "--max-time", "10", "--noproxy", "*"]
CURL += ["-Q", "*NOOP"] * MOST + ["ftp://u:p@127.0.0.1:%d/" % LISTENER.getsockname()[1]]
# curl's exit statuses for a weird reply and for a line that is too long.
REFUSED = (8, 27)
GREETINGS = {b"USER": b"230 in\r\n", b"PWD": b'257 "/"\r\n'}


def serve(stream):
    """Accepts a login, and answers the first NOOP with the stream and the end."""
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
        # Lines before a reply do not belong to it.
        lines = list(itertools.dropwhile(lambda line: not re.match(rb"\d\d\d[ -]", line), came))
        gave_up = b"We got a 421" in part or run.returncode in REFUSED
        if number < len(parts) or (gave_up and lines):
            words.append(protocol.reply(lines[-1][:3].decode("latin-1") if lines else "", len(lines)))
        elif not gave_up:
            # The last NOOP got no answer.
            words.append("open" if came else "end")
    return words + (["error"] if b"We got a 421" in run.stderr or run.returncode in REFUSED else [])


protocol.answer(read)
