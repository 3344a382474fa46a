"""load_table.py RESULTS: print the table of `load`."""
import json
import statistics
import sys

# The measurements without and with TLS.
ORDER = ["sessions/s", "failures", "handshakes/s", "resumed/s", "resumed", "idle KiB", "down MB/s", "up MB/s"]
COUNTS = ["failures", "resumed"]
rounds = {}
with open(sys.argv[1]) as lines:
    for line in lines:
        result = json.loads(line)
        name = result.pop("name")
        # If a round has several streams, their median counts.
        rounds.setdefault(name, []).append(
            {key: statistics.median(value) if isinstance(value, list) else value for key, value in result.items()}
        )
if not rounds:
    sys.exit("nothing was measured")
COLUMNS = [column for column in ORDER if all(column in result for results in rounds.values() for result in results)]


def row(name, cells):
    print(f"{name:<32}" + "".join(f"{cell:>13}" for cell in cells))


row("median of rounds", COLUMNS)
for name, results in rounds.items():
    cells = [statistics.median(result[column] for result in results) for column in COLUMNS]
    for count in set(COUNTS) & set(COLUMNS):
        cells[COLUMNS.index(count)] = sum(result[count] for result in results)
    row(f"{name} ({len(results)})", [f"{cell:.0f}" if cell >= 100 or cell == int(cell) else f"{cell:.1f}" for cell in cells])
print()
row("ratio, median of rounds", COLUMNS)
for ours in (name for name in rounds if name.startswith("ftpraw")):
    for name in (name for name in rounds if not name.startswith("ftpraw")):
        pairs = list(zip(rounds[ours], rounds[name]))
        cells = []
        for column in COLUMNS:
            ratios = [own[column] / other[column] for own, other in pairs if other[column]]
            cells.append("-" if column in COUNTS or not ratios else f"{statistics.median(ratios):.2f}")
        row(f"{ours} / {name}", cells)
