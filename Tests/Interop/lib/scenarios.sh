# What `ftpraw check-client` finds in the clients that this machine has, next to what is known of them: baselines/clients/NAME.txt.

CLIENT_BASELINES=$INTEROP/baselines/clients
SCENARIOS_LIMIT=300

# driver_names: the clients that there are drivers for.
driver_names() { find "$INTEROP/drivers" -type f ! -name '*.*' -printf '%f\n' | sort; }

# run_scenarios OPTION...: a run over all scenarios; STATUS is its exit status, NOTE its last line.
run_scenarios() {
  STATUS=0
  PATH=$(dirname "$FTPRAW"):$PATH timeout -k 20 $SCENARIOS_LIMIT "$FTPRAW" check-client \
    --driver "$INTEROP/drivers/$NAME" --report "$WORK/clients/$NAME.json" "$@" >"$WORK/talk" 2>&1 </dev/null || STATUS=$?
  NOTE=$(tail -1 "$WORK/talk")
  tail -c 3000 "$WORK/talk" >"$WORK/tail" && mv "$WORK/tail" "$WORK/talk"
  [ $STATUS -le 2 ] || because "exit status $STATUS"
}

keeps_to_scenarios() {
  run_scenarios --baseline "$CLIENT_BASELINES/$NAME.txt" || return
  # What comes out now this way, now that way, is tried once more.
  [ $STATUS = 0 ] || run_scenarios --baseline "$CLIENT_BASELINES/$NAME.txt" || return
  [ $STATUS = 0 ] || because "not as in baselines/clients/$NAME.txt"
}

writes_client_baseline() {
  mkdir -p "$CLIENT_BASELINES"
  run_scenarios --write-baseline "$CLIENT_BASELINES/$NAME.txt" || return
  "$FTPRAW_PYTHON" "$LIB/reasons.py" "$WORK/clients/$NAME.json" "$CLIENT_BASELINES/$NAME.txt" 2>"$WORK/talk" ||
    because "no reasons"
}

writes_client_matrix() {
  "$FTPRAW" matrix "$WORK/clients"/*.json -o "$INTEROP/clients.md" >"$WORK/talk" 2>&1 || because "no matrix"
}

# check_drivers NAME...: each client that is here, all of them where none is named.
check_drivers() {
  local names=("$@") name
  [ ${#names[@]} -gt 0 ] || mapfile -t names < <(driver_names)
  mkdir -p "$WORK/clients"
  for name in "${names[@]}"; do
    NAME=$name
    if [ "$name" != ftpraw ] && ! have "$(sed -n 's/^get *\([^ ]*\).*/\1/p' "$INTEROP/drivers/$name")"; then
      skip scenarios "it is not installed"
    elif [ "$WRITES" = yes ]; then check baseline writes_client_baseline
    elif [ -f "$CLIENT_BASELINES/$name.txt" ]; then check scenarios keeps_to_scenarios
    else check scenarios because "there is no baselines/clients/$name.txt"
    fi
  done
  NAME=all
  [ "$WRITES" = no ] || check matrix writes_client_matrix
}
