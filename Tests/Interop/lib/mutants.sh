# Runs mutants/run.py, which checks servers with deliberate faults, with the servers that it needs.

MUTANTS=$INTEROP/mutants
# The sample in a run of everything.
MUTANTS_SAMPLE=20 MUTANTS_SEED=959
MUTANTS_PROXIED=(proftpd vsftpd) MUTANTS_PATCHED=(pyftpdlib twisted aioftp)

# run_mutants OPTION-OR-NAME...: starts the servers for the proxy, and runs run.py.
run_mutants() {
  local name options=() status=0
  "$HERE/servers" install "${MUTANTS_PROXIED[@]}" "${MUTANTS_PATCHED[@]}" 9>&- || say "interop: not all servers could be installed"
  for name in "${MUTANTS_PROXIED[@]}"; do
    # Several mutants at a time, each with several sessions, share one server.
    "$HERE/servers" stop "$name" 9>&-
    FTPRAW_INTEROP_SESSIONS=400 "$HERE/servers" start "$name" >&2 9>&- || { say "interop: mutants of $name are left out"; continue; }
    options+=(--upstream "$name=$(load "$name" && echo "$PORT")")
  done
  [ ! -x "$VENV/bin/python" ] || options+=(--python "$VENV/bin/python")
  "$FTPRAW_PYTHON" "$MUTANTS/run.py" --ftpraw "$FTPRAW" "${options[@]}" "$@" 9>&- || status=$?
  for name in "${MUTANTS_PROXIED[@]}"; do "$HERE/servers" stop "$name" 9>&-; done
  return $status
}

# One check of `run`: always the same sample, so that a difference is caused by a change to the project.
finds_mutants() {
  run_mutants --rounds 1 --sample $MUTANTS_SAMPLE --seed $MUTANTS_SEED >"$WORK/talk" 2>&1 || because "worse than mutants/known.txt" || return
  NOTE=$(tail -1 "$WORK/talk")
}

# The tests that come with the loaded server, from the archive of its source on PyPI, and what they need.
fetch_suite() {
  local suite=$PACKAGES/suites/$NAME
  pip_install pytest pytest-asyncio pytest-mock psutil async-timeout trustme siosocks || return
  [ ! -d "$suite/tests" ] || return 0
  rm -rf "$suite" && mkdir -p "$suite"
  "$VENV/bin/pip" download -q --no-deps --no-binary :all: -d "$suite" "$NAME==$(server_version)" </dev/null >"$ROOT/pip.log" 2>&1 &&
    tar xzf "$suite"/*.tar.gz -C "$suite" --strip-components 1 --wildcards '*/tests' ||
    { say "interop: no tests of $NAME"; tail -3 "$ROOT/pip.log" >&2; return 1; }
}
