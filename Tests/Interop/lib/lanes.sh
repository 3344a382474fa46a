# Lanes: checks that run side by side, because most of their time is spent waiting.

# How many lanes run at once.
LANES=${FTPRAW_INTEROP_LANES:-4}
declare -A lane_of=()

# lane NAME FUNCTION ARGUMENT...: runs the function in the background, with a WORK of its own. Its output is printed when
# it ends, and its counts are added to those of the run.
lane() {
  local name=$1 work=$WORK/lanes/$1
  shift
  while [ ${#lane_of[@]} -ge "$LANES" ]; do await_lane; done
  mkdir -p "$work"
  (
    trap 'end_serve; end_recorder' EXIT
    trap 'exit 143' TERM
    WORK=$work passed=0 failed=0 skipped=0 CLIENTS_RAN=0
    "$@"
    echo "passed+=$passed failed+=$failed skipped+=$skipped CLIENTS_RAN+=$CLIENTS_RAN" >"$work/counts"
  ) >"$work/printed" 2>&1 </dev/null 9>&- &
  lane_of[$!]=$name
}

# Waits for the next lane that ends.
await_lane() {
  local ended work
  wait -n -p ended "${!lane_of[@]}"
  work=$WORK/lanes/${lane_of[$ended]}
  cat "$work/printed"
  if [ -f "$work/counts" ]; then
    # shellcheck source=/dev/null
    . "$work/counts"
  else
    NAME=${lane_of[$ended]} check lane because "it ended before its last check"
  fi
  unset "lane_of[$ended]"
}

await_lanes() { while [ ${#lane_of[@]} -gt 0 ]; do await_lane; done; }

# `timeout` leaves the process group, so processes are ended one by one. A shell ends when its child has.
end_tree() { # PID
  local child children
  children=$(cat "/proc/$1/task"/*/children 2>/dev/null)
  kill -TERM "$1" 2>/dev/null
  for child in $children; do end_tree "$child"; done
}

end_lanes() {
  local pid
  for pid in "${!lane_of[@]}"; do end_tree "$pid"; done
  for pid in "${!lane_of[@]}"; do wait "$pid" 2>/dev/null; done
}
