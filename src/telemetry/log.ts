import type { Clock } from '../runtime/clock.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import { LogSink } from './log-sink.ts'
import { inspect } from 'node:util'

/** Fits most names, so that fields are aligned. */
const NAME_WIDTH = 19
const LEVEL_WIDTH = 5

const RED = 31
const YELLOW = 33
const DIM = 2
const COLOUR_OF: Readonly<Record<string, number>> = { error: RED, warn: YELLOW, debug: DIM }

/**
 * Writes one line per unit of work, under a stable dotted name (`delivery.attempted`): fields, no
 * sentences, secrets or bodies. error: a person must act; warn: it recovered by itself; info: a unit is
 * done; debug: the rest.
 */
export interface Log {
  error(fields: LogFields, name: string): void
  warn(fields: LogFields, name: string): void
  info(fields: LogFields, name: string): void
  debug(fields: LogFields, name: string): void
}

export type LogFields = Readonly<Record<string, unknown>>

export interface ClosableLog extends Log {
  /** Writes out what is buffered, if it can. */
  flush(): Promise<void>
}

export interface LogOptions {
  /** `silent` writes nothing. */
  readonly level: string
  /** `text` is for people (`toLogText`), `json` for programs. */
  readonly format: 'json' | 'text'
  readonly hasColours: boolean
  readonly clock: Clock
}

const STDOUT = 1
/** A busy service saves system calls; text, which somebody watches, comes at once. */
const GATHER = { json: { gatherMax: 32_768, gatherMs: 1000 }, text: { gatherMax: 0, gatherMs: 0 } } as const

export function createLog({ level, format, hasColours, clock }: LogOptions): ClosableLog {
  const toLine = (record: LogRecord) =>
    `${format === 'text' ? toLogText(record, { hasColours }) : JSON.stringify(record)}\n`
  const sink = new LogSink({
    fd: STDOUT,
    ...GATHER[format],
    describeLoss: (count) => toLine({ level: 'warn', time: timeText(), count, event: 'log.lines_dropped' }),
    clock,
  })
  process.once('exit', () => sink.flushSync())
  let last: { readonly at: Instant; readonly text: string } | undefined
  const timeText = () => {
    const at = clock.now()
    // A busy service writes many lines per millisecond.
    if (last?.at !== at) last = { at, text: formatInstant(at) }
    return last.text
  }
  const write = (severity: keyof Log) => (fields: LogFields, event: string) => {
    if (rankOf(severity) < rankOf(level)) return
    const line = toLogLine({ level: severity, time: timeText(), fields, event })
    sink.write(format === 'text' ? toLine(JSON.parse(line)) : `${line}\n`)
  }
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    flush: () => sink.flush(),
  }
}

const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error']

/** `silent` ranks above all. */
function rankOf(level: string): number {
  const rank = LEVELS.indexOf(level)
  return rank === -1 ? LEVELS.length : rank
}

interface LogLine {
  readonly level: string
  /** RFC 3339. */
  readonly time: string
  /** Members whose names differ from the other three. */
  readonly fields: LogRecord
  readonly event: string
}

/** Returns a JSON object: level, time, the fields, the name of the event. Never throws. */
export function toLogLine({ level, time, fields, event }: LogLine): string {
  const { error } = fields
  const described = error === undefined ? fields : { ...fields, error: describeError(error) }
  const members = toMembers(described)
  // JSON.stringify of the whole takes twice as long.
  return `{"level":"${level}","time":"${time}",${members === '' ? '' : `${members},`}"event":"${event}"}`
}

function toMembers(fields: LogRecord): string {
  try {
    return JSON.stringify(fields).slice(1, -1)
  } catch {
    const entries = Object.entries(fields).map(([name, value]) => [name, describable(value)])
    return JSON.stringify(Object.fromEntries(entries)).slice(1, -1)
  }
}

/** Describes what JSON cannot express, such as a cycle, as a debugger does. */
function describable(value: unknown): unknown {
  try {
    JSON.stringify(value)
    return value
  } catch {
    return inspect(value, { depth: 2 })
  }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return { message: error.message, stack: error.stack, cause: describeError(error.cause) }
}

type LogRecord = Readonly<Record<string, unknown>>

interface LogTextOptions {
  readonly hasColours: boolean
}

/**
 * Returns the event on one line: time, level, name, `key=value`. Values with blanks are quoted, members
 * flattened to `key.member=value`, control characters escaped. Errors show the messages of all causes, no
 * stacks.
 */
export function toLogText(
  { time, level, event, ...fields }: LogRecord,
  { hasColours }: LogTextOptions,
): string {
  const paint = (text: string, colour: number | undefined) =>
    hasColours && colour !== undefined ? `\u001b[${colour}m${text}\u001b[0m` : text
  const levelText = String(level)
  const pairs = Object.entries(fields).flatMap(([key, value]) => toPairs(key, value))
  return [
    paint(quoteIfNeeded(String(time)), DIM),
    paint(levelText.padEnd(LEVEL_WIDTH), COLOUR_OF[levelText]),
    quoteIfNeeded(String(event)).padEnd(NAME_WIDTH),
    ...pairs.map(([key, value]) => `${paint(`${quoteIfNeeded(key)}=`, DIM)}${quoteIfNeeded(value)}`),
  ]
    .join(' ')
    .trimEnd()
}

function toPairs(key: string, value: unknown): readonly (readonly [key: string, value: string])[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return [[key, JSON.stringify(value)]]
  if (typeof value !== 'object') return [[key, String(value)]]
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'stack') return []
    return toPairs(name === 'message' ? key : `${key}.${name}`, member)
  })
}

/** Quotes anything but a single word as a JSON string, with invisible characters as `\uXXXX`. */
function quoteIfNeeded(text: string): string {
  if (/^[^\s"\\=\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+$/u.test(text)) return text
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
