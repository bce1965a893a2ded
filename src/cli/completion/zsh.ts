import type { CommandSuggestions, OptionSuggestion, Suggestion } from './completion-table.ts'

/** Returns the completion for zsh: each word with its meaning, and files as values. */
export function zshCompletion(table: readonly CommandSuggestions[]): string {
  const paths = table.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  const words = table.map(
    ({ path, commands, options }) => `    '${path}')
      commands=(${commands.map(described).join(' ')})
      options=(${options.map(described).join(' ')}) ;;`,
  )
  const values = table.flatMap(({ path, options }) => options.map((option) => valuesOf(path, option)))
  return `#compdef tocsin
# Completion of tocsin for zsh; made by: tocsin completion zsh
_tocsin() {
  local place='' word
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    # What follows is another command's.
    [[ $word != -- ]] || { _files; return }
    case "\${place:+$place }$word" in
    ${paths.join(' | ')}) place=\${place:+$place }$word ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${values.filter((line) => line !== '').join('\n')}
  esac
  case "$place" in
${words.join('\n')}
  esac
  if [[ $PREFIX == -* || \${#commands} -eq 0 ]]; then
    _describe -o 'option' options
    [[ $PREFIX == -* ]] || _files
  else
    _describe 'command' commands
  fi
}
_tocsin "$@"
`
}

function described({ word, meaning }: Suggestion): string {
  return `'${word}:${meaning.replaceAll(':', '\\:')}'`
}

function valuesOf(path: string, { word, takesValue, choices }: OptionSuggestion): string {
  if (!takesValue) return ''
  return `    '${path} ${word}') ${choices.length > 0 ? `compadd ${choices.join(' ')}` : '_files'}; return ;;`
}
