# The checks that `run` makes of each server. `load` has read the server's file; URL and URL6 are its addresses.
#
# ANSWERS[name]=code in a server's file says that this server answers `name` with that code instead of the one that is
# expected here. The check then expects exactly that code, so that a server that was fixed shows up as a failure.

ask() { # ARGUMENT...: one conversation, kept in $WORK/talk; its exit status in STATUS
  STATUS=0
  printf '$ ftpraw send -s %s %s\n' "$SERVER" "${*@Q}" >"$WORK/talk"
  FTPRAW_PASSWORD=$PASSWORD timeout -k 5 60 "$FTPRAW" send -s "$SERVER" "${SECURITY[@]}" --timeout 20 "$@" \
    >"$WORK/out" 2>"$WORK/err" </dev/null || STATUS=$?
  { cat "$WORK/out" "$WORK/err"; echo "(exit status $STATUS)"; } >>"$WORK/talk"
}

because() { REASON=$*; return 1; }

check() { # NAME FUNCTION ARGUMENT...
  local name=$1 note=
  shift
  REASON="the last conversation ended with an unexpected status"
  NOTE=
  : >"$WORK/talk"
  if "$@"; then
    passed=$((passed + 1))
    [ -z "${DECLARED:-}" ] || note=" (answers $DECLARED, as declared)"
    [ -z "$NOTE" ] || note=" ($NOTE)"
    echo "ok $NAME $name$note"
  else
    failed=$((failed + 1))
    echo "FAILED $NAME $name: $REASON"
    head -c 4096 "$WORK/talk" | sed 's/^/    /'
  fi
  DECLARED=
}

skip() { # NAME REASON
  skipped=$((skipped + 1))
  echo "skipped $NAME $1: $2"
}

# answers NAME CODE COMMAND...: expects CODE for the last command, or the code in ANSWERS.
answers() {
  local code=$2
  DECLARED=${ANSWERS[$1]:-}
  shift 2
  ask --expect "${DECLARED:-$code}" "$@"
  [ "$STATUS" = 0 ] || because "the answer to ${*: -1} is not ${DECLARED:-$code}"
}

logs_in_from_url() {
  PASSWORD='' SERVER=${SERVER/@/:$FTP_PASSWORD@} ask --expect 257 PWD
  [ "$STATUS" = 0 ] || because "no login with the password in the URL" || return
  ! grep -qF "$FTP_PASSWORD" "$WORK/out" "$WORK/err" || because "the password is shown"
}

logs_in_anonymously() {
  local SERVER=${SERVER/$FTP_USER@/anonymous@} PASSWORD=guest@example.org
  ask --expect 257 PWD
  [ "$STATUS" = 0 ] || because "no anonymous login"
}

refuses_bad_password() {
  PASSWORD=wrong ask PWD
  [ "$STATUS" = 1 ] || because "a refused login gives exit status $STATUS, not 1" || return
  grep -q '^S> [45]' "$WORK/out" || because "the refusal is not shown"
}

# lists WAY COMMAND: a listing over a data connection that COMMAND sets up.
lists() {
  if [ -n "${ANSWERS[$1]:-}" ]; then answers "$1" 200 "$2"; return; fi
  ask --expect 226,250 "$2" LIST
  [ "$STATUS" = 0 ] || because "LIST does not end with 226 or 250" || return
  grep -q '^D> .*hello\.txt' "$WORK/out" || because "the listing does not show hello.txt"
}

downloads() { # SETUP FILE [NAME-OF-DECLARATION]
  if [ -n "${3:-}" ] && [ -n "${ANSWERS[$3]:-}" ]; then answers "$3" 226 "TYPE I" "$1" "RETR $2"; return; fi
  rm -f "$WORK/got"
  ask --expect 226,250 -o "$WORK/got" "TYPE I" "$1" "RETR $2"
  [ "$STATUS" = 0 ] || because "RETR does not end with 226 or 250" || return
  cmp "$HOME_DIR/$2" "$WORK/got" >>"$WORK/talk" 2>&1 || because "the bytes differ"
}

