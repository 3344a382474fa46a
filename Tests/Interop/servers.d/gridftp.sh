# The Globus GridFTP server from Debian, without its grid security.
NEEDS_USERS=yes
# It ends the session after the ABOR.
ABORT=none
# It cannot bind a port on which a connection was just closed.
PASSIVE_HALF=1500
# It drops the bytes above 127 from a name.
ANSWERS=([utf8]=500)

server_install() { unpack_debs "$PACKAGE" globus-gridftp-server-progs; }
server_present() { [ -x "$PACKAGE/usr/sbin/globus-gridftp-server" ]; }

server_start() {
  local address program=$PACKAGE/usr/sbin/globus-gridftp-server
  make_users
  # The password in old DES crypt(3), the only scheme that it supports.
  printf '%s:%s:%s:%s::%s:/bin/sh\n' "$FTP_USER" peTEYq9SFdWdU "$FTP_UID" "$FTP_UID" "$HOME_DIR" >"$CONF/passwd"
  chmod 600 "$CONF/passwd"
  for address in $(addresses); do
    launch_within_users "$program" -exec "$program" -c /dev/null -control-interface "$address" \
      -data-interface "$address" -p "$PORT" -port-range "$(passive_range "$address" ,)" \
      -password-file "$CONF/passwd" -aa -anonymous-user ftp -l "$LOG/gridftp.$address" -d ERROR,WARN,INFO
  done
}
