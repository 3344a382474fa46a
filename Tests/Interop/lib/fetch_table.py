"""fetch_table.py RESULTS: print the tables of `fetch`."""
import statistics
import sys

walls = {}
processors = {}
with open(sys.argv[1]) as lines:
    for line in lines:
        server, way, program, size, wall, user, system = line.split()
        walls.setdefault((server, way, program), []).append(float(size) / float(wall))
        processors.setdefault((server, way, program), []).append(1000 * (float(user) + float(system)))


def table(rounds, unit):
    for (server, way, program), values in rounds.items():
        spread = f"({min(values):.0f}-{max(values):.0f}, {len(values)} rounds)"
        print(f"{server:<12} {way:<8} {program:<8} {statistics.median(values):8.0f} {unit}   {spread}")
    print()


def ratio(server, way, ours, other):
    """The ratios of ours to another program; above 1 means that ours is faster, or costs less."""
    faster = [own / theirs for own, theirs in zip(walls[server, way, ours], walls[server, way, other])]
    cheaper = [theirs / own for own, theirs in zip(processors[server, way, ours], processors[server, way, other])]
    print(
        f"{server:<12} {way:<8} {ours} / {other}: {statistics.median(faster):.2f},"
        f" by processor time {statistics.median(cheaper):.2f}"
    )


table(walls, "MiB/s")
table(processors, "ms of the processor")
for server in dict.fromkeys(server for server, way, _ in walls if way != "limited"):
    for way in "get", "null", "put":
        for other in "curl", "lftp":
            ratio(server, way, "ftpraw", other)
ratio("vsftpd", "limited", "four", "one")
