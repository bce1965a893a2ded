import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  findService,
  isKeywordText,
  type Keywords,
  keywordsOf,
  parseKeywords,
  parsePostgresUrl,
  serversOf,
  toPostgresUrl,
} from '../domain/source/postgres-url.ts'
import type { Environment } from './setting.ts'

/** The database, as `TOCSIN_DATABASE` names it. */
export type DatabaseAddress = SqliteAddress | PostgresAddress

export interface SqliteAddress {
  readonly engine: 'sqlite'
  readonly file: string
}

export interface PostgresAddress {
  readonly engine: 'postgres'
  /** May contain the password: for connecting, never for display. */
  readonly url: string
}

const EXAMPLES = 'sqlite:./data/tocsin.db or postgres://tocsin@db.internal/tocsin'

/**
 * Parses `sqlite:` and a path, `postgres://user@host:port/database` (or `postgresql://`), or `host=…
 * dbname=…`. Throws an Error that completes "TOCSIN_DATABASE …" and never repeats a possible password.
 */
export function parseDatabase(text: string, environment?: Environment): DatabaseAddress {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length)
    if (file === '') throw new Error('is "sqlite:", which names no file, such as sqlite:./data/tocsin.db')
    return { engine: 'sqlite', file }
  }
  if (/^postgres(?:ql)?:/.test(text) || isKeywordText(text)) {
    return { engine: 'postgres', url: readPostgresAddress(text, environment) }
  }
  const scheme = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i.exec(text)?.[0]
  throw new Error(
    `${scheme === undefined ? 'is not a database that can be used' : `begins with "${scheme}"`}; give one such as ${EXAMPLES}`,
  )
}

/** Describes the address without password and parameters. */
export function describeDatabase(address: DatabaseAddress): string {
  return address.engine === 'sqlite' ? address.file : withoutPassword(address.url)
}

function withoutPassword(text: string): string {
  const servers = serversOf(text).map((server) => new URL(server))
  const [first = new URL(text)] = servers
  const { protocol, username, pathname, searchParams } = first
  const user = username || (searchParams.get('user') ?? '')
  const hosts = servers.map(({ host }) => host).join(',')
  return `${protocol}//${user === '' ? '' : `${user}@`}${hosts || (searchParams.get('host') ?? '')}${pathname}`
}

/** Debian's default folder of services for libpq, unless `PGSYSCONFDIR` is set. */
const SYSTEM_FOLDER = '/etc/postgresql-common'

/**
 * Reads a PostgreSQL address as libpq does: a URL or `host=… dbname=…`, either with a service, whose file
 * fills in what the text lacks. `PGSSLMODE` counts if neither has an `sslmode`. Throws an Error that
 * completes "TOCSIN_DATABASE …".
 */
export function readPostgresAddress(text: string, environment: Environment = {}): string {
  const isKeywords = isKeywordText(text)
  const serviceOf = (url: string) => URL.parse(url)?.searchParams.get('service') ?? undefined
  const service = isKeywords ? parseKeywords(text)['service'] : serviceOf(text)
  if (!isKeywords && service === undefined) return parsePostgresUrl(withMode(text, environment))
  const given = isKeywords ? parseKeywords(text) : keywordsOf(text)
  const url = toPostgresUrl({ ...(service === undefined ? {} : readService(service, environment)), ...given })
  return parsePostgresUrl(withMode(url, environment))
}

function withMode(text: string, { PGSSLMODE: mode = '' }: Environment): string {
  if (mode === '' || /[?&]ssl(?:mode)?=/.test(text)) return text
  return `${text}${text.includes('?') ? '&' : '?'}sslmode=${encodeURIComponent(mode)}`
}

function readService(service: string, environment: Environment): Keywords {
  const files = [
    environment['PGSERVICEFILE'] || join(homedir(), '.pg_service.conf'),
    join(environment['PGSYSCONFDIR'] || SYSTEM_FOLDER, 'pg_service.conf'),
  ]
  for (const file of files) {
    const text = readIfThere(file)
    const found = text === undefined ? undefined : inFile(file, () => findService(text, service))
    if (found) return found
  }
  throw new Error(`names the service "${service}", which neither ${files.join(' nor ')} has`)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Error(`names a service, but ${file} cannot be read (${code})`, { cause: error })
  }
}

function inFile<Result>(file: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Error(`names a service, but ${file} ${(error as Error).message}`, { cause: error })
  }
}
