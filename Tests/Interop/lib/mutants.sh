# What `ftpraw check` finds in servers with a fault put in: mutants/run.py, with the servers that it needs.

MUTANTS=$INTEROP/mutants
MUTANTS_PROXIED=(proftpd vsftpd) MUTANTS_PATCHED=(pyftpdlib twisted aioftp)

# run_mutants OPTION-OR-NAME...: starts the servers behind the proxy, and leaves the rest to run.py.
run_mutants() {
  local name upstreams=() status=0
  "$HERE/servers" install "${MUTANTS_PROXIED[@]}" "${MUTANTS_PATCHED[@]}" 9>&- || say "interop: not all servers could be installed"
  for name in "${MUTANTS_PROXIED[@]}"; do
    # Several mutants at a time, each with several sessions, share one server.
    FTPRAW_INTEROP_SESSIONS=400 "$HERE/servers" stop "$name" 9>&-
    FTPRAW_INTEROP_SESSIONS=400 "$HERE/servers" start "$name" 9>&- || { say "interop: mutants of $name are left out"; continue; }
    upstreams+=(--upstream "$name=$(load "$name" && echo "$PORT")")
  done
  "$FTPRAW_PYTHON" "$MUTANTS/run.py" --ftpraw "$FTPRAW" --python "$VENV/bin/python" "${upstreams[@]}" "$@" 9>&- || status=$?
  for name in "${MUTANTS_PROXIED[@]}"; do "$HERE/servers" stop "$name" 9>&-; done
  return $status
}
