import { InvalidArgumentError, type Command } from 'commander'
import { parseLabelFilter } from '../../domain/alert/text-filter.ts'

/** Options that narrow a list by texts and labels. */
export interface TextFilterOptions {
  readonly server?: string
  readonly search?: string
  readonly label?: readonly string[]
}

export function addTextFilter(command: Command): Command {
  command
    .option('--server <text>', 'with this in the name of the server')
    .option('--search <text>', 'with this in name, server, object, database, key or a label')
  return addLabelFilter(command)
}

/** Adds the option that narrows a list to what has some labels. */
export function addLabelFilter(command: Command): Command {
  return command.option('--label <name=value>', 'with this label; may stand several times', collectLabels)
}

/** Returns the options as the query of a list. */
export function textQuery({ server, search, label }: TextFilterOptions) {
  return { server, search, label }
}

function collectLabels(text: string, previous: readonly string[] | undefined): readonly string[] {
  if (!parseLabelFilter(text)) throw new InvalidArgumentError(`is "${text}", not a label such as team=dba`)
  return [...(previous ?? []), text]
}
