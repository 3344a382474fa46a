"""automatic.py [OPTION...] SERVER: what notices small random changes to a real server in Python.

  --ftpraw PATH         the program
  --python PATH         the interpreter that has the servers and pytest
  --suites FOLDER       SERVER/tests there has the tests that come with the server
  --sample N            N of the possible changes, selected by --seed (default: 40)
  --seed TEXT           default: 1
  --into FOLDER         for what was found; what is there already is not tried again
  --whole               also check and test servers with changes that the conversation does not show
  --list                only print the changes

SERVER is pyftpdlib or aioftp. Each change is tried in three ways, each of which must show a difference from the
original twice: a long conversation (is the change observable?), `ftpraw check`, and the server's own tests.
SERVER.jsonl in the folder gets a line for each.
"""
import argparse
import concurrent.futures
import difflib
import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mutants import conversation, operators, run, table  # noqa: E402

SUITE_LIMIT = 90  # seconds
TESTED_AGAIN = 5  # of the tests that fail
ACCUSING = ("fail", "broken", "warn", "flaky")
CASES_AGAIN = 12  # of the cases whose verdicts differ
SHOWN = 12
PARTS = ["--exclude", "tag:product"], ["tag:product"]  # of the cases; the second only if the first notices nothing


class Target(typing.NamedTuple):
    files: tuple[str, ...]
    unused: set[str]  # classes and functions that are not part of the server as it is started here, or only write logs
    tests: tuple[str, ...]
    shards: int  # servers that are checked side by side


TARGETS = {
    table.PYFTPDLIB: Target(
        ("handlers/ftp/control.py", "handlers/ftp/data.py", "handlers/ftp/dispatchers.py", "handlers/ftp/producers.py",
         "filesystems.py",
         "authorizers.py"),
        set("ThrottledDTPHandler _Base override_perm remove_user handle_max_cons handle_max_cons_per_ip get_repr_info "
            "log logline logerror log_cmd log_transfer log_exception _support_hybrid_ipv6".split()),
        ("test_functional.py", "test_authorizers.py", "test_filesystems.py", "test_servers.py"), 4),
    table.AIOFTP: Target(
        ("server.py", "pathio.py"),
        set("AsyncPathIO MemoryPathIO AbstractPathIO AbstractUserManager HasExecutor Node _blocking_io".split()),
        tuple(f"test_{name}.py" for name in (
            "abort connection corner_cases current_directory directory_actions file login maximum_connections passive "
            "pathio permissions restart simple_functions throttle user").split()), 2),
}


