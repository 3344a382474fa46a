"""Prints the verdicts of a JSON report of `ftpraw check`, a case a line."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for case in report["cases"]:
    print(case["id"], case["verdict"])
