# Apache MINA FtpServer: one process for both addresses.
TOOLS=(java)
PROVIDED=(common/lib)

server_start() {
  mina_settings >"$CONF/ftpd.xml"
  { mina_user "$FTP_USER" "userpassword=$FTP_PASSWORD" "homedirectory=$HOME_DIR" writepermission=true
    mina_user anonymous "homedirectory=$ANON_DIR" writepermission=false; } >"$CONF/users.properties"
  launch java -cp "$PACKAGE/common/lib/*" org.apache.ftpserver.main.CommandLine "file:$CONF/ftpd.xml"
}

mina_settings() {
  local address
  echo '<server xmlns="http://mina.apache.org/ftpserver/spring/v1" id="server"'
  echo '  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  echo '  xsi:schemaLocation="http://mina.apache.org/ftpserver/spring/v1 http://mina.apache.org/ftpserver/ftpserver-1.0.xsd"'
  echo "  max-logins=\"$SESSIONS\" max-anon-logins=\"$SESSIONS\" login-failure-delay=\"0\"><listeners>"
  for address in $(addresses); do
    cat <<XML
  <nio-listener name="$([ "$address" = ::1 ] && echo ipv6 || echo default)" port="$PORT" local-address="$address">
    <data-connection>
      <passive ports="$(passive_range "$address" -)"/>
    </data-connection>
  </nio-listener>
XML
  done
  echo "</listeners><file-user-manager file=\"$CONF/users.properties\" encrypt-passwords=\"clear\"/></server>"
}

mina_user() { # NAME SETTING...
  local setting
  for setting in "${@:2}" enableflag=true maxloginnumber=0 maxloginperip=0; do echo "ftpserver.user.$1.$setting"; done
}
