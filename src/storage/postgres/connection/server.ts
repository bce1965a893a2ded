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
