# fineFTP, a C++ library. README.md says which arguments its program takes.
# It has no command that opens a data connection over IPv6.
SPEAKS_IPV6=no
PROVIDED=(fineftp)

server_start() { launch "$PACKAGE/fineftp" 127.0.0.1 "$PORT" "$FTP_USER" "$FTP_PASSWORD" "$HOME_DIR" "$ANON_DIR"; }
