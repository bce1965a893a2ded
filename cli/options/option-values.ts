import type { Command, OptionValues } from '@commander-js/extra-typings'
import { InvalidArgumentError } from 'commander'
import { parseDuration, type Spelling, formatDuration } from '../../src/domain/spelling.ts'
import { formatInstant, parseInstant, type Instant } from '../../src/domain/instant.ts'
import { ITEMS_MAX } from '../client/session.ts'
import { messageOf } from '../program/cli-error.ts'
import type { OptionsOf } from '../program/command.ts'

/**
 * Parsers of option values. Each throws an InvalidArgumentError whose message completes "--option …", before
 * anything is sent.
 */

const ITEMS_DEFAULT = 50

export function parseId(text: string): string {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError(`is "${text}", not an id such as 7`)
  return text
}

export function parseIds(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), parseId(text)]
}

/** Checks a duration and spells it as the service does. */
export function durationText(text: string): string {
  return plainDuration(checked(text, parseDuration))
}

export function spelt({ parse }: Pick<Spelling<unknown>, 'parse'>): (text: string) => string {
  return (text) => checked(text, parse)
}

export function wholeText(least: number, most: number): (text: string) => string {
  return (text) => String(wholeBetween(least, most)(text))
}

/** The word that stands for the service's default. */
export const DEFAULT_WORD = 'default'

/** Parses a value or the word `default`: the option parser takes no null. */
export function orDefault(parse: (text: string) => string): (text: string) => string {
  return (text) => (text === DEFAULT_WORD ? DEFAULT_WORD : parse(text))
}

export function durationMs(text: string): number {
  return parseDuration(durationText(text))
}

export function instantText(text: string): string {
  const at = parseInstant(text)
  if (at === undefined) {
    throw new InvalidArgumentError(`is "${text}", not a time such as 2026-09-14T03:12:40Z`)
  }
  return formatInstant(at)
}

/** Reads a time, or how long ago it was: `2026-09-14T03:00:00Z`, `1h`, `7d`. */
export function pastInstant(now: () => Instant): (text: string) => string {
  return (text) => {
    if (parseInstant(text) !== undefined) return instantText(text)
    try {
      return formatInstant(now() - parseDuration(text))
    } catch {
      throw new InvalidArgumentError(
        `is "${text}", neither a time such as 2026-09-14T03:00:00Z nor how long ago, such as 30m, 1h or 7d`,
      )
    }
  }
}

export function wholeBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`is "${text}", but must be a whole number from ${least} to ${most}`)
    }
    return value
  }
}

const WORDS = new WeakMap<object, readonly string[]>()

/** Lists the words that a parser takes, if it takes only words. */
export function wordsOf(parser: object | undefined): readonly string[] {
  return (parser && WORDS.get(parser)) ?? []
}

export function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return offering(words, (text: string) => {
    const word = words.find((candidate) => candidate === text)
    if (word === undefined) throw new InvalidArgumentError(`is "${text}", but must be ${inWords(words)}`)
    return word
  })
}

function offering<Parser extends object>(words: readonly string[], parser: Parser): Parser {
  WORDS.set(parser, words)
  return parser
}

/** `--state failed,pending` and `--state failed --state pending` are the same. */
export function severalOf<const Word extends string>(
  words: readonly Word[],
): (text: string, previous: readonly Word[] | undefined) => readonly Word[] {
  const parseOne = oneOf(words)
  return offering(words, (text: string, previous: readonly Word[] | undefined) => [
    ...(previous ?? []),
    ...text.split(',').map((part) => parseOne(part.trim())),
  ])
}

export interface HeaderText {
  readonly http_header_key: string
  readonly http_header_value: string
}

export type Fields = Readonly<Record<string, string>>

/** Reads `url=https://…`; the value may contain equals signs. */
export function parseFields(text: string, previous: Fields | undefined): Fields {
  const [, name, value] = /^([a-z_]{1,40})=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError(
      `is "${text}", not a name and a value such as url=https://hooks.example.com/`,
    )
  }
  if (previous !== undefined && Object.hasOwn(previous, name)) {
    throw new InvalidArgumentError(`gives ${name} twice`)
  }
  return { ...previous, [name]: value }
}

/** Reads `Name: value`. */
export function parseHeaders(
  text: string,
  previous: readonly HeaderText[] | undefined,
): readonly HeaderText[] {
  const colon = text.indexOf(':')
  const key = text.slice(0, Math.max(0, colon)).trim()
  if (key === '') throw new InvalidArgumentError(`is "${text}", not a header such as 'X-Team: dba'`)
  return [...(previous ?? []), { http_header_key: key, http_header_value: text.slice(colon + 1).trim() }]
}

/** Reads `503,503,200`: final HTTP statuses. */
export function parseStatuses(text: string): readonly number[] {
  return text.split(',').map((part) => {
    const status = /^\d{3}$/.test(part.trim()) ? Number(part) : 0
    if (status < 200 || status > 599) {
      throw new InvalidArgumentError(
        `is "${text}", not HTTP statuses from 200 to 599 such as 200 or 503,503,200`,
      )
    }
    return status
  })
}

export function collectTexts(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text]
}

type Pairs = Readonly<Record<string, string>>

export function parseLabels(text: string, previous: Pairs | undefined): Pairs {
  return addPair(text, previous, 'label')
}

export function parseTags(text: string, previous: Pairs | undefined): Pairs {
  return addPair(text, previous, 'tag')
}

function addPair(text: string, previous: Pairs | undefined, noun: string): Pairs {
  const equals = text.indexOf('=')
  const key = text.slice(0, Math.max(0, equals)).trim()
  if (key === '') throw new InvalidArgumentError(`is "${text}", not a ${noun} such as team=dba`)
  return { ...previous, [key]: text.slice(equals + 1) }
}

export function addPageOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .option(
      '--limit <count>',
      `how many at most, from 1 to ${ITEMS_MAX} (default: ${ITEMS_DEFAULT})`,
      wholeBetween(1, ITEMS_MAX),
    )
    .option('--all', `all there are, up to ${ITEMS_MAX}`)
    .option('--cursor <cursor>', 'go on where an earlier list ended (its `next`)')
}

export type PageOptions = OptionsOf<typeof addPageOptions<[], {}>>

export function itemLimit({ limit, all }: PageOptions): number {
  return all ? ITEMS_MAX : (limit ?? ITEMS_DEFAULT)
}

function checked(text: string, parse: (text: string) => unknown): string {
  try {
    parse(text)
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error))
  }
  return text
}

function inWords(words: readonly string[]): string {
  return words.length === 1 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** Spells `1w` and `1h30m` for earlier releases of the service (`7d`, `90m`). Throws like `parseDuration`. */
export function plainDuration(text: string): string {
  const ms = parseDuration(text)
  return /^[\d.]+(?:ms|s|m|h|d)?$/.test(text) ? text : formatDuration(ms)
}
