import type { Option } from '@commander-js/extra-typings'
import { Argument } from 'commander'
import { oneOf, wordsOf } from '../options/option-values.ts'
import { type AnyCommand, type CliContext, TaughtCommand } from '../program/command.ts'
import { allCommands, fullName } from '../program/root-command.ts'

export const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

const SHELL_NAMES = Object.keys(SHELLS)

/** `createProgram` makes all commands: this one knows only itself. */
export function defineCompletion(
  context: CliContext,
  createProgram: (context: CliContext) => Promise<AnyCommand>,
  presets: readonly Preset[],
): AnyCommand {
  return (
    new TaughtCommand('completion', {
      summary: 'print what completes commands and options in your shell',
      description:
        'Prints a script that your shell reads: commands, options and their values are then completed with Tab. The Debian and rpm packages have it installed already.',
      examples: {
        'tocsin completion bash': 'into ~/.local/share/bash-completion/completions/tocsin',
        'tocsin completion zsh': 'into _tocsin in a folder of fpath',
        'tocsin completion fish': 'into ~/.config/fish/completions/tocsin.fish',
      },
    })
      // Completion reads the choices; the parser explains mistakes.
      .addArgument(
        new Argument('<shell>', 'bash, zsh or fish').choices(SHELL_NAMES).argParser(oneOf(SHELL_NAMES)),
      )
      .action(async (shell) => {
        context.terminal.out(
          SHELLS[shell as keyof typeof SHELLS](completionTable(await createProgram(context), presets)),
        )
      })
  )
}

interface Preset {
  readonly id: string
  readonly name: string
}

export interface Suggestion {
  readonly word: string
  readonly meaning: string
}

export interface OptionSuggestion extends Suggestion {
  readonly takesValue: boolean
  /** The possible values, if they are few. */
  readonly choices: readonly string[]
}

export interface CommandSuggestions {
  /** Without `tocsin`: '' or 'webhook add'. */
  readonly path: string
  readonly commands: readonly Suggestion[]
  readonly options: readonly OptionSuggestion[]
}

export function completionTable(
  program: AnyCommand,
  presets: readonly Preset[],
): readonly CommandSuggestions[] {
  return allCommands(program).map((command) => ({
    path: fullName(command).split(' ').slice(1).join(' '),
    commands: [
      ...command.commands.map((each) => ({ word: each.name(), meaning: plain(each.summary()) })),
      ...(command.registeredArguments[0]?.argChoices ?? []).map((word) => ({ word, meaning: '' })),
      ...(fullName(command).endsWith(' preset show')
        ? presets.map(({ id, name }) => ({ word: id, meaning: plain(name) }))
        : []),
    ],
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => toSuggestion(option, presets)),
  }))
}

function toSuggestion(
  { long, short, description, required, optional, argChoices, parseArg }: Option,
  presets: readonly Preset[],
): OptionSuggestion {
  return {
    word: long ?? short ?? '',
    meaning: plain(description.split(/(?<=[a-z`)])[.;:] /)[0] ?? ''),
    takesValue: required || optional,
    choices: long === '--preset' ? presets.map(({ id }) => id) : (argChoices ?? wordsOf(parseArg)),
  }
}

/** Removes characters that a shell interprets. */
function plain(text: string): string {
  return text.replaceAll(/[`'"\\$[\]\n]/g, '').replace(/\.$/, '')
}

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
