"""verdicts.py [--unexpected] REPORT.json: print the verdicts of `ftpraw check`, one case per line.

With --unexpected, only those that differ from the baseline, each with what the server did.
"""

import json
import sys

unexpected = sys.argv[1] == "--unexpected"
with open(sys.argv[-1], encoding="utf-8") as file:
    report = json.load(file)
for case in report["cases"]:
    if not unexpected:
        print(case["id"], case["verdict"])
    elif (case["standing"] or "known") != "known":
        finding = next(iter(case["findings"]), None)
        words = f"expected {finding['expected']}, received {finding['received']}" if finding else case["reason"] or ""
        print(case["id"], case["verdict"], words[:160])
