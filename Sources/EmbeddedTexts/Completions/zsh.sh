#compdef @NAME@
# zsh completion for @NAME@; made by '@NAME@ completions zsh'.

_@NAME@() {
  local context state state_descr line
  typeset -A opt_args
  local -a subcommands
  subcommands=(
@SUBCOMMANDS@
  )
  _arguments -C \
@OPTIONS@
    '1: :->subcommand' \
    '*:: :->rest'
  case $state in
    subcommand)
      _describe -t commands '@NAME@ subcommand' subcommands
      ;;
    rest)
      case $line[1] in
@BRANCHES@
      esac
      ;;
  esac
}

if [[ $funcstack[1] == _@NAME@ ]]; then
  _@NAME@ "$@"
else
  compdef _@NAME@ @NAME@
fi