def changes(original, other):
    """Where one conversation differs from another: the places in the original, and what was sent and came in each."""
    found = {}
    matcher = difflib.SequenceMatcher(None, [tuple(step) for step in original], [tuple(step) for step in other],
                                      autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes() if original != other else ():
        for i in range(first, max(last, first + 1)) if kind != "equal" else ():
            j = start + i - first
            found[i] = [*(original[i] if i < last else ["more", ""]), other[j][1] if j < end else "nothing"]
    return found


class Bench:
    def __init__(self, options, work):
        self.options, self.work, self.server, self.target = options, work, options.server, TARGETS[options.server]
        self.lab = run.Lab(options, work)
        subprocess.run([sys.executable, run.CONTENT, tempfile.mkdtemp(dir=work), self.lab.big], check=True)
        where = f"import importlib.util as u; print(u.find_spec({self.server!r}).submodule_search_locations[0])"
        found = subprocess.run([options.python, "-c", where], capture_output=True, check=True, text=True)
        self.package = pathlib.Path(found.stdout.strip())
        self.conversations, self.failing, self.verdicts, self.unsteady = [], [], {}, set()

    def learn(self):
        """Reads what is known about the original, or finds it out."""
        path = pathlib.Path(self.options.into, f"{self.server}.reference.json")
        if not path.exists():
            path.write_text(json.dumps(self.reference()), encoding="utf-8")
        self.conversations, self.failing, self.verdicts = json.loads(path.read_text(encoding="utf-8"))
        self.unsteady = {i for other in self.conversations[1:] for i in changes(self.conversations[0], other)}
        count, length = len(self.conversations), len(self.conversations[0])
        print(f"# the original: {count} conversations of {length} steps, of which {len(self.unsteady)} differ;")
        print(f"# {len(self.verdicts)} cases with steady verdicts; {len(self.failing)} of its own tests fail",
              flush=True)

    def reference(self):
        """What the original says, which of its own tests it fails, and the verdicts that two runs agree on."""
        talks = [self.talk("") for _ in range(self.options.rounds)]
        failing = self.failed("") | self.failed("")
        (once, trouble), (twice, again) = (self.check("", [], self.target.shards) for _ in range(2))
        if trouble or again:
            sys.exit(f"automatic: the original cannot be checked: {trouble or again}")
        return talks, sorted(failing), {case: verdict for case, verdict in once.items() if twice.get(case) == verdict}

    def places(self):
        """All possible changes, in an order that the seed determines."""
        found = []
        for name in self.target.files:
            found += operators.places(name, (self.package / name).read_text(encoding="utf-8"), self.target.unused)
        random.Random(self.options.seed).shuffle(found)
        return found

    def source(self, place):
        return (self.package / place.path).read_text(encoding="utf-8")

    def talk(self, packages):
        with self.lab.serving("-", self.server, packages) as (port, home):
            if not port:
                return []
            folders = (os.path.join(home, name) for name in ("home", "anonymous"))
            return conversation.converse(int(port), *folders, self.options.seed)

    def failed(self, packages, tests=()):
        """The tests of the server's authors that fail, or `no end`."""
        with tempfile.TemporaryDirectory(dir=self.work, ignore_cleanup_errors=True) as folder:
            shutil.copytree(os.path.join(self.options.suites, self.server, "tests"), os.path.join(folder, "tests"))
            command = [self.options.python, "-W", "ignore", "-m", "pytest", "-q", "-rfE", "--tb=no", "-p",
                       "no:cacheprovider", "--import-mode=importlib",
                       *([] if tests or not packages else ["--maxfail", str(TESTED_AGAIN)]),
                       *(tests or (os.path.join("tests", name) for name in self.target.tests))]
            with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True,
                                  env=os.environ | {"PYTHONPATH": packages}, start_new_session=True) as tested:
                try:
                    out = tested.communicate(timeout=SUITE_LIMIT)[0]
                except subprocess.TimeoutExpired:
                    return {"no end"}
                finally:
                    end_group(tested)
        found = set(re.findall(r"^(?:FAILED|ERROR) (\S+?)(?: - .*)?$", out, re.M))
        return found or ({"no tests"} if tested.returncode not in (0, 1) else set())

    def check(self, packages, only, shards=1):
        """The verdicts of the selected cases, and what went wrong."""
        runs = [[*only, "--shard", f"{number}/{shards}"] for number in range(1, shards + 1)]
        with concurrent.futures.ThreadPoolExecutor(shards) as pool:
            results = list(pool.map(lambda run: self.lab.check("-", self.server, run, packages), runs))
        verdicts = {case["id"]: case["verdict"] for report, _ in results if report for case in report["cases"]}
        return verdicts, ", ".join(sorted({trouble for _, trouble in results if trouble}))

    def observed(self, packages, said):
        """What differs in each of two conversations, of which one has been."""
        once = changes(self.conversations[0], said)
        if once.keys() <= self.unsteady:
            return []
        twice = changes(self.conversations[0], self.talk(packages))
        return [once[i] for i in sorted(once.keys() & twice.keys() - self.unsteady)]

    def killed_by_suite(self, packages):
        failed = self.failed(packages) - set(self.failing)
        again = [name for name in sorted(failed) if "::" in name][:TESTED_AGAIN]
        return sorted(failed and failed & self.failed(packages, again))

    def killed_by_check(self, packages):
        """The cases that have other verdicts, each in two runs, and not because they were run alone."""
        for only in PARTS:
            verdicts, trouble = self.check(packages, only, self.target.shards)
            other = [case for case, verdict in self.verdicts.items() if verdicts.get(case, verdict) != verdict]
            chosen = sorted(other, key=lambda case: verdicts[case] not in ACCUSING)[:CASES_AGAIN]
            again, original = (self.check(where, chosen)[0] if chosen else {} for where in (packages, ""))
            found = {case: f"{self.verdicts[case]} -> {verdicts[case]}" for case in chosen
                     if again.get(case) != self.verdicts[case] == original.get(case)}
            if trouble and not found:
                trouble = self.check(packages, only, self.target.shards)[1]
            if trouble:
                found["the whole run"] = trouble
            if found:
                return found
        return {}

    def judge(self, place):
        began = time.monotonic()
        with tempfile.TemporaryDirectory(dir=self.work) as packages:
            shutil.copytree(self.package, os.path.join(packages, self.server),
                            ignore=shutil.ignore_patterns("__pycache__"))
            source = self.source(place)
            pathlib.Path(packages, self.server, place.path).write_text(place.applied(source), encoding="utf-8")
            said = self.talk(packages)
            different = self.observed(packages, said) if said else []
            tried = said and (different or self.options.whole)
            tests, cases = (self.killed_by_suite(packages), self.killed_by_check(packages)) if tried else ([], {})
        return {"server": self.server, "file": place.path, "line": place.line, "operator": place.operator,
                "change": place.shown(source), "start": place.start, "text": place.text,
                "starts": bool(said), "observable": bool(different), "differences": different[:SHOWN],
                "steps": len(different), "whole": bool(tried), "ftpraw": cases, "suite": tests,
                "seconds": round(time.monotonic() - began)}


