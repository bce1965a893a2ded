import type { ClientBase } from 'pg'

/**
 * How many connections to the database of this one wait for a lock; tests of other files use the same server. Read
 * again each time: within a transaction a server goes on showing those who were connected at the first reading.
 */
export async function countLockWaiters(client: ClientBase): Promise<number> {
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows.length
}
