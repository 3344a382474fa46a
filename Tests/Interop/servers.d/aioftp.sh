# aioftp from PyPI: one process for both addresses, each with half of the passive ports.
ANSWERS=([feat]=502 [port]=502 [eprt]=502 [eprt6]=502)
# Its session ends with an exception if the data connection is closed early.
ABORT=none
FLAVOURS=(ftps)

server_install() { pip_install aioftp; }
server_present() { [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import aioftp' 2>/dev/null; }
server_version() { pip_version aioftp; }

server_start() {
  # shellcheck disable=SC2046
  launch "$VENV/bin/python" -u "$LIB/aioftp_server.py" "$(! is_secure || echo "$CERTIFICATE_AND_KEY")" "$FTP_USER" "$FTP_PASSWORD" "$HOME_DIR" "$ANON_DIR" \
    "$PORT" "$PASSIVE_LOW" $(addresses)
}
