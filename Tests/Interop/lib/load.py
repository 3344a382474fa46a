"""load.py NAME PIDS PORT FOLDER SESSIONS BYTES CLIENT USER PASSWORD: measure one server, print one JSON object.

PIDS is a file with the server's process ids. FOLDER is the served folder, with huge.bin of BYTES bytes and one-mib.bin in
it; if it is empty, both are uploaded first. CLIENT is FTPBenchmarks.
"""
import json
import os
import subprocess
import sys
import time

from load_memory import memory

name, pids, port, folder, sessions, size, client, user, password = sys.argv[1:10]
sessions, size = int(sessions), int(size)
with open(pids) as lines:
    roots = {int(line.split()[0]) for line in lines}


def command(*options):
    return [client, "load", "--port", port, "--user", user, "--password", password, *options]


def stream(*options):
    done = subprocess.run(command("--bytes", str(size), *options), capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return json.loads(done.stdout)["MB/s"]


def many_sessions(result):
    before = memory(roots)
    options = command("--sessions", str(sessions), "--hold", "one-mib.bin")
    with subprocess.Popen(options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        login = json.loads(running.stdout.readline())
        time.sleep(0.5)
        result["idle KiB"] = (memory(roots) - before) / 1024 / (sessions - login["failures"] or 1)
        running.stdin.write("\n")
        running.stdin.flush()
        retrieve = json.loads(running.stdout.readline())
    result["failures"] = retrieve["failures"]
    result["sessions/s"] = (sessions - retrieve["failures"]) / (login["seconds"] + retrieve["seconds"])
    if retrieve["failures"]:
        print(f"{name}: {login['reason'] or retrieve['reason']}", file=sys.stderr)


result = {"name": name}
if not folder:
    subprocess.run(command("--upload", "one-mib.bin"), check=True, stdout=subprocess.DEVNULL)
many_sessions(result)
up = "up.bin"
if folder:
    up = "up/up.bin"
result["up MB/s"] = []
for _ in range(5):
    result["up MB/s"].append(stream("--upload", up))
    if folder:
        os.remove(os.path.join(folder, up))
down = "huge.bin" if folder else up
result["down MB/s"] = [stream("--download", down) for _ in range(5)]
print(json.dumps(result), flush=True)
