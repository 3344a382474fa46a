"""run.py [OPTION...] [NAME...]: what `ftpraw check` finds in mutants of real servers.

  --ftpraw PATH         the program
  --python PATH         the interpreter that has pyftpdlib, twisted and aioftp
  --upstream NAME=PORT  a running server for the proxy; repeated
  --sample N            N of the mutants, selected by --seed
  --seed TEXT           default: today
  --jobs N              mutants at a time
  --walks N             this many random walks among the cases
  --whole               always all cases, even if those of the broken rules would suffice
  --once                no second attempt for results that are worse than known
  --keep DIRECTORY      keep the reports there
  --write-known         rewrite known.txt
  --list                only print the table of mutants

NAME may contain * and ?. The exit status is 1 if a legal oddity is blamed or a fault is not found, unless known.txt says so.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import datetime
import fnmatch
import functools
import json
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import tempfile
import typing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from mutants import table  # noqa: E402

KNOWN = HERE / "known.txt"
BASELINES = HERE.parent / "baselines"
CONTENT = HERE.parent / "lib" / "content.py"
LIMIT = 240  # seconds for one run of `check`
START_LIMIT = 60  # seconds until a mutant tells its port
# From best to worst: the outcomes of faults, then those of legal oddities.
OUTCOMES = ["found", "warned", "blurred", "gave-up", "missed", "clean", "blamed"]
MEANING = {
    "found": "a case about that rule, at the level of the rule",
    "warned": "a case about that rule, but only as a warning",
    "blurred": "only cases about something else",
    "gave-up": "the run ended before its cases, and said what was wrong",
    "missed": "no case",
    "clean": "no new finding, as expected",
    "blamed": "a new finding",
}


class Finding(typing.NamedTuple):
    case: str
    requirement: str
    level: str
    received: str  # without values that differ each time
    about: str  # the requirement that the case is about; the finding may cite a general one


def findings(report):
    """The findings of a report. Those of a flaky case count as warnings, because they do not always occur."""
    found = set()
    for case in report["cases"]:
        verdict = case["verdict"]
        if verdict not in ("fail", "broken", "warn", "flaky"):
            continue
        chief = case["requirements"][0]["id"]
        told = list(case["findings"])
        if verdict == "flaky":
            told += [finding for attempt in case["attempts"] for finding in attempt["findings"]]
        for finding in told:
            level = "must" if finding["level"] == "must" and verdict in ("fail", "broken") else "should"
            received = re.sub(r"ftpraw-check-\w+|\d+", "#", finding["received"])
            found.add(Finding(case["id"], finding["requirement"], level, received, chief))
        if not told:
            level = "must" if verdict == "broken" else "should"
            found.add(Finding(case["id"], chief, level, verdict, chief))
    return found


# General rules about codes and missing replies: a case about any other rule may cite these.
GENERAL = {"959:4.2:first-digit", "959:4.2:every-command-answered", "959:4.2:preliminary-then-final"}


def is_about(mutant, finding):
    return mutant.is_about(finding.requirement) or finding.requirement in GENERAL and mutant.is_about(finding.about)


def news(mutant, found, known):
    """The findings that the unaltered server does not have. For the broken rule, a different wording counts as new."""
    kinds = {one[:3] for one in known}
    unsteady = unsteady_cases(mutant.base)
    return {one for one in found if one.case not in unsteady and (
        one[:3] not in kinds or is_about(mutant, one) and one not in known)}


class Lab:
    """Starts mutants and checks them."""

    def __init__(self, options, work):
        self.options, self.work = options, work
        self.upstreams = dict(pair.split("=") for pair in options.upstream)
        self.big = os.path.join(work, "big.bin")
        self.baselines = {}
        self.requirements = testable_requirements(options.ftpraw)  # id -> whether breaking it gives only a warning

    @contextlib.contextmanager
    def serving(self, name, base, packages=""):
        """Runs a mutant, and yields its port and its folder; no port if it does not start. Modules in `packages` come first."""
        with tempfile.TemporaryDirectory(prefix=f"{base}-{name}-", dir=self.work, ignore_cleanup_errors=True) as home:
            folders = [os.path.join(home, "home"), os.path.join(home, "anonymous")]
            if base not in table.PROXIED:
                for folder in folders:
                    os.mkdir(folder)
                    subprocess.run([sys.executable, CONTENT, folder, self.big], check=True)
            command = [self.options.python, "-W", "ignore", HERE / "host.py", name, base, self.upstreams.get(base, "0"), *folders]
            with open(os.path.join(home, "log"), "wb") as log:
                host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                                        env=os.environ | {"PYTHONPATH": packages})
            try:
                started = select.select([host.stdout], [], [], START_LIMIT)[0]
                yield host.stdout.readline().strip().decode() if started else "", home
            finally:
                host.stdin.close()
                try:
                    host.wait(10)
                except subprocess.TimeoutExpired:
                    host.kill()
                    host.wait()

    def check(self, name, base, arguments=(), packages=""):
        """The report of one run, and what went wrong, if anything did."""
        with self.serving(name, base, packages) as (port, home):
            if not port:
                log = pathlib.Path(home, "log").read_text(errors="replace")
                return None, "it does not start: " + log[-300:]
            return self.run_check(home, base, port, arguments)

    def run_check(self, home, base, port, arguments):
        path = os.path.join(home, "report.json")
        jobs = ["--jobs", "1"] if base == table.PYFTPDLIB else []
        more = ["--walks", str(self.options.walks)] if self.options.walks else []
        more += ["--depth", str(self.options.depth)]
        command = [self.options.ftpraw, "check", f"ftp://ftpuser@127.0.0.1:{port}", *arguments, "--minimize", "0", "--report", path, *more, *jobs]
        try:
            with open(os.path.join(home, "out"), "wb") as out:
                status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, timeout=LIMIT,
                                        env=os.environ | {"FTPRAW_PASSWORD": "ftppass"}).returncode
        except subprocess.TimeoutExpired:
            return None, f"no end within {LIMIT} s"
        if not os.path.exists(path):
            return None, f"no report, exit status {status}"
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        return report, f"gave up: {report.get('problem')}" if status not in (0, 1) else ""

    def baseline(self, base, rounds):
        """The findings for the unaltered server in several runs."""
        known = set()
        for _ in range(rounds):
            report, trouble = self.check("-", base)
            if report is None or not report["cases"]:
                sys.exit(f"mutants: no report on the unaltered {base}: {trouble}")
            known |= findings(report)
        return known

    def new_findings(self, mutant, selectors=()):
        # What is combined from tables is about every rule of its model.
        arguments = [*selectors, "--exclude", "tag:product"] if selectors else []
        report, trouble = self.check(mutant.name, mutant.base, arguments)
        found = news(mutant, findings(report), self.baselines[mutant.base]) if report else set()
        if self.options.keep and report:
            with open(os.path.join(self.options.keep, mutant.name + ".json"), "w", encoding="utf-8") as file:
                json.dump(report, file)
        return found, trouble

    def judge(self, mutant):
        """(outcome, its witnesses, trouble)."""
        if not mutant.legal and not self.options.whole:
            # The cases about the broken rules take only a second, and usually suffice.
            result = self.judge_once(mutant, list(filter(mutant.is_about, self.requirements)))
            if result[0] == "found":
                return result
        return self.judge_once(mutant, ())

    def judge_once(self, mutant, selectors):
        found, trouble = self.new_findings(mutant, selectors)
        if mutant.legal:
            if found:
                # A finding that a second run does not repeat, or that the unaltered server also has, was an accident.
                again, trouble = self.new_findings(mutant)
                found &= again
            if found:
                self.baselines[mutant.base] |= self.baseline(mutant.base, 1)
                found = news(mutant, found, self.baselines[mutant.base])
            return ("blamed" if found or trouble else "clean"), sorted(found), trouble
        return (*outcome(mutant, found, trouble, self.requirements), trouble)


@functools.cache
def unsteady_cases(base):
    """The cases that are flaky with the unaltered server."""
    lines = (BASELINES / f"{base}.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.split()[1:2] == ["flaky"]}


def testable_requirements(ftpraw):
    """The ids that some case cites, each with whether breaking it gives only a warning."""
    ledger = json.loads(subprocess.run([ftpraw, "ledger", "--format", "json"], capture_output=True, check=True).stdout)
    return {rule["id"]: rule["level"].lower() in ("should", "advice", "may") or bool(rule.get("conflicts"))
            for rule in ledger["requirements"] if rule["cases"]}


def outcome(mutant, found, trouble, mild):
    about = sorted(one for one in found if is_about(mutant, one))
    strong = [one for one in about if one.level == "must" or mild.get(one.requirement)]
    if strong:
        return "found", strong
    if about:
        return ("found" if mutant.force == table.SHOULD else "warned"), about
    if found:
        return "blurred", sorted(found, key=lambda one: (one.level, one.case))
    return ("gave-up" if trouble.startswith("gave up") else "missed"), []


def row(mutant, result):
    what, witnesses, trouble = result
    words = [f"{one.case} {one.requirement} {'fail' if one.level == 'must' else 'warn'}" for one in witnesses[:2]]
    more = f" (+{len(witnesses) - 2})" if len(witnesses) > 2 else ""
    return f"{what:8} {mutant.name:32} {mutant.section:14} {mutant.force:6} {', '.join(words)}{more}{'; ' + trouble if trouble else ''}"


def read_known():
    """name -> the known outcome, if that is not the best one."""
    known = {}
    if KNOWN.exists():
        for line in KNOWN.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                name, what, *_ = line.split()
                known[name] = what
    return known


def write_known(results):
    """Rewrites the lines of these results; other lines stay, and so do the reasons of unchanged outcomes."""
    lines = {}
    if KNOWN.exists():
        lines = {line.split()[0]: line for line in KNOWN.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"}
    before = {name: (*line.split(maxsplit=2), "?")[:3] for name, line in lines.items()}
    lines = {name: line for name, line in lines.items() if name in table.MUTANTS and name not in results}
    for name, (what, *_) in results.items():
        if what not in ("found", "clean"):
            _, known, reason = before.get(name, (name, None, None))
            lines[name] = f"{name:32} {what:8} {reason if known == what else '?'}"
    head = "# What `ftpraw check` is known to do wrong with mutants: mutant, outcome, and why. `?` is a reason that is not known yet.\n"
    KNOWN.write_text(head + "".join(lines[name] + "\n" for name in sorted(lines)), encoding="utf-8")


def worse(what, known):
    """Whether an outcome is worse than the known one. Outcomes that do not find the fault differ only by chance."""
    rank = {"found": 0, "warned": 1, "clean": 0, "blamed": 3}
    return rank.get(what, 2) > rank.get(known, 2)


def choose(options, mutants):
    patterns = options.names or ["*"]
    for pattern in patterns:
        if not fnmatch.filter(mutants, pattern):
            sys.exit(f"mutants: no such mutant: {pattern}")
    names = [name for name in mutants if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]
    bases = {pair.split("=")[0] for pair in options.upstream} | {base for base in table.PATCHED if is_installed(options.python, base)}
    for base in sorted({mutants[name].base for name in names} - bases):
        print(f"# no mutants of {base}: it does not run here")
    names = [name for name in names if mutants[name].base in bases]
    if options.sample:
        # One in five is legal; otherwise a sample might contain none.
        chance = random.Random(options.seed)
        legal = [name for name in names if mutants[name].legal]
        faults = [name for name in names if not mutants[name].legal]
        few = min(len(legal), options.sample // 5)
        names = chance.sample(legal, few) + chance.sample(faults, min(len(faults), options.sample - few))
    return names


def is_installed(python, module):
    return subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ftpraw")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--upstream", action="append", default=[])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default=datetime.date.today().isoformat())
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2, help="runs of the unaltered servers")
    parser.add_argument("--walks", type=int, default=0, help="random walks among the cases")
    parser.add_argument("--depth", type=int, default=1, help="how much of what is combined from tables is among the cases")
    parser.add_argument("--once", action="store_true", help="no second look at what is worse than known")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--write-known", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def main():
    options = arguments()
    mutants = table.load()
    if options.list:
        for mutant in mutants.values():
            print(f"{mutant.name:32} {mutant.base:10} {mutant.section:14} {mutant.force if mutant.rules else 'legal':6} {mutant.about}")
        return
    names = choose(options, mutants)
    if options.sample:
        print(f"# seed {options.seed}")
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    known = read_known()
    with tempfile.TemporaryDirectory(prefix="ftpraw-mutants-") as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        lab = Lab(options, work)
        for name in names:
            if not mutants[name].legal and not any(map(mutants[name].is_about, lab.requirements)):
                sys.exit(f"mutants: {name}: no case is about {' '.join(mutants[name].rules)}")
        subprocess.run([sys.executable, CONTENT, tempfile.mkdtemp(dir=work), lab.big], check=True)
        bases = list(dict.fromkeys(mutants[name].base for name in names))
        lab.baselines = dict(zip(bases, pool.map(lambda base: lab.baseline(base, options.rounds), bases)))
        results, failures = {}, []
        for name, result in zip(names, pool.map(lambda name: lab.judge(mutants[name]), names)):
            expected = known.get(name, "clean" if mutants[name].legal else "found")
            if worse(result[0], expected) and not options.once:
                # A second attempt, in case the machine was busy.
                again = lab.judge(mutants[name])
                result = again if worse(result[0], again[0]) else result
            results[name] = result
            mark = ""
            if worse(result[0], expected):
                failures.append(name)
                mark = "  <- expected: " + expected
            print(row(mutants[name], result) + mark, flush=True)
        if options.write_known:
            write_known(results)
        print_totals(results, mutants)
    if failures:
        print(f"worse than known: {' '.join(failures)}")
    sys.exit(1 if failures else 0)


def print_totals(results, mutants):
    counts = collections.Counter(what for what, *_ in results.values())
    faults = sum(not mutants[name].legal for name in results)
    print()
    for what in OUTCOMES:
        if counts[what]:
            print(f"{what:8} {counts[what]:4}  {MEANING[what]}")
    if faults:
        print(f"{faults} faults, {100 * counts['found'] / faults:.1f} % found; {len(results) - faults} oddities, {counts['blamed']} blamed")


if __name__ == "__main__":
    main()
