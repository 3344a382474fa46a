# The tours that `record` plays with each server. A tour is a file of tours/ for `ftpraw send`, or an operation of
# another client. A file contains comment lines that say what the tour shows, `rfc:` with its requirements,
# `login: user` or `none`, optionally `input: FILE` for uploads, an empty line, and commands, in which {user} and
# {password} stand for those of the server.

TOURS=$INTEROP/tours

# The tours with other clients: client, mode, operation and arguments.
declare -A CLIENT_TOURS=(
  [curl-download]="curl passive download all-bytes.bin"
  [curl-upload]="curl active upload crlf.txt up/curl.txt"
  [curl-resume]="curl passive resume_download all-bytes.bin"
  [ftplib-list]="ftplib passive list dir"
  [ftplib-rename]="ftplib passive rename hello.txt up/moved.txt"
  [lftp-list]="lftp passive list dir"
  [lftp-upload]="lftp passive upload crlf.txt up/lftp.txt"
  [lftp-mirror]="lftp active mirror dir"
  [tnftp-download]="tnftp active download crlf.txt"
  [tnftp-upload]="tnftp passive upload crlf.txt up/tnftp.txt"
)
declare -A CLIENT_COMMENTS=(
  [curl-download]="curl downloads a file. It logs in, asks for the folder, prefers EPSV, sets type I, asks for the size and only then
sends RETR; a server that gets one of these wrong breaks downloads for the most widely used client of all."
  [curl-upload]="curl uploads a file over an active data connection: EPRT first, PORT only if the server refuses EPRT. The reply to
STOR must come before the server connects, the last one after the data."
  [curl-resume]="curl continues a download of which it has the first 100 bytes: SIZE, REST 100, RETR. A server that forgets the offset
sends the beginning twice, and the file is corrupt without warning."
  [ftplib-list]="Python's ftplib lists a folder three times: with LIST, MLSD and NLST. All three must name the same files, or a program
sees a different folder than a person."
  [ftplib-rename]="Python's ftplib moves a file to another folder. RNFR must get 350, not 200, because ftplib raises an error for
anything else."
  [lftp-list]="lftp lists a folder. It sends FEAT first and believes it: it uses whatever is listed there, CLNT, UTF8 or the facts of
MLST, before anything else, and a server that lists what it does not have loses lftp here."
  [lftp-upload]="lftp uploads a file. It announces the size with ALLO and sets the time afterwards with MFMT or SITE UTIME, if FEAT
lists them."
  [lftp-mirror]="lftp mirrors a folder and everything below it, over active data connections: several listings and files in a row in
one session, each with its own PORT."
  [tnftp-download]="tnftp, the ftp of the BSDs, downloads a file over an active data connection: EPRT, and PORT if the server refuses it;
SIZE before and MDTM after, to set the time."
  [tnftp-upload]="tnftp, the ftp of the BSDs, uploads a file: EPSV, and PASV if the server refuses it, then STOR. It believes only the
code 226, whatever the text says."
)

declare -A CLIENT_REQUIREMENTS=(
  [curl-download]="959:3.1.1.3:image-round-trip 2428:3:epsv-229"
  [curl-upload]="959:4.1.3:stor-creates 2428:2:eprt-200"
  [curl-resume]="3659:5.3:rest-retr"
  [ftplib-list]="959:4.1.3:nlst-names-only 3659:7.1:mlsd-directory"
  [ftplib-rename]="959:4.1.3:rnfr-350 959:4.1.3:rnto-renames"
  [lftp-list]="2389:3.2:feat-lists-extensions"
  [lftp-upload]="959:4.1.3:stor-creates 959:4.1.3:allo-accepted"
  [lftp-mirror]="959:4.1.2:port-six-octets 959:4.1.3:list-current-directory"
  [tnftp-download]="2428:2:eprt-200 959:4.1.2:port-six-octets"
  [tnftp-upload]="959:4.1.3:stor-creates 2428:3:epsv-229"
)

