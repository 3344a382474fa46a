"""load.py NAME PIDS PORT FOLDER SESSIONS BYTES CLIENT USER PASSWORD: measure one server, print one JSON object.

PIDS is a file with the server's process ids. FOLDER is what it serves, with huge.bin of so many bytes and one-mib.bin in
it; without one, both are uploaded first. CLIENT is FTPBenchmarks.
"""
import json
import os
import subprocess
import sys
import time

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


def processes():
    """The server's processes: those it was started as, and all that come from them."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", "rb") as stat:
                parents[int(entry)] = int(stat.read().rsplit(b")", 1)[1].split()[1])
        except OSError:
            pass
    mine, grew = set(roots), True
    while grew:
        more = {pid for pid, parent in parents.items() if parent in mine} - mine
        mine |= more
        grew = bool(more)
    return mine


def memory():
    """Bytes in memory, pages that processes share counted once."""
    total = 0
    for pid in processes():
        try:
            with open(f"/proc/{pid}/smaps_rollup") as rows:
                total += sum(int(row.split()[1]) << 10 for row in rows if row.startswith("Pss:"))
        except OSError:
            pass
    return total


def many_sessions(result):
    before = memory()
    options = command("--sessions", str(sessions), "--hold", "one-mib.bin")
    with subprocess.Popen(options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        login = json.loads(running.stdout.readline())
        time.sleep(0.5)
        result["idle KiB"] = (memory() - before) / 1024 / (sessions - login["failures"] or 1)
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
