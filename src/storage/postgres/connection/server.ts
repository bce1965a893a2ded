import type { ClientBase } from 'pg'
import type { Instant } from '../../../domain/instant.ts'

/** Milliseconds since the epoch, with fractions, by the clock of the database server. */
export async function askTime(client: ClientBase): Promise<Instant> {
  const { rows } = await client.query<{ time: Instant }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS time',
  )
  const time = rows[0]?.time
  if (time === undefined) throw new Error('the database server did not tell its time')
  return time
}

/** `18.4`. */
export async function serverVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  return rows[0]?.server_version ?? 'unknown'
}

/**
 * Rejects for a database that cannot hold every character. One without an encoding can: it keeps the bytes, which are
 * those of UTF-8, as they are.
 */
export async function refuseEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Readonly<Record<'encoding' | 'name' | 'other' | 'owner', string>>>(
    `SELECT current_setting('server_encoding') AS encoding, current_database() AS name,
       quote_ident(current_database() || '_utf8') AS other, quote_ident(current_user) AS owner`,
  )
  const { encoding = '', name = '', other = '', owner = '' } = rows[0] ?? {}
  if (encoding === 'UTF8' || encoding === 'SQL_ASCII') return
  throw new Error(
    `The database "${name}" has the encoding ${encoding}, which lacks letters that alerts have; nothing was changed. Create another one, and name it in TOCSIN_DATABASE: CREATE DATABASE ${other} OWNER ${owner} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;`,
  )
}
