"""load_tls.py NAME PIDS PORT FOLDER SESSIONS BYTES USER PASSWORD: measure one server after AUTH TLS, print one JSON object.

PIDS is a file with the server's process ids. FOLDER is the served folder, with huge.bin of BYTES bytes in it. curl
transfers the streams. Handshakes follow each other, each on its own connection, first without and then with the session
of the previous one.
"""
import json
import os
import socket
import ssl
import subprocess
import sys
import time

from load_memory import memory

name, pids, port, folder, sessions, size, user, password = sys.argv[1:9]
sessions, size = int(sessions), int(size)
with open(pids) as lines:
    roots = {int(line.split()[0]) for line in lines}
# This measures the server; other checks verify the certificate.
trusting = ssl.create_default_context()
trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
HANDSHAKES = 200


def reply(connection):
    """The code of a reply."""
    data = b""
    while True:
        more = connection.recv(4096)
        if not more:
            sys.exit(f"{name}: the connection ended after {data!r}")
        data += more
        lines = data.split(b"\r\n")
        if lines[-1] == b"" and len(lines) > 1 and lines[-2][:3].isdigit() and lines[-2][3:4] == b" ":
            return int(lines[-2][:3])


def ask(connection, command):
    connection.sendall(command.encode() + b"\r\n")
    return reply(connection)


def secured(session=None):
    connection = socket.create_connection(("127.0.0.1", int(port)), timeout=60)
    reply(connection)
    ask(connection, "AUTH TLS")
    return trusting.wrap_socket(connection, session=session)


def stream(*options):
    done = subprocess.run(
        ["curl", "-q", "-sS", "--ssl-reqd", "--insecure", "--user", f"{user}:{password}", *options], capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return float(done.stdout) / 1e6


def handshakes(resumes):
    """Handshakes per second, and how many of them resumed a session."""
    session, resumed, start = None, 0, time.monotonic()
    for _ in range(HANDSHAKES):
        connection = secured(session if resumes else None)
        # With TLS 1.3, there is a session only after something was read.
        ask(connection, "NOOP")
        resumed += connection.session_reused
        session = connection.session
        connection.close()
    return HANDSHAKES / (time.monotonic() - start), resumed


def idle_memory():
    """KiB for each idle session after its login."""
    before, open_sessions = memory(roots), []
    for _ in range(sessions):
        connection = secured()
        ask(connection, f"USER {user}")
        if ask(connection, f"PASS {password}") != 230:
            sys.exit(f"{name}: the login fails after {len(open_sessions)} sessions")
        open_sessions.append(connection)
    time.sleep(0.5)
    after = memory(roots)
    for connection in open_sessions:
        connection.close()
    return (after - before) / 1024 / sessions


url = f"ftp://127.0.0.1:{port}"
result = {"name": name}
result["handshakes/s"], _ = handshakes(False)
result["resumed/s"], result["resumed"] = handshakes(True)
result["idle KiB"] = idle_memory()
result["up MB/s"] = []
for _ in range(3):
    result["up MB/s"].append(stream("-T", os.path.join(folder, "huge.bin"), "-w", "%{speed_upload}", f"{url}/up/up.bin"))
    os.remove(os.path.join(folder, "up/up.bin"))
result["down MB/s"] = [stream("-o", "/dev/null", "-w", "%{speed_download}", f"{url}/huge.bin") for _ in range(3)]
print(json.dumps(result), flush=True)
