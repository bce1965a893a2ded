import type { ClientBase } from 'pg'
import { connect } from './connect.ts'

/** Raised by `present_epoch` (migrations/first-schema.ts). */
const OVER = 'TC001'

export function isEpochOver(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === OVER
}

/** Begins an epoch if the server is on another timeline than before, or somebody asked for one. */
export async function beginEpochIfDue(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE webhooks_version SET epoch = left(replace(gen_random_uuid()::text, '-', ''), 8), timeline = current_timeline()
     WHERE NOT pg_is_in_recovery() AND (epoch IS NULL OR timeline IS DISTINCT FROM current_timeline())`,
  )
}

/** Has the next writing transaction begin a new epoch. */
export async function endEpoch(url: string): Promise<void> {
  const client = await connect({ url, name: 'tocsin' })
  try {
    await client.query('UPDATE webhooks_version SET epoch = NULL')
  } finally {
    await client.end()
  }
}
