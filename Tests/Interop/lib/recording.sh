# The checks that `run` makes of `ftpraw record`, `import` and `export`, with a real client and the loaded server. URL
# and URL6 are its addresses, HOME_DIR is what it serves.

# start_recorder URL ADDRESS: sets RECORDER_URL, and RECORDINGS to the folder with a file for each session.
start_recorder() {
  local tries security=()
  ! is_secure || security=(--ca "$CERTIFICATE" --cert "$CERTIFICATE" --key "$KEY")
  RECORDINGS=$(mktemp -d "$WORK/recordings.XXXXXX")
  : >"$RECORDINGS.url"
  "$FTPRAW" record --upstream "$(without_user "$1")" --listen "$2:0" "${security[@]}" --from "$NAME, in a test" -o "$RECORDINGS" \
    >"$RECORDINGS.url" 2>"$RECORDINGS.err" </dev/null 9>&- &
  RECORDER_PID=$!
  for ((tries = 0; tries < 300; tries++)); do
    RECORDER_URL=$(head -n 1 "$RECORDINGS.url")
    [ -z "$RECORDER_URL" ] || return 0
    kill -0 "$RECORDER_PID" 2>/dev/null || break
    sleep 0.1
  done
  end_recorder
  because "ftpraw record does not start: $(tail -3 "$RECORDINGS.err")"
}

# end_recorder: ends the recorder if it is running; `finish` calls this too.
end_recorder() {
  [ -n "${RECORDER_PID:-}" ] || return 0
  local pid=$RECORDER_PID
  RECORDER_PID=
  kill -TERM "$pid" 2>/dev/null
  wait "$pid"
}

