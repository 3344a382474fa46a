"""fetch_table.py RESULTS: the table of `fetch`."""
import statistics
import sys

rounds = {}
with open(sys.argv[1]) as lines:
    for line in lines:
        way, program, rate = line.split()
        rounds.setdefault((way, program), []).append(float(rate))
for (way, program), rates in rounds.items():
    print(f"{way:<8} {program:<8} {statistics.median(rates):8.0f} MiB/s   ({min(rates):.0f}-{max(rates):.0f}, {len(rates)} rounds)")
print()


def ratio(way, ours, other):
    values = [own / theirs for own, theirs in zip(rounds[way, ours], rounds[way, other])]
    print(f"{way:<8} {ours} / {other}: {statistics.median(values):.2f}")


for way in "get", "put":
    for other in "curl", "lftp":
        ratio(way, "ftpraw", other)
ratio("limited", "four", "one")
