# bash completion for @NAME@; made by '@NAME@ completions bash'.

_@NAME@_words() {
  local word
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen -W "$1" -- "$current")
}

_@NAME@_ids=@IDS@

# Words with levels, such as rfc959/4.2/reply-line and 959:4.2:reply-line, a level at a time.
_@NAME@_below() {
  local word rest level='' typed=${COMP_LINE:0:COMP_POINT}
  # The word as it was typed: bash breaks it at ':'.
  typed=${typed##*[[:space:]]}
  typed=${typed#--*=}
  local broken=${typed%"$current"}
  while IFS= read -r word; do
    rest=${word#"$typed"}
    if [[ $rest == *[/:]* ]]; then
      # Up to the next separator, once.
      rest=${rest%%[/:]*}
      word=${word:0:${#typed}+${#rest}+1}
      [[ $word == "$level" ]] && continue
      level=$word
    fi
    COMPREPLY+=("${word#"$broken"}")
  done < <(compgen -W "$1" -- "$typed")
  # After a level something follows.
  [[ -n $level ]] && compopt -o nospace 2>/dev/null
}

_@NAME@_files() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen -f -- "$current")
}

_@NAME@_hosts() {
  local word
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen -A hostname -- "$current")
}

_@NAME@() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local subcommand='' index
  COMPREPLY=()
  # Bash breaks words at '=': the option stands before it then.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]] && ((COMP_CWORD >= 2)); then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD > 1)); then
    subcommand=${COMP_WORDS[1]}
  fi
  # After '--' nothing is an option any more.
  for ((index = 2; index < COMP_CWORD; index++)); do
    if [[ ${COMP_WORDS[index]} == '--' ]]; then
      previous=''
      [[ $current == -* ]] && return
    fi
  done
  case $subcommand in
    '')
      _@NAME@_words @WORDS@
      ;;
@BRANCHES@
  esac
}

complete -F _@NAME@ @NAME@