def end_group(process):
    """Ends what a run of tests has left behind."""
    try:
        os.killpg(process.pid, 9)
    except ProcessLookupError:
        pass


def interval(count, of):
    """The exact interval (Clopper and Pearson) for a share, at 95 %, in percent."""

    def solve(holds):
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return 100 * low

    def at_most(k, p):
        return sum(math.comb(of, i) * p**i * (1 - p) ** (of - i) for i in range(k + 1))

    low = solve(lambda p: 1 - at_most(count - 1, p) < 0.025) if count else 0
    return low, solve(lambda p: at_most(count, p) > 0.025) if count < of else 100


def row(name, count, of):
    share = "" if not of else "{:5.0f} %  ({:.0f}-{:.0f} %)".format(100 * count / of, *interval(count, of))
    print(f"{name:34} {count:4} of {of:4} {share}")


def accuses(one):
    """Whether some case has a finding: not only less that could be tested, and not only another finding gone."""
    return any(verdict.split(" -> ")[-1] in ACCUSING for verdict in one["ftpraw"].values())


def print_table(server, results):
    seen = [one for one in results if one["observable"]]
    started = sum(one["starts"] for one in results)
    print(f"\n{server}: {len(results)} changes; with {len(results) - started} of them it does not start")
    row("observable", len(seen), started)
    row("  killed by ftpraw check", sum(bool(one["ftpraw"]) for one in seen), len(seen))
    row("    with a finding", sum(accuses(one) for one in seen), len(seen))
    row("  killed by the server's own tests", sum(bool(one["suite"]) for one in seen), len(seen))
    row("  killed by neither", sum(not one["ftpraw"] and not one["suite"] for one in seen), len(seen))
    rest = [one for one in results if not one["observable"] and one["whole"]]
    row("not observed, killed by ftpraw", sum(bool(one["ftpraw"]) for one in rest), len(rest))
    row("not observed, killed by its tests", sum(bool(one["suite"]) for one in rest), len(rest))
    for one in seen:
        if not one["ftpraw"]:
            sent, original, altered = one["differences"][0]
            print(f"\nnot killed by ftpraw check: {one['file']}:{one['line']} {one['operator']}\n{one['change']}")
            print(f"  {sent!r}: {original!r}, now {altered!r}{' (and more)' * (one['steps'] > 1)}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ftpraw", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--suites", required=True)
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--into", required=True)
    parser.add_argument("--rounds", type=int, default=5, help="conversations with the original, which must not differ")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("server", choices=TARGETS)
    parser.set_defaults(upstream=[], depth=2, walks=0)
    return parser.parse_args()


def main():
    options = arguments()
    os.makedirs(options.into, exist_ok=True)
    path = pathlib.Path(options.into, f"{options.server}.jsonl")
    known = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        one = json.loads(line)
        known[one["file"], one["start"], one["operator"], one["text"]] = one
    with tempfile.TemporaryDirectory(prefix="ftpraw-mutants-") as work:
        bench = Bench(options, work)
        places = bench.places()
        print(f"# {options.sample} of {len(places)} changes, seed {options.seed}", flush=True)
        if options.list:
            for place in places[: options.sample]:
                print(f"{place.path}:{place.line} {place.operator}\n{place.shown(bench.source(place))}")
            return
        bench.learn()
        results = []
        for number, place in enumerate(places[: options.sample], 1):
            one = known.get((place.path, place.start, place.operator, place.text))
            if not one or options.whole and not one["whole"]:
                one = bench.judge(place)
                with open(path, "a", encoding="utf-8") as file:
                    file.write(json.dumps(one) + "\n")
            results.append(one)
            words = ", ".join(word for word in ("observable", "ftpraw", "suite") if one[word]) or "-"
            print(f"{number:3} {place.path}:{place.line} {place.operator}: {words} ({one['seconds']} s)", flush=True)
    print_table(options.server, results)


if __name__ == "__main__":
    main()
