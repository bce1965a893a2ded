import { decodeUriPart } from '../decode-uri-part.ts'
import { parsePostgresUrl, serversOf } from './postgres-url.ts'

/** The schedulers that are polled in a PostgreSQL database. */
export const SCHEDULER_DIALECTS = ['pgagent', 'pg_cron', 'pg_timetable'] as const
export const DATABASE_DIALECTS = [...SCHEDULER_DIALECTS, 'pg_notify'] as const

export type SchedulerDialect = (typeof SCHEDULER_DIALECTS)[number]
export type DatabaseDialect = (typeof DATABASE_DIALECTS)[number]

export interface DatabaseSource {
  /** May contain the password: for connecting only, never for people. */
  readonly url: string
  readonly serverName: string
  readonly host: string
  readonly port: string
  readonly database: string
  readonly everyMs: number
  /** The channel of the notifications; only for `pg_notify`. */
  readonly channel: string
}

export const EVERY_MS_DEFAULT = 15_000
const EVERY_MS_MIN = 1_000
const EVERY_MS_MAX = 3600_000
const CHANNEL_DEFAULT = 'tocsin'
/** PostgreSQL cuts longer names off. */
const CHANNEL_BYTES_MAX = 63
const SERVER_NAME_MAX = 500

export function knownMembers(dialect: DatabaseDialect): readonly string[] {
  return dialect === 'pg_notify'
    ? ['dialect', 'database', 'channel', 'server_name']
    : ['dialect', 'database', 'every', 'server_name']
}

/** Returns undefined if it added a mistake. */
export function readDatabaseSource(
  at: string,
  members: Readonly<Record<string, unknown>>,
  mistakes: string[],
): DatabaseSource | undefined {
  const url = readUrl(`${at}.database`, members['database'], mistakes)
  const everyMs = readEvery(`${at}.every`, members['every'], mistakes)
  const channel = readText(`${at}.channel`, members['channel'], CHANNEL_BYTES_MAX, mistakes)
  const serverName = readText(`${at}.server_name`, members['server_name'], SERVER_NAME_MAX, mistakes)
  if (url === undefined) return undefined
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = hostname === '' ? (searchParams.get('host') ?? '') : decodeUriPart(hostname)
  return {
    url,
    host,
    port: port || '5432',
    database: decodeUriPart(pathname.slice(1)),
    serverName: serverName ?? host,
    everyMs: everyMs ?? EVERY_MS_DEFAULT,
    channel: channel ?? CHANNEL_DEFAULT,
  }
}

function readUrl(at: string, value: unknown, mistakes: string[]): string | undefined {
  if (typeof value !== 'string') {
    mistakes.push(`${at}: must be an address such as postgres://tocsin_reader@db-1/postgres`)
    return undefined
  }
  try {
    const url = parsePostgresUrl(value)
    if (serversOf(url).length === 1) return url
    mistakes.push(`${at}: names several hosts; a source is one`)
    return undefined
  } catch (error) {
    mistakes.push(`${at}: ${(error as Error).message}`)
    return undefined
  }
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3600_000 }

function readEvery(at: string, value: unknown, mistakes: string[]): number | undefined {
  if (value === undefined) return undefined
  const [, count = '', unit = ''] = /^(\d{1,6})(s|m|h)$/.exec(String(value)) ?? []
  const everyMs = Number(count) * (UNITS_MS[unit] ?? 0)
  if (everyMs >= EVERY_MS_MIN && everyMs <= EVERY_MS_MAX) return everyMs
  mistakes.push(`${at}: must be a duration from 1s to 1h, such as 15s or 5m`)
  return undefined
}

function readText(at: string, value: unknown, max: number, mistakes: string[]): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && text !== '' && !/\p{Cc}/u.test(text) && new Blob([text]).size <= max)
    return text
  mistakes.push(`${at}: must be a text of 1 to ${max} bytes, without control characters`)
  return undefined
}
