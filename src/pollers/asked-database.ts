import { createRequire } from 'node:module'
import type { Client, ClientConfig, Notification } from 'pg'
import { usePasswordFile } from '../runtime/inner/password-file.ts'
import { toDriverUrl } from '../domain/source/postgres-url.ts'
import { CONNECT_MS_MAX, STATEMENT_MS_MAX } from './source-health.ts'

/** Loads pg only in services that poll a database. */
function createClient(config: ClientConfig): Client {
  const pg = createRequire(import.meta.url)('pg') as { readonly Client: new (config: ClientConfig) => Client }
  return new pg.Client(config)
}

/**
 * Begins a transaction whose settings end with it, so a pooler may be between; with nothing but pg_catalog in the
 * search path. SQL_ASCII databases hold any bytes: invalid UTF-8 is replaced here, or one such row would end every
 * poll.
 */
const BEGIN = `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_MS_MAX}; SET LOCAL lock_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 60000; SET LOCAL search_path = pg_catalog; SET LOCAL standard_conforming_strings = on; SELECT set_config('client_encoding', 'SQL_ASCII', true) WHERE current_setting('server_encoding') = 'SQL_ASCII'`

export type Ask = <Row>(text: string, values?: readonly (string | number)[]) => Promise<readonly Row[]>

/** A connection to a user's database, opened on demand and again after it broke. */
export class AskedDatabase {
  readonly #url: string
  #client: Client | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** The role that connects, if the address names it. */
  get role(): string {
    return this.#client?.user ?? decodeUser(this.#url)
  }

  /** Runs all queries in one read-only snapshot. */
  async poll<Result>(ask: (ask: Ask) => Promise<Result>): Promise<Result> {
    const client = await this.#connected()
    try {
      await client.query(BEGIN)
      const result = await ask(async <Row>(text: string, values: readonly (string | number)[] = []) => {
        const { rows } = await client.query(text, [...values])
        return rows as readonly Row[]
      })
      await client.query('COMMIT')
      return result
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Listens on a channel until the connection ends or `signal` fires; calls `onListening` when it begins. */
  async listen(
    channel: string,
    signal: AbortSignal,
    {
      onPayload,
      onListening,
      wait,
    }: {
      readonly onPayload: (payload: string) => void
      readonly onListening: () => Promise<void>
      readonly wait: (ended: AbortSignal) => Promise<boolean>
    },
  ): Promise<void> {
    const ended = new AbortController()
    const end = () => ended.abort()
    const client = await this.#connected()
    const listener = ({ payload = '' }: Notification) => onPayload(payload)
    client.on('end', end)
    client.on('notification', listener)
    signal.addEventListener('abort', end)
    try {
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      await onListening()
      // Finds a connection that does not respond any more.
      while (!ended.signal.aborted && (await wait(ended.signal))) await client.query('SELECT 1')
      if (!signal.aborted && ended.signal.aborted) throw new Error('the connection was lost')
    } finally {
      signal.removeEventListener('abort', end)
      await this.close()
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client
    const client = usePasswordFile(
      createClient({
        connectionString: toDriverUrl(this.#url),
        application_name: 'tocsin',
        connectionTimeoutMillis: CONNECT_MS_MAX,
        // Longer than the server's own limit: for a server that does not respond.
        query_timeout: STATEMENT_MS_MAX + 5_000,
        keepAlive: true,
      }),
    )
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    // The statement under way fails with the same error.
    client.on('error', forget)
    client.on('end', forget)
    // Set before it is connected, so that it can be closed meanwhile.
    this.#client = client
    try {
      await client.connect()
      return client
    } catch (error) {
      await this.close()
      throw error
    }
  }
}

function decodeUser(url: string): string {
  try {
    const { username, searchParams } = new URL(url)
    return decodeURIComponent(username) || (searchParams.get('user') ?? '')
  } catch {
    return ''
  }
}
