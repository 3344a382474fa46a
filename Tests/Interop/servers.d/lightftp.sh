# LightFTP, with users from its own file. It speaks IPv4 only.
SPEAKS_IPV6=no
PROVIDED=(fftp)

server_start() {
  cat >"$CONF/fftp.conf" <<CONF
[ftpconfig]
port=$PORT
maxusers=$SESSIONS
interface=127.0.0.1
minport=$PASSIVE_LOW
maxport=$((PASSIVE_LOW + 2 * PASSIVE_HALF - 1))
logfilepath=$LOG/fftp

[$FTP_USER]
pswd=$FTP_PASSWORD
accs=admin
root=$HOME_DIR

[anonymous]
pswd=*
accs=readonly
root=$ANON_DIR
CONF
  launch "$PACKAGE/fftp" "$CONF/fftp.conf"
}
