# bftpd, with the users of /etc/passwd. It speaks IPv4 only.
NEEDS_USERS=yes
SPEAKS_IPV6=no
PROVIDED=(bftpd)

server_start() {
  make_users
  bftpd_settings >"$CONF/bftpd.conf"
  launch_within_users "$PACKAGE/bftpd" -D -c "$CONF/bftpd.conf"
}

# Without a setting it has no default for most of these.
bftpd_settings() {
  cat <<CONF
global{
  PORT="$PORT"
  BIND_TO_ADDR="127.0.0.1"
  PASSIVE_PORTS="$(! has_few_sessions || passive_range 127.0.0.1 -)"
  DATAPORT20="no"
  HELLO_STRING="bftpd %v"
  QUIT_MSG="Goodbye."
  PATH_BFTPDUTMP=""
  LOGFILE="$LOG/bftpd"
  LOG_WTMP="no"
  AUTH="PASSWD"
  AUTH_ETCSHELLS="no"
  PATH_FTPUSERS="$CONF/none"
  RATIO="none"
  RESOLVE_CLIENT_IP="no"
  RESOLVE_UIDS="yes"
  ROOTDIR="%h"
  DO_CHROOT="yes"
  AUTO_CHDIR="/"
  UMASK="022"
  XFER_BUFSIZE="64000"
  CONTROL_TIMEOUT="300"
  DATA_TIMEOUT="30"
  SHOW_NONREADABLE_FILES="yes"
  ALLOWCOMMAND_DELE="yes"
  ALLOWCOMMAND_STOR="yes"
  ALLOWCOMMAND_SITE="yes"
}
user ftp {
  ANONYMOUS_USER="yes"
  ROOTDIR="$ANON_DIR"
  CHANGE_UID="yes"
  ALLOWCOMMAND_DELE="no"
  ALLOWCOMMAND_STOR="no"
}
user anonymous {
  ALIAS="ftp"
}
CONF
}
