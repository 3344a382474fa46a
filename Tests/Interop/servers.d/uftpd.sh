# uftpd, started by this project's super-server, because on its own it listens at all addresses.
NEEDS_USERS=yes
PROVIDED=(uftpd)

server_start() {
  make_users
  # It knows only the user ftp: whoever logs in, with whatever password, is that user.
  sed -i "s|^ftp:.*|ftp:x:$FTP_UID:$FTP_UID::$HOME_DIR:/usr/sbin/nologin|" "$CONF/etc/passwd"
  # With this name it expects inetd.
  ln -s "$PACKAGE/uftpd" "$CONF/in.ftpd"
  launch_within_users "$FTPRAW_PYTHON" "$LIB/inetd.py" "$LOG/errors" "$(inetd_addresses)" "$CONF/in.ftpd" -o writable
}
