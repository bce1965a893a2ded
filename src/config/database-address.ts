import { isKeywordText } from '../domain/source/postgres-keywords.ts'
import { serversOf } from '../domain/source/postgres-url.ts'
import { readPostgresAddress } from './postgres-address.ts'
import type { Environment } from './setting.ts'

/** Where everything is kept, as `TOCSIN_DATABASE` names it. */
export type DatabaseAddress = SqliteAddress | PostgresAddress

export interface SqliteAddress {
  readonly engine: 'sqlite'
  readonly file: string
}

export interface PostgresAddress {
  readonly engine: 'postgres'
  /** With the password, if it holds one: for connecting only, never for people. */
  readonly url: string
}

const EXAMPLES = 'sqlite:./data/tocsin.db or postgres://tocsin@db.internal/tocsin'

/**
 * `sqlite:` and a path, or `postgres://user@host:port/database` (`postgresql://` is the same) or `host=… dbname=…`.
 * Throws an Error that completes "TOCSIN_DATABASE …", and that never repeats what might be a password.
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

/** Describes the address to people, without the password and the parameters. */
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
