# The additional checks that `run` makes of a server under TLS, and of clients against `ftpraw serve --tls`.

check_security() {
  SERVER=$URL PASSWORD=$FTP_PASSWORD
  [ "$FLAVOUR" != tls ] || check auth-by-hand authenticates_by_hand
  check refuses-unknown-certificate distrusts
  check fifty-in-a-row transfers_fifty_times
  check_recording_under_tls
}

# `ftpraw record` in the middle: files pass unchanged, and a replay confirms the recording.
check_recording_under_tls() {
  local CLIENT_TLS=explicit client
  [ "$FLAVOUR" = tls ] || CLIENT_TLS=implicit
  for client in lftp curl; do
    can_borrow $client || { skip record "$client is not installed"; return; }
  done
  mkdir -p "$WORK/nobody"
  check record-lftp-mirror records_mirror "$URL" 127.0.0.1 passive
  check record-curl-upload records_upload "$URL" 127.0.0.1 passive
}

# AUTH TLS typed by hand works, on a connection that has begun in the clear.
authenticates_by_hand() {
  SERVER="ftp://127.0.0.1:$PORT" PASSWORD='' ask 'AUTH TLS' "USER $FTP_USER" "PASS $FTP_PASSWORD" 'PBSZ 0' 'PROT P' EPSV LIST QUIT
  [ "$STATUS" = 0 ] || because "exit status $STATUS" || return
  grep -q '^-- tls control established' "$WORK/out" && grep -q '^-- tls data established' "$WORK/out" ||
    because "there is no TLS" || return
  grep -q '^D> .*hello\.txt' "$WORK/out" || because "the listing does not show hello.txt"
}

# An untrusted certificate gives one line, no login and no password.
distrusts() {
  SECURITY=() ask PWD
  [ "$STATUS" = 3 ] || because "exit status $STATUS, not 3" || return
  grep -q 'the certificate is rejected' "$WORK/err" || because "it does not say why" || return
  ! grep -q '^C> USER' "$WORK/out" || because "it logs in"
}

# 50 downloads, uploads and listings in one session: the session tickets must suffice for all of them.
transfers_fifty_times() {
  local round commands=('TYPE I') extended=EPSV
  [ -z "${ANSWERS[epsv]:-}" ] || extended=PASV
  for ((round = 0; round < 50; round++)); do
    commands+=("$extended" 'RETR hello.txt' "$extended" 'STOR up/fifty' "$extended" LIST)
  done
  ask --expect 226,250 --input "$HOME_DIR/hello.txt" -o "$WORK/got" "${commands[@]}"
  [ "$STATUS" = 0 ] || because "exit status $STATUS" || return
  [ "$(grep -c '^-- tls data established' "$WORK/out")" = 150 ] || because "not all data connections are under TLS" || return
  cmp "$HOME_DIR/hello.txt" "$HOME_DIR/up/fifty" >>"$WORK/talk" 2>&1 || because "the bytes differ" || return
  NOTE="$(grep -c '^-- TLSv1.*, resumed' "$WORK/out") of 150 resumed"
  rm -f "$HOME_DIR/up/fifty"
}

# A server whose TLS cannot be used: each command must say why in one line, without any finding against the server.
gives_up() {
  SERVER=$URL PASSWORD=$FTP_PASSWORD ask PWD
  [ "$STATUS" != 0 ] || because "it works, although its file sets INSECURE" || return
  grep -qF "$INSECURE" "$WORK/err" || because "send does not say '$INSECURE'" || return
  [ "$(wc -l <"$WORK/err")" = 1 ] || because "that is not one line" || return
  STATUS=0
  FTPRAW_PASSWORD=$FTP_PASSWORD timeout -k 20 60 "$FTPRAW" check "$URL" "${SECURITY[@]}" >"$WORK/talk" 2>&1 </dev/null || STATUS=$?
  [ "$STATUS" = 3 ] || because "check gives exit status $STATUS, not 3" || return
  grep -qF "$INSECURE" "$WORK/talk" || because "check does not say '$INSECURE'"
  NOTE=$INSECURE
}

# The clients that support FTP over TLS; each downloads and uploads 64 MiB, and lists a directory.
TLS_CLIENTS=(curl lftp ftplib)

moves_large_files() {
  rm -f "$WORK/got"
  operate download big.bin "$WORK/got" && goes_the_way && same "$HOME_DIR/big.bin" "$WORK/got" || return
  is_under_tls || return
  operate upload "$HOME_DIR/big.bin" up/big.bin && goes_the_way && same "$HOME_DIR/big.bin" "$SHARED/up/big.bin" || return
  rm -f "$WORK/got" "$SHARED/up/big.bin"
  operate list . && goes_the_way || return
  grep -q 'hello\.txt' "$WORK/out" || because "the listing does not show hello.txt"
}

is_under_tls() {
  heard 'PROT P' && { [ "$CLIENT_TLS" = implicit ] || heard 'AUTH (TLS|SSL)'; } || because "it did not use TLS"
}

# openssl can read our certificate.
shows_its_certificate() {
  (sleep 1; echo QUIT) | timeout 20 openssl s_client -starttls ftp -connect "127.0.0.1:$PORT" -crlf -quiet -verify_return_error \
    -CAfile "$CERTIFICATE" >"$WORK/out" 2>"$WORK/err"
  cat "$WORK/out" "$WORK/err" >>"$WORK/talk"
  grep -q '^221' "$WORK/out" || because "QUIT did not get 221"
}

check_clients_under_tls() {
  local client mode cannot MODE
  NAME=serve
  FAMILIES=(ipv4)
  ! have_ipv6 || FAMILIES+=(ipv6)
  STATE=$RUNNING/clients HOME_DIR=$RUNNING/clients/home STORAGE=root
  rm -rf "$STATE"
  mkdir -p "$STATE" "$WORK/nobody"
  fill "$HOME_DIR"
  make_certificate || { skip tls "there is no certificate"; return; }
  for CLIENT_TLS in explicit implicit; do
    for FAMILY in "${FAMILIES[@]}"; do
      HOST=127.0.0.1
      [ "$FAMILY" = ipv4 ] || HOST=::1
      SHARED=$STATE/shared-$CLIENT_TLS-$FAMILY
      fill "$SHARED"
      NAME=serve
      start_serve "tls-$CLIENT_TLS-$FAMILY" --listen "$HOST" --root "$SHARED" --tls "$CLIENT_TLS" --cert "$CERTIFICATE" --key "$KEY" \
        --log "$WORK/tls-$CLIENT_TLS-$FAMILY.log" || { check "tls-$CLIENT_TLS" because "$REASON"; continue; }
      SERVE_LOG=$WORK/tls-$CLIENT_TLS-$FAMILY.log URL=$SERVE_URL PORT=${SERVE_URL##*:}
      [ "$CLIENT_TLS-$FAMILY" != explicit-ipv4 ] || check tls-s-client shows_its_certificate
      for client in "${TLS_CLIENTS[@]}"; do
        load_client "$client"
        client_present || client_install && client_present || { skip tls "not installed"; continue; }
        for MODE in passive active; do
          mode=$CLIENT_TLS-$FAMILY-$MODE
          cannot=${CANNOT[$FAMILY-$MODE]:-${CANNOT[tls-$MODE]:-}}
          if [ -n "$cannot" ]; then skip "tls-$mode" "$cannot"
          else check "tls-$mode-64-mib" moves_large_files; fi
        done
      done
    done
  done
  CLIENT_TLS=
  end_serve
  rm -rf "$STATE"
}
