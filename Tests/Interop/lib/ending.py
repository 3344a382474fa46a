"""ending.py PID PORT USER PASSWORD FILE COUNT SECONDS: end a server that has COUNT transfers in progress.

Half of them download FILE and stop reading, half upload and stop writing. Each session must then get 421 and the end of
the connection, and the process must be gone within SECONDS.
"""
import os
import re
import select
import signal
import socket
import sys
import time

pid, port, user, password, path, count, limit = sys.argv[1:8]
pid, port, count, limit = int(pid), int(port), int(count), float(limit)


class Session:
    def __init__(self, number):
        self.control = socket.create_connection(("127.0.0.1", port), 30)
        self.replies = self.control.makefile("rb")
        self.expect("220", None)
        self.expect("331", f"USER {user}")
        self.expect("230", f"PASS {password}")
        self.expect("200", "TYPE I")
        host_and_port = re.search(r"(\d+),(\d+)\)", self.expect("227", "PASV"))
        address = ("127.0.0.1", int(host_and_port[1]) * 256 + int(host_and_port[2]))
        self.data = socket.create_connection(address, 30)
        if number % 2:
            self.expect("150", f"STOR stored-{number}")
            self.data.sendall(bytes(1 << 20))
        else:
            self.expect("150", f"RETR {path}")
            self.data.recv(1 << 16)

    def expect(self, code, command):
        if command:
            self.control.sendall(f"{command}\r\n".encode())
        line = self.replies.readline().decode()
        if not line.startswith(code + " "):
            sys.exit(f"{command} got {line!r}")
        return line


sessions = [Session(number) for number in range(count)]
process = os.pidfd_open(pid)
start = time.monotonic()
os.kill(pid, signal.SIGTERM)
if not select.select([process], [], [], 30)[0]:
    sys.exit("the server does not end")
seconds = time.monotonic() - start
rests = [session.replies.read() for session in sessions]
told = sum(bool(re.fullmatch(rb"421 [^\r\n]*\r\n", rest)) for rest in rests)
print(f"{told} of {count} sessions got 421; the server ended after {seconds:.2f} s")
sys.exit(told != count or seconds >= limit)
