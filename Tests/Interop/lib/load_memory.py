"""The memory of a server's processes."""
import os


def processes(roots):
    """The server's processes: the initial ones and all their descendants."""
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


def memory(roots):
    """Bytes in memory; pages that processes share count once."""
    total = 0
    for pid in processes(roots):
        try:
            with open(f"/proc/{pid}/smaps_rollup") as rows:
                total += sum(int(row.split()[1]) << 10 for row in rows if row.startswith("Pss:"))
        except OSError:
            pass
    return total
