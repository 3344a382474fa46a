# tnftpd, the ftpd of NetBSD, started by this project's super-server.
NEEDS_USERS=yes
PROVIDED=(tnftpd)

server_start() {
  make_users
  mkdir -p "$CONF/tnftpd"
  # Without this file, which lists the users that may not log in, no one can.
  : >"$CONF/tnftpd/ftpusers"
  cat >"$CONF/tnftpd/ftpd.conf" <<CONF
umask all 022
portrange all $PASSIVE_LOW $((PASSIVE_LOW + 2 * PASSIVE_HALF - 1))
modify guest off
upload guest off
CONF
  launch_within_users "$FTPRAW_PYTHON" "$LIB/inetd.py" "$LOG/errors" "$(inetd_addresses)" \
    "$PACKAGE/tnftpd" -c "$CONF/tnftpd" -a "$ANON_DIR" -n -Q -U -W
}
