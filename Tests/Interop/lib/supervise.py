"""supervise.py LOG COMMAND...: run COMMAND, and on SIGTERM end all processes that it started.

FTP servers fork a process for each session, and some of these leave the process group and lose their parent. The
supervisor is therefore the "child subreaper" of all of them (Linux): a process that loses its parent becomes its
child, so that the one recorded pid is enough to end them, and no process is looked up by its name.
"""
import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


class Ended(Exception):
    pass


def on_signal(*_):
    raise Ended


def parents():
    """The parent of each process, as pid -> ppid."""
    found = {}
    if os.path.isdir("/proc/self"):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/stat", "rb") as stat:
                        # The name in parentheses may itself contain spaces and parentheses.
                        found[int(entry)] = int(stat.read().rsplit(b")", 1)[1].split()[1])
                except (OSError, IndexError):
                    pass
    else:
        rows = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True).stdout
        for row in rows.splitlines():
            pid, parent = row.split()
            found[int(pid)] = int(parent)
    return found


def descendants():
    tree, mine, grew = parents(), {os.getpid()}, True
    while grew:
        more = {pid for pid, parent in tree.items() if parent in mine} - mine
        mine |= more
        grew = bool(more)
    return mine - {os.getpid()}


def reap():
    """Collects ended children; False once there is no child left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def end_all():
    for signum, patience in ((signal.SIGTERM, 0.5), (signal.SIGKILL, 5.0)):
        deadline = time.monotonic() + patience
        while reap() and time.monotonic() < deadline:
            for pid in descendants():
                try:
                    os.kill(pid, signum)
                except OSError:
                    pass
            time.sleep(0.05)


def main():
    log, command = sys.argv[1], sys.argv[2:]
    os.setsid()
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    try:
        with open(log, "ab") as out:
            server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        while os.wait()[0] != server.pid:
            pass
    except Ended:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end_all()


main()
