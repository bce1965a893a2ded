import { destination, pino, type DestinationStream } from 'pino'
import { toLogText } from './log-text.ts'

/**
 * One line of JSON per unit of work, under a stable dotted name (`delivery.attempted`); fields, not sentences; no
 * secrets, no bodies. error: a person must act; warn: it healed itself, watch it; info: one unit done; debug: the rest.
 */
export interface Log {
  error(fields: LogFields, name: string): void
  warn(fields: LogFields, name: string): void
  info(fields: LogFields, name: string): void
  debug(fields: LogFields, name: string): void
}

export type LogFields = Readonly<Record<string, unknown>>

export interface ClosableLog extends Log {
  /** Writes out what is buffered. */
  flush(): void
}

export interface LogOptions {
  /** Least severity that is written; `silent`: nothing. */
  readonly level: string
  /** `text` is for eyes (log-text.ts), `json` for programs. */
  readonly format: 'json' | 'text'
  /** Of the text. */
  readonly hasColours: boolean
}

/** To stdout. */
export function createLog({ level, format, hasColours }: LogOptions): ClosableLog {
  const { stream, flush } = format === 'json' ? jsonStream() : textStream(hasColours)
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    stream,
  )
  return {
    error: (fields, name) => logger.error(fields, name),
    warn: (fields, name) => logger.warn(fields, name),
    info: (fields, name) => logger.info(fields, name),
    debug: (fields, name) => logger.debug(fields, name),
    flush,
  }
}

interface FlushableStream {
  readonly stream: DestinationStream
  readonly flush: () => void
}

/** Lines are buffered for at most a second, so that a busy service does not make a system call for each. */
function jsonStream(): FlushableStream {
  const stream = destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 1000 })
  return { stream, flush: flusher(stream) }
}

/** Somebody watches: every line at once. */
function textStream(hasColours: boolean): FlushableStream {
  const lines = destination({ fd: 1, sync: false })
  const stream = {
    write: (json: string) => void lines.write(`${toLogText(JSON.parse(json), { hasColours })}\n`),
  }
  return { stream, flush: flusher(lines) }
}

function flusher(stream: ReturnType<typeof destination>): () => void {
  return () => {
    // Before the first write the stream may not be open yet; there is nothing to lose then.
    try {
      stream.flushSync()
    } catch {
      return
    }
  }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return { message: error.message, stack: error.stack, cause: describeError(error.cause) }
}
