import type { CommandSuggestions } from './completion-table.ts'

/** Returns the completion for bash: words without meanings, and files where nothing else fits. */
export function bashCompletion(table: readonly CommandSuggestions[]): string {
  const paths = table.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  const words = table.map(
    ({ path, commands, options }) =>
      `    '${path}') words='${[...commands, ...options].map(({ word }) => word).join(' ')}' ;;`,
  )
  const valued = new Set(
    table.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue)).map(({ word }) => word),
  )
  const choices = table.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ word, choices }) => `    '${path} ${word}') words='${choices.join(' ')}' ;;`),
  )
  return `# Completion of tocsin for bash; made by: tocsin completion bash
_tocsin() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    # What follows is another command's.
    [ "$word" != -- ] || return
    case "\${path:+$path }$word" in
    ${paths.join(' | ')}) path=\${path:+$path }$word ;;
    esac
  done
  case "$path $previous" in
${choices.join('\n')}
  esac
  if [ -z "$words" ]; then
    case "$previous" in
    ${[...valued].join(' | ')}) return ;;
    esac
    case "$path" in
${words.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tocsin tocsin
`
}
