# tnftp, the ftp of the BSDs: EPSV or EPRT, or PASV or PORT if those are refused. Its exit status says nothing.
DEB=tnftp PROGRAM=tnftp

client_version() { version_of_package tnftp; }

tnftp_on_way() { # COMMAND...: one command per argument
  local way=-p family=-4
  [ "$MODE" = passive ] || way=-A
  [ "$FAMILY" = ipv4 ] || family=-6
  { printf 'user %s %s\nbinary\n' "$FTP_USER" "$FTP_PASSWORD"
    printf '%s\n' "$@" quit; } | client_run tnftp -n -i $way $family "$HOST" "$PORT"
}

quoted() { local name=${1//\\/\\\\}; printf '"%s"' "${name//\"/\\\"}"; }

client_list() { tnftp_on_way "ls $(quoted "$1")"; }
client_download() { tnftp_on_way "get $(quoted "$1") $(quoted "$2")"; }
client_upload() { tnftp_on_way "put $(quoted "$1") $(quoted "$2")"; }
client_resume_download() { tnftp_on_way "reget $(quoted "$1") $(quoted "$2")"; }
client_resume_upload() { tnftp_on_way "restart $CUT" "put $(quoted "$1") $(quoted "$2")"; }
client_rename() { tnftp_on_way "rename $(quoted "$1") $(quoted "$2")"; }
client_delete() { tnftp_on_way "delete $(quoted "$1")"; }
