import type { CommandSuggestions, OptionSuggestion } from './completion-table.ts'

/** Returns the completion for fish: each word with its meaning. */
export function fishCompletion(table: readonly CommandSuggestions[]): string {
  const lines = table.flatMap(({ path, commands, options }) => [
    ...commands.map(({ word, meaning }) => `${at(path)} -f -a '${word}' -d '${meaning}'`),
    ...options.map((option) => `${at(path)} ${asOption(option)}`),
  ])
  return `# Completion of tocsin for fish; made by: tocsin completion fish
set -g __tocsin_commands ${table
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join(' ')}

function __tocsin_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        # What follows is another command's.
        if test "$word" = --
            return 1
        end
        set -l longer (string trim -- "$path $word")
        if contains -- "$longer" $__tocsin_commands
            set path $longer
        end
    end
    test "$path" = "$argv[1]"
end

${lines.join('\n')}
`
}

function at(path: string): string {
  return `complete -c tocsin -n '__tocsin_at "${path}"'`
}

function asOption({ word, meaning, takesValue, choices }: OptionSuggestion): string {
  const value = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : ''
  return `-l ${word.replace(/^--/, '')}${value} -d '${meaning}'`
}
