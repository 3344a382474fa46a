# Runs `ftpraw serve` as a child process.

# start_serve NAME OPTION...: sets SERVE_URL and SERVE_PID; the log is $WORK/NAME.log.
start_serve() {
  local name=$1 tries
  shift
  SERVE_LOG=$WORK/$name.log
  : >"$SERVE_LOG"
  "$FTPRAW" serve --port 0 --user "$FTP_USER:$FTP_PASSWORD" "$@" >"$WORK/$name.url" 2>"$WORK/$name.err" 9>&- &
  SERVE_PID=$!
  echo "$SERVE_PID" >>"$WORK/serving"
  for ((tries = 0; tries < 300; tries++)); do
    SERVE_URL=$(head -n 1 "$WORK/$name.url")
    [ -z "$SERVE_URL" ] || return 0
    kill -0 "$SERVE_PID" 2>/dev/null || break
    sleep 0.1
  done
  because "ftpraw serve $* does not start: $(tail -3 "$WORK/$name.err")"
}

# Ends the servers. They are children of this shell, so their pids cannot have been reused.
end_serve() {
  local pid
  [ -f "$WORK/serving" ] || return 0
  while read -r pid; do kill -TERM "$pid" 2>/dev/null; done <"$WORK/serving"
  while read -r pid; do wait "$pid" 2>/dev/null; done <"$WORK/serving"
  rm -f "$WORK/serving"
}
