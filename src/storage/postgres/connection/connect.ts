import { Client, type ClientBase, type ClientConfig } from 'pg'
import { usePasswordFile } from '../../../runtime/inner/password-file.ts'
import { serversOf, toDriverUrl, wantsWritable } from '../../../domain/source/postgres-url.ts'

/** Limit for connecting, in milliseconds. */
export const CONNECT_MS_MAX = 5_000

/** Databases of old applications may be set to read `\\` in texts as an escape. */
export const READ_STRINGS = 'SET standard_conforming_strings = on'

interface Connecting extends Omit<ClientConfig, 'connectionString' | 'application_name'> {
  readonly url: string
  readonly name: string
}

/** Opens a connection to the first server that fits; the caller ends it. */
export async function connect({ url, name, ...options }: Connecting): Promise<Client> {
  let fault: unknown
  for (const server of serversOf(url)) {
    const client = usePasswordFile(
      new Client({
        connectionTimeoutMillis: CONNECT_MS_MAX,
        ...options,
        connectionString: toDriverUrl(server),
        application_name: name,
      }),
    )
    // The statement under way reports a lost connection.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(READ_STRINGS)
      if (wantsWritable(url)) await requireWritable(client)
      return client
    } catch (error) {
      fault = moreReceiverStates(fault, error)
      await client.end().catch(() => undefined)
    }
  }
  throw fault
}

/** The servers of an address, and the one that did last. */
export class Servers {
  readonly #urls: readonly string[]
  #index = 0

  constructor(url: string) {
    this.#urls = serversOf(url).map(toDriverUrl)
  }

  get count(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#index] ?? ''
  }

  /** Goes on to the next server, unless another attempt has. */
  pass(server: string): void {
    if (server === this.current) this.#index = (this.#index + 1) % this.#urls.length
  }
}

/** Rejects a standby, and a server that is set to be read only. */
export async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readonly can: boolean }>(
    "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS can",
  )
  if (rows[0]?.can !== true) throw new ReadOnlyServer()
}

/** An error with PostgreSQL's code for writes on a standby. */
class ReadOnlyServer extends Error {
  readonly code = '25006'

  constructor() {
    super('the server can only be read')
  }
}

/**
 * Returns the error that says more: a server that refuses everybody, rather than one that is away or a
 * standby.
 */
function moreReceiverStates(before: unknown, after: unknown): unknown {
  const isRefusal = (error: unknown) =>
    /^(?:28|3D)/.test(String((error as { readonly code?: unknown })?.code))
  return before !== undefined && (isRefusal(before) || !isRefusal(after)) ? before : after
}
