"""inetd.py LOG HOST:PORT[,HOST:PORT...] COMMAND...: a super-server for FTP servers that expect inetd.

It accepts, forks, puts the connection on descriptors 0 and 1 and executes COMMAND.
"""
import os
import select
import signal
import socket
import sys


def listener(address):
    host, port = address.rsplit(":", 1)
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((host, int(port)))
    made.listen(64)
    return made


def serve(connection, log, command):
    # Python ignores SIGPIPE, which the server would inherit.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    errors = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    os.dup2(connection.fileno(), 0)
    os.dup2(connection.fileno(), 1)
    os.dup2(errors, 2)
    os.closerange(3, 256)
    os.execv(command[0], command)


log, addresses, command = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
listeners = [listener(address) for address in addresses]
while True:
    for ready in select.select(listeners, [], [])[0]:
        connection, _ = ready.accept()
        if os.fork() == 0:
            serve(connection, log, command)
        connection.close()
