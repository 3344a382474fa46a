# Compares what `ftpraw check` finds in the loaded server with its baseline, baselines/NAME.txt.

# Seconds; longer than any of these servers takes.
CONFORMANCE_LIMIT=300

# run_cases ROUND OPTION...: runs all cases; verdicts.ROUND gets one line `case verdict` for each, STATUS the exit
# status.
run_cases() {
  local round=$1 summary
  shift
  STATUS=0
  rm -f "$WORK/conformance.json"
  FTPRAW_PASSWORD=$FTP_PASSWORD timeout -k 20 $CONFORMANCE_LIMIT "$FTPRAW" check "$URL" "${SECURITY[@]}" "${CHECK[@]}" "$@" \
    --report "$WORK/conformance.json" >"$WORK/talk" 2>&1 </dev/null || STATUS=$?
  "$FTPRAW_PYTHON" "$LIB/verdicts.py" "$WORK/conformance.json" >"$WORK/verdicts.$round" 2>>"$WORK/talk" ||
    because "there is no report (exit status $STATUS)" || return
  summary=$(sed -nE 's|^.*: ([0-9]+ cases in .*)$|\1|p' "$WORK/talk" | tail -1)
  NOTE=${summary:-no summary}
  # The findings are at the end of a long text, followed by the totals.
  tail -c 3000 "$WORK/talk" >"$WORK/tail" && mv "$WORK/tail" "$WORK/talk"
  leaves_nothing
}

# Checks that a run has removed all that it wrote.
leaves_nothing() {
  local left
  left=$(find "$HOME_DIR" -name 'ftpraw-check-*' -print -prune 2>/dev/null | head -3)
  [ -z "$left" ] || because "left behind: $left"
}

# unexpected: prints the cases of the last run whose verdict differs from the baseline, with what the server did.
unexpected() { "$FTPRAW_PYTHON" "$LIB/verdicts.py" --unexpected "$WORK/conformance.json"; }

# A verdict that differs from the baseline in one run but not in the next depends on timing: it is printed after `ok`,
# and should be in the baseline as `flaky`.
conforms() {
  local first=
  run_cases once --baseline "$BASELINES/$NAME.txt" || return
  if [ $STATUS = 1 ] || [ $STATUS = 2 ]; then
    unexpected >"$WORK/first"
    first=$(cut -d ' ' -f 1,2 "$WORK/first" | paste -sd,)
    run_cases once --baseline "$BASELINES/$NAME.txt" || return
  fi
  ! grep -q 'without a reason' "$WORK/talk" || because "baselines/$NAME.txt has lines without a reason" || return
  case $STATUS in
    0) ;;
    1 | 2)
      unexpected | awk 'NR == FNR { seen[$1] = 1; next } $1 in seen && $2 != "flaky"' "$WORK/first" - >"$WORK/talk"
      [ ! -s "$WORK/talk" ] || because "differs from baselines/$NAME.txt" || return
      ;;
    124) because "no end within $CONFORMANCE_LIMIT s" || return ;;
    *) because "exit status $STATUS" || return ;;
  esac
  [ -z "$first" ] || NOTE="$NOTE; not each time as in the baseline: $first"
}

conforms_again() {
  run_cases twice --baseline "$BASELINES/$NAME.txt" || return
  # Cases that are known to be flaky do not count.
  awk '$2 == "flaky" { print $1 " " }' "$BASELINES/$NAME.txt" >"$WORK/flaky"
  diff <(grep -vFf "$WORK/flaky" "$WORK/verdicts.once") <(grep -vFf "$WORK/flaky" "$WORK/verdicts.twice") \
    >"$WORK/talk" || because "a second run has different verdicts"
}

writes_baseline() {
  mkdir -p "$BASELINES"
  run_cases once --write-baseline "$BASELINES/$NAME.txt" || return
  case $STATUS in
    0 | 1)
      NOTE="$(tail -1 "$WORK/talk")"
      "$FTPRAW_PYTHON" "$LIB/reasons.py" "$WORK/conformance.json" "$BASELINES/$NAME.txt" 2>"$WORK/talk" ||
        because "no reasons" || return
      cp "$WORK/conformance.json" "$REPORTS/$NAME $(server_version).json"
      ;;
    *) because "exit status $STATUS" ;;
  esac
}

# Keeps what did not pass; the recordings of a server under TLS leave out what those in clear have.
writes_recordings() {
  local clear=$INTEROP/recordings/${NAME%-*}.json
  is_secure || clear=
  mkdir -p "$INTEROP/recordings"
  run_cases once --save-run "$WORK/saved" || return
  case $STATUS in
    0 | 1) ;;
    *) because "exit status $STATUS" || return ;;
  esac
  "$FTPRAW_PYTHON" "$LIB/recordings.py" "$WORK/saved/run.json" "$INTEROP/recordings/$NAME.json" $clear 2>"$WORK/talk" ||
    because "no recordings"
}

# Writes the findings for all servers side by side, and what they answer.
writes_matrix() {
  local matrix=$INTEROP/matrix.md answers=$CHECKOUT/Sources/EmbeddedTexts/answers.txt
  [ $TLS = no ] || matrix=$INTEROP/matrix-tls.md answers=/dev/null
  "$FTPRAW_PYTHON" "$LIB/answers.py" "$REPORTS"/*.json >"$answers" 2>"$WORK/talk" || because "no answers" || return
  "$FTPRAW" matrix "$REPORTS"/*.json -o "$matrix" >"$WORK/talk" 2>&1 || because "no matrix" || return
  # The name and the kernel of this machine do not belong into the file.
  sed -i "s/\b$(hostname)\b/localhost/g; s/$(uname -r)/6.1.0/g" "$matrix"
}

check_conformance() {
  if [ "$MODE" = recordings ]; then check recordings writes_recordings; return; fi
  if [ "$MODE" = baselines ]; then check baseline writes_baseline; return; fi
  if [ ! -f "$BASELINES/$NAME.txt" ]; then check conformance because "there is no baselines/$NAME.txt"; return; fi
  check conformance conforms
  [ "$TWICE" = no ] || [ ! -s "$WORK/verdicts.once" ] || check conformance-again conforms_again
}
