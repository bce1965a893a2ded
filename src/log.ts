import { destination, pino } from 'pino'

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

/** Lines are buffered for at most a second, so that a busy service does not make a system call for each. */
export function createLog(level: string): ClosableLog {
  const stream = destination({ fd: 1, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 1000 })
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
    flush: () => {
      // Before the first write the stream may not be open yet; there is nothing to lose then.
      try {
        stream.flushSync()
      } catch {
        return
      }
    },
  }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return { message: error.message, stack: error.stack, cause: describeError(error.cause) }
}