uploads() { # SETUP FILE
  local target="up/copy-of-$2"
  ask --expect 226,250 --input "$HOME_DIR/$2" "TYPE I" "$1" "STOR $target"
  [ "$STATUS" = 0 ] || because "STOR does not end with 226 or 250" || return
  cmp "$HOME_DIR/$2" "$HOME_DIR/$target" >>"$WORK/talk" 2>&1 || because "the bytes differ" || return
  rm -f "$HOME_DIR/$target"
}

expects() {
  ask --expect 200,257 PWD
  [ "$STATUS" = 0 ] || because "an expectation that is met gives exit status $STATUS" || return
  ask --expect 350 PWD
  [ "$STATUS" = 1 ] || because "an unmet expectation gives exit status $STATUS, not 1" || return
  ask "RETR no-such-file"
  [ "$STATUS" = 1 ] || because "a refused command gives exit status $STATUS, not 1"
}

# After refusals and unknown commands, the last reply must still be the one to the last command.
stays_in_step() {
  ask --keep-going --expect 257 PWD NOOP "XNOSUCH" NOOP "RETR no-such-file" "CWD dir" "CWD .." PWD
  [ "$STATUS" = 0 ] || [ "$STATUS" = 1 ] || because "exit status $STATUS" || return
  grep '^S> ' "$WORK/out" | tail -1 | grep -q '^S> 257' || because "the last reply is not that to PWD"
}

# Servers differ in how they answer the transfer and ABOR. The client must still match the reply to NOOP with NOOP.
aborts() {
  rm -f "$WORK/got"
  ask --keep-going --expect 200 -o "$WORK/got" "TYPE I" "$1" "RETR big.bin" ABOR NOOP
  [ "$STATUS" != 3 ] || [ "$ABORT" != none ] || { DECLARED="an ABOR with the end of the session"; return 0; }
  [ "$STATUS" = 0 ] || [ "$STATUS" = 1 ] || because "exit status $STATUS" || return
  [ -s "$WORK/got" ] || because "nothing came" || return
  [ "$(wc -c <"$WORK/got")" -lt "$(wc -c <"$HOME_DIR/big.bin")" ] || because "the whole file came" || return
  grep -q '^C> .*ABOR$' "$WORK/out" || because "no ABOR was sent" || return
  sed -n '/^C> NOOP$/,$p' "$WORK/out" | sed -n 2p | grep -q '^S> 200' || because "NOOP is not answered 200"
}

check_server() {
  SERVER=$URL PASSWORD=$FTP_PASSWORD
  # Data connection commands that this server supports, for checks that are about something else.
  local passive=PASV extended=EPSV active='PORT {data}'
  [ -z "${ANSWERS[epsv]:-}" ] || extended=PASV
  [ -z "${ANSWERS[port]:-}" ] || active=PASV
  check login-from-url logs_in_from_url
  check login-refused refuses_bad_password
  if [ "$ANONYMOUS" = yes ]; then check login-anonymous logs_in_anonymously
  else skip login-anonymous "it has no anonymous user"; fi
  check syst answers syst 215 SYST
  check feat answers feat 211 FEAT
  check pwd answers pwd 257 PWD
  check pasv-list lists pasv PASV
  check epsv-list lists epsv EPSV
  check port-list lists port 'PORT {data}'
  check eprt-list lists eprt 'EPRT {data}'
  check download-small downloads "$passive" hello.txt
  check download-all-bytes downloads "$extended" all-bytes.bin
  check download-empty downloads "$passive" empty.bin
  check download-name-with-space downloads "$passive" 'with space.txt'
  check download-utf8-name downloads "$passive" 'naïve-Ω-日本.txt' utf8
  check download-64-mib downloads "$active" big.bin
  check upload-small uploads "$passive" hello.txt
  check upload-empty uploads "$active" empty.bin
  check upload-64-mib uploads "$extended" big.bin
  check abort aborts "$passive"
  check expect expects
  check in-step stays_in_step
  if [ "$IPV6" = yes ]; then
    SERVER=$URL6
    check ipv6-epsv-list lists epsv6 EPSV
    check ipv6-eprt-list lists eprt6 'EPRT {data}'
  else
    skip ipv6 "no IPv6 here"
  fi
}
