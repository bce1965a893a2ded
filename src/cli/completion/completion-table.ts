import type { Command, Option } from 'commander'
import { wordsOf } from '../options/option-values.ts'
import { PRESETS } from '../../presets/presets.ts'
import { allCommands, fullName } from '../program/root-command.ts'

/** A word that can come next, and what it means. */
export interface Suggestion {
  readonly word: string
  readonly meaning: string
}

export interface OptionSuggestion extends Suggestion {
  /** True: a value follows. */
  readonly takesValue: boolean
  /** The values that it can have, if they are few. */
  readonly choices: readonly string[]
}

/** The words that can follow one command. */
export interface CommandSuggestions {
  /** Without `tocsin`: '' or 'webhook add'. */
  readonly path: string
  readonly commands: readonly Suggestion[]
  readonly options: readonly OptionSuggestion[]
}

/** Lists what can follow each command, from the commands that parse. */
export function completionTable(program: Command): readonly CommandSuggestions[] {
  return allCommands(program).map((command) => ({
    path: fullName(command).split(' ').slice(1).join(' '),
    commands: [
      ...command.commands.map((each) => ({ word: each.name(), meaning: plain(each.summary()) })),
      ...(command.registeredArguments[0]?.argChoices ?? []).map((word) => ({ word, meaning: '' })),
      ...(fullName(command).endsWith(' preset show') ? presetNames() : []),
    ],
    options: command.createHelp().visibleOptions(command).map(toSuggestion),
  }))
}

function toSuggestion({
  long,
  short,
  description,
  required,
  optional,
  argChoices,
  parseArg,
}: Option): OptionSuggestion {
  return {
    word: long ?? short ?? '',
    meaning: plain(description.split(/(?<=[a-z`)])[.;:] /)[0] ?? ''),
    takesValue: required || optional,
    choices: long === '--preset' ? PRESETS.map(({ id }) => id) : (argChoices ?? wordsOf(parseArg)),
  }
}

function presetNames(): readonly Suggestion[] {
  return PRESETS.map(({ id, name }) => ({ word: id, meaning: plain(name) }))
}

/** Leaves out what a shell would read as its own. */
function plain(text: string): string {
  return text.replaceAll(/[`'"\\$[\]\n]/g, '').replace(/\.$/, '')
}
