import { InvalidArgumentError, Option } from 'commander'
import { parsePair } from '../../src/domain/alert/text-filter.ts'
import type { Filter, Filters } from '../../src/domain/filter/filter.ts'
import type { AnyCommand, CliContext } from '../program/command.ts'
import { durationText, oneOf, parseId, pastInstant, severalOf } from './option-values.ts'

/** `previous`: the result of the same option before. */
type Parser = (text: string, previous: unknown) => unknown

type Options = Readonly<Record<string, unknown>>

/** Words that a command accepts for a filter (by API name), if not all. */
export type FewerWords = Readonly<Record<string, readonly string[]>>

export function addFilterOptions(
  command: AnyCommand,
  context: CliContext,
  filters: Filters,
  fewer: FewerWords = {},
): void {
  for (const filter of Object.values(filters)) {
    if (!filter.option) continue
    const words = fewer[filter.wire] ?? ('words' in filter ? filter.words : [])
    const help = `${words.join(', ')}${filter.kind === 'words' ? '; several with commas' : ''}`
    const option = new Option(filter.option.flags, filter.option.help ?? help)
    const parse = parserOf(filter, words, context)
    command.addOption(parse ? option.argParser(parse) : option)
  }
}

function parserOf(
  { kind, wire }: Filter,
  words: readonly string[],
  { clock }: CliContext,
): Parser | undefined {
  switch (kind) {
    case 'text':
    case 'flag':
      return undefined
    case 'id':
      return parseId
    case 'from':
    case 'until':
      return pastInstant(() => clock.now())
    case 'duration':
      return durationText
    case 'pairs':
      return ((text, previous: readonly string[] | undefined) => {
        if (!parsePair(text)) throw new InvalidArgumentError(`is "${text}", not a ${wire} such as team=dba`)
        return [...(previous ?? []), text]
      }) as Parser
    case 'word':
      return oneOf(words)
    case 'words':
      return severalOf(words) as Parser
  }
}

export function filterMembers(filters: Filters, options: object): Options {
  const given: Options = { ...options }
  return Object.fromEntries(
    Object.values(filters).flatMap(({ wire, kind, option }) => {
      const value = option && given[new Option(option.flags).attributeName()]
      if (value === undefined) return []
      return [[wire, kind === 'id' ? Number(value) : value]]
    }),
  )
}

export function filterQuery(
  filters: Filters,
  options: object,
): Readonly<Record<string, string | readonly string[]>> {
  const repeated = new Set(
    Object.values(filters).flatMap(({ wire, kind }) => (kind === 'pairs' ? [wire] : [])),
  )
  return Object.fromEntries(
    Object.entries(filterMembers(filters, options)).map(([wire, value]) => [
      wire,
      repeated.has(wire) ? (value as readonly string[]) : String(value),
    ]),
  )
}
