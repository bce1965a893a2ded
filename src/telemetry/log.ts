import type { Clock } from '../runtime/clock.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import { LogSink } from './log-sink.ts'
import { toLogLine } from './log-line.ts'
import { toLogText, type LogRecord } from './log-text.ts'

/**
 * Writes one line per unit of work, under a stable dotted name (`delivery.attempted`): fields, not sentences; no
 * secrets, no bodies. error: a person must act; warn: it healed itself, watch it; info: one unit done; debug: the
 * rest.
 */
export interface Log {
  error(fields: LogFields, name: string): void
  warn(fields: LogFields, name: string): void
  info(fields: LogFields, name: string): void
  debug(fields: LogFields, name: string): void
}

export type LogFields = Readonly<Record<string, unknown>>

export interface ClosableLog extends Log {
  /** Writes out what is buffered, as far as that goes. */
  flush(): Promise<void>
}

export interface LogOptions {
  /** Least severity that is written; `silent`: nothing. */
  readonly level: string
  /** `text` is for eyes (log-text.ts), `json` for programs. */
  readonly format: 'json' | 'text'
  /** Colours the text. */
  readonly hasColours: boolean
  readonly clock: Clock
}

const STDOUT = 1
/** A busy service does not make a system call for each line; where somebody watches, every line comes at once. */
const GATHER = { json: { gatherMax: 32_768, gatherMs: 1000 }, text: { gatherMax: 0, gatherMs: 0 } } as const

/** Creates a log that writes to stdout. */
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
    // Many lines of a busy service are of one millisecond.
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

/** `silent` is beyond them all. */
function rankOf(level: string): number {
  const rank = LEVELS.indexOf(level)
  return rank === -1 ? LEVELS.length : rank
}
