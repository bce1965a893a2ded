import { createRequire } from 'node:module'
import type { ClientBase } from 'pg'

interface Inner {
  password: unknown
}

type FindPassword = (connection: unknown, found: (password: string | undefined) => void) => void

/**
 * Makes a connection without a password read `~/.pgpass` (or `PGPASSFILE`) with the driver's own module: the
 * driver prints a warning each time that this succeeds.
 */
export function usePasswordFile<Client extends ClientBase>(client: Client): Client {
  const inner = client as unknown as Inner
  if (inner.password === null) inner.password = findPassword
  return client
}

/** Loads the driver's module only if a server asks for a password. */
function findPassword(connection: unknown): Promise<string | undefined> {
  const driver = createRequire(import.meta.url).resolve('pg')
  const find = createRequire(driver)('pgpass') as FindPassword
  return new Promise((resolve) => find(connection, resolve))
}
