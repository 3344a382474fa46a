"""ports.py COUNT HOST...: print the first of COUNT consecutive ports that are free on every HOST.

Standard input has a port of each block that a server holds already: it may use few of them now, but any later. All blocks
are below the range from which the system assigns ports; otherwise another connection could take one before the server
starts.
"""
import random
import socket
import sys

LOW, HIGH = 10000, 32000
count, hosts = int(sys.argv[1]), sys.argv[2:]
held = {int(line) for line in sys.stdin}


def free(host, port):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


blocks = list(range(LOW, HIGH - count + 1, count))
random.shuffle(blocks)
for first in blocks:
    if held.isdisjoint(range(first, first + count)) and all(free(host, first + i) for i in range(count) for host in hosts):
        print(first)
        sys.exit(0)
sys.exit("no free ports")
