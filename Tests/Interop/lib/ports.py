"""ports.py COUNT HOST...: print the first of COUNT consecutive ports that are free on every HOST.

Standard input has the first and last port of each block that a server holds already: it may use few of them now, but any
later. All blocks are below the range from which the system assigns ports; otherwise another connection could take one before
the server starts.

Where no block is free, the program waits: the connections of a server that was just stopped hold its ports for a minute.
"""
import random
import socket
import sys
import time

LOW, HIGH = 4000, 32000
PATIENCE = 90  # seconds
count, hosts = int(sys.argv[1]), sys.argv[2:]
held = [tuple(map(int, line.split())) for line in sys.stdin]


def free(host, port):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def block():
    # Blocks of one size stand side by side: started at random, a few would leave no room that is large enough.
    blocks = list(range(LOW, HIGH - count + 1, count))
    random.shuffle(blocks)
    for first in blocks:
        last = first + count - 1
        if any(low <= last and first <= high for low, high in held):
            continue
        if all(free(host, port) for port in range(first, last + 1) for host in hosts):
            return first
    return None


until = time.monotonic() + PATIENCE
while (found := block()) is None:
    if time.monotonic() > until:
        sys.exit("no free ports")
    time.sleep(1)
print(found)