# stop_recorder: ends the recorder, after which each session has left a file.
stop_recorder() {
  local status
  end_recorder
  status=$?
  { cat "$RECORDINGS.err"; cat "$RECORDINGS"/*.ftpv; } >"$WORK/talk" 2>/dev/null
  [ $status = 0 ] || because "ftpraw record ends with status $status" || return
  [ ! -s "$RECORDINGS.err" ] || because "ftpraw record complains: $(head -1 "$RECORDINGS.err")" || return
  ls "$RECORDINGS"/*.ftpv >/dev/null 2>&1 || because "nothing was recorded" || return
  ! grep -qF "$FTP_PASSWORD" "$RECORDINGS"/*.ftpv || because "the password is recorded"
}

without_user() { # URL
  echo "${1%%://*}://${1#*@}"
}

# replays FOLDER OPTION...: a replay confirms what the recordings say.
replays() {
  timeout -k 5 120 "$FTPRAW" replay "$@" >"$WORK/talk" 2>&1 </dev/null || because "the recording does not replay"
}

# borrowed CLIENT COMMAND...: calls a function of that client's file in a subshell.
borrowed() {
  local client=$1
  shift
  (load_client "$client" && "$@")
}

can_borrow() { borrowed "$1" eval 'client_present || { client_install && client_present; }' >/dev/null 2>&1; }

mirrors() { lftp_on_way "mirror --parallel=2 . $(quoted "$1")"; }

# records_mirror URL ADDRESS MODE: lftp mirrors everything through the recorder.
records_mirror() {
  local MODE=$3 place=$WORK/mirror
  start_recorder "$1" "$2" || return
  rm -rf "$place"
  URL=$RECORDER_URL borrowed lftp mirrors "$place" >"$WORK/client" 2>&1 </dev/null
  stop_recorder || return
  cp "$WORK/client" "$WORK/talk"
  diff -r "$HOME_DIR" "$place" >>"$WORK/talk" 2>&1 || because "the mirrored files differ" || return
  rm -rf "$place"
  # The mock server cannot serve files of which a recording contains only the beginning.
  goes "$3" && replays "$RECORDINGS" --against client
}

# goes MODE: checks that the data connections of the recording were opened in that mode.
goes() {
  local mark='^-- open data to'
  [ "$1" = passive ] || mark='^-- open data from'
  grep -q "$mark" "$RECORDINGS"/*.ftpv || because "no data connection is $1"
}

sends_and_fetches() { # FILE NAME FETCHED
  client_upload "$1" "$2" && client_download "$2" "$3"
}

# records_upload URL ADDRESS MODE: curl uploads a file through the recorder and downloads it again.
records_upload() {
  local MODE=$3 file=$HOME_DIR/one-mib.bin stored=$HOME_DIR/up/recorded.bin
  start_recorder "$1" "$2" || return
  rm -f "$stored" "$WORK/got"
  URL=$RECORDER_URL borrowed curl sends_and_fetches "$file" up/recorded.bin "$WORK/got" >"$WORK/client" 2>&1 </dev/null
  stop_recorder || return
  cp "$WORK/client" "$WORK/talk"
  cmp "$file" "$stored" >>"$WORK/talk" 2>&1 || because "the upload differs" || return
  cmp "$file" "$WORK/got" >>"$WORK/talk" 2>&1 || because "the download differs" || return
  rm -f "$stored"
  # curl asks for AUTH SSL first, which the mock server does not have.
  if is_secure; then goes "$3" && replays "$RECORDINGS" --against client
  else goes "$3" && replays "$RECORDINGS"; fi
}

# capture_download CAPTURE: tcpdump captures how curl downloads a file. Other servers are in use meanwhile, on other ports.
capture_download() {
  local dump tries MODE=passive
  tcpdump -i lo -U -w "$1" "tcp and host 127.0.0.1 and portrange $((PORT - 1))-$((PORT + 2 * PASSIVE_HALF))" 2>"$WORK/tcpdump" </dev/null 9>&- &
  dump=$!
  for ((tries = 0; tries < 300; tries++)); do
    ! grep -q 'listening on' "$WORK/tcpdump" || break
    kill -0 $dump 2>/dev/null || break
    sleep 0.1
  done
  URL=$(without_user "$URL") borrowed curl client_download hello.txt "$WORK/got" >"$WORK/talk" 2>&1 </dev/null
  # tcpdump writes packets with a short delay; the last ones close the control connection.
  for ((tries = 0; tries < 100; tries++)); do
    [ "$(tshark -r "$1" -Y 'tcp.flags.fin == 1' 2>/dev/null | wc -l)" -lt 4 ] || break
    sleep 0.1
  done
  kill -INT $dump 2>/dev/null
  wait $dump
  cmp "$HOME_DIR/hello.txt" "$WORK/got" >>"$WORK/talk" 2>&1 || because "curl did not download the file"
}

# imports_capture CAPTURE: the capture becomes a vector, and that a capture again.
imports_capture() {
  local place=$WORK/imported
  capture_download "$1" || return
  rm -rf "$place"
  "$FTPRAW" import "$1" -o "$place/" 2>"$WORK/talk" || because "the capture is not imported" || return
  cat "$place"/*.ftpv >"$WORK/talk"
  [ "$(ls "$place" | wc -l)" = 1 ] || because "one conversation became $(ls "$place" | wc -l)" || return
  grep -q '^D> Hello' "$place/0001.ftpv" || because "the data is missing" || return
  replays "$place" && exports "$place/0001.ftpv"
}

# exports FILE: tshark must find FTP and its data in the export, and no problem.
exports() {
  local wrong='_ws.malformed || _ws.expert.severity >= warning || tcp.checksum.status == 0 || ip.checksum.status == 0'
  "$FTPRAW" export "$1" -o "$WORK/export.pcap" 2>"$WORK/talk" || because "there is no export" || return
  tshark -r "$WORK/export.pcap" -Y ftp >"$WORK/talk" 2>/dev/null
  grep -q 'Request: RETR hello.txt' "$WORK/talk" || because "tshark reads no RETR" || return
  grep -q 'Response: 226' "$WORK/talk" || because "tshark reads no 226" || return
  [ -n "$(tshark -r "$WORK/export.pcap" -Y ftp-data 2>/dev/null)" ] || because "tshark sees no data" || return
  tshark -r "$WORK/export.pcap" -o tcp.check_checksum:TRUE -o ip.check_checksum:TRUE -Y "$wrong" \
    >"$WORK/talk" 2>&1
  ! grep -q '^ *[0-9]' "$WORK/talk" || because "tshark finds wrong packets"
}

# refuses_captures CAPTURE: each kind of broken capture must give one line and status 1.
refuses_captures() {
  local kind status
  for kind in truncated shuffled random; do
    "$FTPRAW_PYTHON" "$LIB/break_capture.py" $kind <"$1" >"$WORK/broken.pcap"
    status=0
    "$FTPRAW" import "$WORK/broken.pcap" -o "$WORK/broken/" >"$WORK/talk" 2>&1 </dev/null || status=$?
    [ $status = 1 ] || because "$kind: status $status" || return
    [ "$(wc -l <"$WORK/talk")" = 1 ] || because "$kind: not one line" || return
    grep -q '^ftpraw import: ' "$WORK/talk" || because "$kind: no message" || return
  done
}

capture_tools() {
  is_root && { have tcpdump && have tshark || need_tools tcpdump tshark; } >/dev/null 2>&1
}

check_recording() {
  mkdir -p "$WORK/nobody"
  case $NAME in
    vsftpd | proftpd)
      if can_borrow lftp; then check_recorder lftp records_mirror; else skip record-lftp "no lftp here"; fi
      if can_borrow curl; then check_recorder curl records_upload; else skip record-curl "no curl here"; fi ;;
    pure-ftpd)
      if ! can_borrow curl; then skip import "no curl here"
      elif ! capture_tools; then skip import "tcpdump and tshark are missing, or this is not root"
      else
        check import-capture imports_capture "$WORK/seen.pcap"
        check import-broken-capture refuses_captures "$WORK/seen.pcap"
      fi ;;
  esac
}

check_recorder() { # CLIENT FUNCTION
  local mode
  for mode in passive active; do
    check "record-$1-$mode" "$2" "$URL" 127.0.0.1 $mode
    if [ "$IPV6" = yes ]; then check "record-$1-ipv6-$mode" "$2" "$URL6" '[::1]' $mode
    else skip "record-$1-ipv6-$mode" "no IPv6 here"; fi
  done
}
