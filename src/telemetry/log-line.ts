import { inspect } from 'node:util'
import type { LogRecord } from './log-text.ts'

export interface LogLine {
  readonly level: string
  /** RFC 3339. */
  readonly time: string
  /** None of them has the name of one of the other three. */
  readonly fields: LogRecord
  readonly event: string
}

/** Returns a JSON object: level and time, then the fields, then the name of the event. Never throws. */
export function toLogLine({ level, time, fields, event }: LogLine): string {
  const { error } = fields
  const described = error === undefined ? fields : { ...fields, error: describeError(error) }
  const members = toMembers(described)
  // One object of them all would take twice as long, and there is a line for each attempt.
  return `{"level":"${level}","time":"${time}",${members === '' ? '' : `${members},`}"event":"${event}"}`
}

/** Returns the fields as members of a JSON object. */
function toMembers(fields: LogRecord): string {
  try {
    return JSON.stringify(fields).slice(1, -1)
  } catch {
    const entries = Object.entries(fields).map(([name, value]) => [name, describable(value)])
    return JSON.stringify(Object.fromEntries(entries)).slice(1, -1)
  }
}

/** Returns a value that JSON cannot express, such as a circle, as the text that a debugger shows. */
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