tour_names() {
  local file
  for file in "$TOURS"/*.tour; do basename "$file" .tour; done | grep -v '^protection$'
  printf '%s\n' "${!CLIENT_TOURS[@]}" | sort
}

# Under TLS, only the tours that concern connections are played.
tls_tour_names() {
  printf '%s\n' login list-active download upload abort lftp-mirror ftplib-list
  [ "$FLAVOUR" = ftps ] || echo protection
}

# The upstream version, without the distribution's additions.
short_version() { server_version | sed -E 's/^[0-9]+://; s/^v//; s/[-+~].*//'; }

# record_server: records all tours of the loaded server.
record_server() {
  local SERVER=${NAME%-[0-9]} VERSION FOLDER tour status=0 SERVER_PORT=$PORT server=$NAME
  VERSION=$(short_version)
  FOLDER=$INTO/$SERVER-$VERSION
  mkdir -p "$FOLDER"
  for tour in "${tours[@]}"; do
    "$HERE/servers" reset "$server" 9>&- >/dev/null || { say "interop: $SERVER: no fresh home"; return 1; }
    record_tour "$tour" || { say "interop: $SERVER: $tour: not recorded"; status=1; }
  done
  "$FTPRAW_PYTHON" "$LIB/differences.py" "$FTPRAW" "$SERVER $VERSION" "$FOLDER" || status=1
  "$FTPRAW" replay "$FOLDER" 9>&- || status=1
  return $status
}

# record_tour NAME: records one session into one file.
record_tour() {
  local tour=$1 client tries made=$WORK/made.ftpv comments about security=()
  ! is_secure || security=(--ca "$CERTIFICATE" --cert "$CERTIFICATE" --key "$KEY")
  rm -f "$made" "$WORK/url"
  if [ -n "${CLIENT_TOURS[$tour]:-}" ]; then
    client=${CLIENT_TOURS[$tour]%% *}
    (load_client "$client" && { client_present || client_install; }) >&2 || return
    client="$client $(load_client "$client" >&2; client_version)"
    comments=${CLIENT_COMMENTS[$tour]} about=${CLIENT_REQUIREMENTS[$tour]}
  elif [ -f "$TOURS/$tour.tour" ]; then
    client="ftpraw send"
    comments=$(sed -n 's/^# //p' "$TOURS/$tour.tour") about=$(sed -n 's/^rfc: //p' "$TOURS/$tour.tour")
  else
    say "interop: no such tour: $tour"
    return 1
  fi
  "$FTPRAW" record --upstream "$SCHEME://127.0.0.1:$SERVER_PORT" --listen 0 "${security[@]}" --max-data 512 \
    --from "$SERVER $VERSION and $client, by Tests/Interop/record" -o "$made" >"$WORK/url" 2>"$WORK/recorder" 9>&- &
  local recorder=$!
  for ((tries = 0; tries < 300; tries++)); do
    [ ! -s "$WORK/url" ] || break
    kill -0 $recorder 2>/dev/null || { cat "$WORK/recorder" >&2; return 1; }
    sleep 0.05
  done
  if [ "$client" = "ftpraw send" ]; then walk "$tour" "$(head -n 1 "$WORK/url")"
  else (operate_client "$tour" "$(head -n 1 "$WORK/url")"); fi >"$WORK/said" 2>&1 </dev/null
  for ((tries = 0; tries < 600; tries++)); do
    kill -0 $recorder 2>/dev/null || break
    sleep 0.05
  done
  kill -TERM $recorder 2>/dev/null
  wait $recorder || { cat "$WORK/recorder" "$WORK/said" >&2; return 1; }
  [ -s "$made" ] || return
  # The name of this machine does not belong into the file, and would differ in the next recording.
  { printf '%s\n' "$comments" | sed 's/^/# /'
    sed -E "s|^id: .*|id:   recorded/$SERVER-$VERSION/$tour\nrfc:  $about|; /^rfc:/d; /^#/d; s|$HOME_DIR|/home/$FTP_USER|g; s|$ANON_DIR|/srv/ftp|g
      /^S>/s/\\b$(hostname)\\b/ftp.example.net/g; /^S>/s/$(uname -r)/6.1.0/g" "$made"; } >"$FOLDER/$tour.ftpv"
}

# walk TOUR URL: plays a tour with the client of this package.
walk() {
  local file=$TOURS/$1.tour place=${2#*://} input url options=("${SECURITY[@]}")
  url=$SCHEME://$FTP_USER@$place
  # Tours without a login begin with a connection in the clear.
  [ "$(sed -n 's/^login: //p' "$file")" != none ] || url=ftp://$place
  input=$(sed -n 's/^input: //p' "$file")
  [ -z "$input" ] || options+=(--input "$HOME_DIR/$input")
  sed "1,/^\$/d; s/{user}/$FTP_USER/; s/{password}/$FTP_PASSWORD/" "$file" |
    FTPRAW_PASSWORD=$FTP_PASSWORD timeout -k 5 60 "$FTPRAW" send -s "$url" --keep-going --timeout 10 "${options[@]}" - 9>&-
}

# operate_client TOUR URL: plays a tour with another client.
operate_client() {
  local CLIENT_TLS=
  ! is_secure || CLIENT_TLS=explicit
  [ "$FLAVOUR" != ftps ] || CLIENT_TLS=implicit
  local words FAMILY=ipv4 MODE URL=$2 HOST=127.0.0.1 PORT=${2##*:} CUT=100 local=$WORK/local
  PORT=${PORT%%/*}
  read -r -a words <<<"${CLIENT_TOURS[$1]}"
  load_client "${words[0]}"
  MODE=${words[1]}
  rm -rf "$local"
  case ${words[2]} in
    download) client_download "${words[3]}" "$local" ;;
    resume_download)
      head -c $CUT "$HOME_DIR/${words[3]}" >"$local"
      client_resume_download "${words[3]}" "$local" ;;
    mirror) lftp_on_way "mirror $(quoted "${words[3]}") $(quoted "$local")" ;;
    *) "client_${words[2]}" $([ "${words[2]}" = upload ] && echo "$HOME_DIR/")"${words[@]:3}" ;;
  esac 9>&-
}
