import { createHash } from 'node:crypto'
import { Pool, types, type ClientConfig, type PoolClient, type QueryResult } from 'pg'
import { wantsWritable } from '../../../domain/source/postgres-url.ts'
import type { ConnectionUse } from '../../cluster.ts'
import { isDamagedDatabase } from '../../damage/damage.ts'
import { CONNECT_MS_MAX, requireWritable, Servers } from './connect.ts'
import { beginEpochIfDue, isEpochOver } from './epoch.ts'
import {
  DoubtfulError,
  explainFault,
  findNameProblem,
  isAborted,
  isLost,
  isWorthRepeating,
  UnreachableError,
} from './faults.ts'
import { GatheringClient } from '../../../runtime/inner/gathering-client.ts'
import { encode, type Statement, type Value } from './statement.ts'
import type { Beginning, LockName } from './transaction-words.ts'
import { beginList, beginScan, beginRead, beginWrite, turnToList, turnToWork } from './transaction-words.ts'

export interface DatabaseOptions {
  /**
   * `postgres://user:password@host:port/database`, with the options of libpq that `pg` knows, such as
   * `sslmode`.
   */
  readonly url: string
  /** Most connections; two fifths serve reads, so that long lists never delay deliveries. */
  readonly poolMax: number
  readonly onDamage?: (because: string) => void
}

export interface Rows<Row> {
  readonly rows: readonly Row[]
  /** The number of rows, or of changed rows. */
  readonly count: number
}

interface ResultOf<Row> extends Rows<Row> {
  readonly command: string
}

/** A connection inside a transaction. Statements that are not awaited travel together, and run in order. */
export interface Transaction {
  /** Grows with every change of a webhook, see WebhookCache. */
  readonly webhooksVersion: Promise<number>
  query<Values extends readonly Value[], Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Rows<Row>>
  /** Runs a statement that is not prepared, because it is composed each time. */
  queryOnce<Row = Record<string, never>>(text: string, values?: readonly Value[]): Promise<Rows<Row>>
  /** Runs a list that goes through indexes in its order, like `Database.list`. */
  list<Row>(text: string, values?: readonly Value[]): Promise<readonly Row[]>
  /** Like `query`, and the commit travels with it; nothing may follow. */
  queryLast<Values extends readonly Value[], Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Rows<Row>>
}

export interface TransactionOptions {
  /** `shared` by default. */
  readonly lock?: LockName
  /**
   * False: a crash of the server may undo it within a second, as with claims, after which sending is doubtful
   * anyway. A later durable commit makes all before it durable.
   */
  readonly isDurable?: boolean
}

interface Sent {
  readonly text: string
  readonly values?: readonly Value[] | undefined
  readonly isNamed: boolean
}

interface QueryRunner {
  query(config: {
    readonly text: string
    readonly values: unknown[]
    readonly name?: string
    readonly queryMode: 'extended'
  }): Promise<QueryResult>
}

const COMMIT: Sent = { text: 'COMMIT', isNamed: false }

const REPEATS_MAX = 5
const STATEMENT_TOO_LATE = 'a statement came after the end of its transaction'
const SILENT_MS_MAX = 45_000
/** int8: our numbers stay far below 2^53. */
const INT8 = 20

/**
 * Rejects with `unavailable` what the database cannot do now; then nothing was written, unless the connection
 * was lost during the commit, which the error says.
 */
export class Database {
  readonly #work: Pool
  readonly #reads: Pool
  readonly #servers: Servers
  readonly #names = new Map<string, string>()
  /** False once a pooler in transaction mode did not know a name. */
  #usesNames = true
  #generation = 1
  readonly #onDamage: (because: string) => void

  constructor({ url, poolMax, onDamage = () => undefined }: DatabaseOptions) {
    this.#onDamage = onDamage
    const readsMax = Math.max(1, Math.floor(poolMax * 0.4))
    this.#servers = new Servers(url)
    const isWritable = wantsWritable(url)
    this.#work = createPool(this.#servers, isWritable, Math.max(1, poolMax - readsMax))
    this.#reads = createPool(this.#servers, isWritable, readsMax)
  }

  /** Runs a statement that writes nothing, on the connections for reads. */
  read<Values extends readonly Value[], Row>(
    text: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<readonly Row[]> {
    return this.#read(this.#reads, { text, values, isNamed: true })
  }

  /** Like `read`, for a statement that is composed each time. */
  readOnce<Row>(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    return this.#read(this.#reads, { text, values, isNamed: false })
  }

  /** Runs a statement that goes through indexes in its order, on the connections for reads. */
  list<Row>(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    return this.#read(this.#reads, { text, values, isNamed: false }, beginList)
  }

  /** Runs a statement that writes nothing, on the connections for the work. */
  scan<Values extends readonly Value[], Row>(
    text: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<readonly Row[]> {
    return this.#read(this.#work, { text, values, isNamed: true }, beginScan)
  }

  /**
   * Commits what `work` did, or nothing if it throws. May call `work` again, so it must have no effects
   * outside the database.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#repeating(() => this.#withClient(this.#work, (client) => this.#write(client, work, options)))
  }

  /** Runs what must not run inside a transaction, such as detaching a partition. */
  outside<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return this.#repeating(() => this.#withClient(this.#work, work))
  }

  connections(): ConnectionUse {
    const pools = [this.#work, this.#reads]
    const sum = (count: (pool: Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)
    return {
      open: sum(({ totalCount }) => totalCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount),
    }
  }

  /** Idempotent. */
  async close(): Promise<void> {
    await Promise.all([this.#work, this.#reads].map((pool) => (pool.ending ? undefined : pool.end())))
  }

  async #repeating<Result>(run: () => Promise<Result>): Promise<Result> {
    for (let repeats = 0; ; repeats += 1) {
      const generation = this.#generation
      try {
        return await run()
      } catch (error) {
        const isWorthIt =
          this.#mendNames(error, generation) || isWorthRepeating(error) || (await this.#mendEpoch(error))
        if (repeats < REPEATS_MAX && isWorthIt) continue
        const explained = explainFault(error)
        if (isDamagedDatabase(explained)) this.#onDamage(explained.message)
        throw explained
      }
    }
  }

  /**
   * Returns true if a repeat will succeed. A name that the connection does not know, or somebody else
   * prepared, ends all names: there is a pooler. A newer release may have changed the columns of a statement.
   */
  #mendNames(error: unknown, generation: number): boolean {
    const problem = findNameProblem(error)
    if (problem === 'unknown') this.#usesNames = false
    if (problem === 'outdated' && generation === this.#generation) {
      this.#generation += 1
      this.#names.clear()
    }
    return problem !== undefined
  }

  /** Begins a new epoch if another server took over or the database was restored. */
  async #mendEpoch(error: unknown): Promise<boolean> {
    if (!isEpochOver(error)) return false
    await this.#withClient(this.#work, beginEpochIfDue).catch((fault: unknown) => {
      throw explainFault(fault)
    })
    return true
  }

  async #withClient<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect(pool)
    let fault: Error | undefined
    try {
      return await run(client)
    } catch (error) {
      fault = error as Error
      // The server skipped a COMMIT that was sent along.
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      // A connection with a fault, or left in a transaction, is not used again.
      client.release(fault !== undefined && client.getTransactionStatus() !== 'I' ? fault : undefined)
    }
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const server = this.#servers.current
      try {
        return await pool.connect()
      } catch (error) {
        this.#servers.pass(server)
        if (tries >= this.#servers.count) throw new UnreachableError(error)
      }
    }
  }

  #read<Row>(pool: Pool, statement: Sent, begin = beginRead): Promise<readonly Row[]> {
    return this.#repeating(() =>
      this.#withClient(pool, async (client) => {
        const begun = watched(this.#begin(client, begin))
        const result = watched(this.#send<Row>(client, statement))
        const ended = watched(this.#send(client, COMMIT))
        await begun
        const { rows } = await result
        await ended
        return rows
      }),
    )
  }

  async #begin<Row>(client: QueryRunner, beginning: Beginning): Promise<Rows<Row>> {
    // A BEGIN that failed for its name would leave the next statement alone.
    const sent = beginning.map((text, index) =>
      watched(this.#send<Row>(client, { text, isNamed: index > 0 })),
    )
    let last: Rows<Row> = { rows: [], count: 0 }
    for (const one of sent) last = await one
    return last
  }

  async #write<Result>(
    client: PoolClient,
    work: (transaction: Transaction) => Promise<Result>,
    { lock = 'shared', isDurable = true }: TransactionOptions,
  ): Promise<Result> {
    let firstFault: unknown
    const noted = <StatementResult>(promise: Promise<StatementResult>): Promise<StatementResult> => {
      promise.catch((error: unknown) => (firstFault ??= error))
      return promise
    }
    let isOver = false
    const ask = (config: Parameters<QueryRunner['query']>[0]) =>
      noted(isOver ? Promise.reject(new Error(STATEMENT_TOO_LATE)) : client.query(config))
    const begun = watched(this.#begin<{ version: number }>({ query: ask }, beginWrite(lock, isDurable)))
    let committed: Promise<ResultOf<unknown>> | undefined
    const commit = () => {
      committed ??= watched(this.#send({ query: ask }, COMMIT))
      isOver = true
      return committed
    }
    const send = <Row>(text: string, values: readonly Value[] | undefined, isNamed = true) =>
      watched(this.#send<Row>({ query: ask }, { text, values, isNamed }))
    const transaction: Transaction = {
      webhooksVersion: watched(begun.then(({ rows }) => rows[0]?.version ?? 0)),
      query: (text, values) => send(text, values),
      queryOnce: (text, values) => send(text, values, false),
      list: async <Row>(text: string, values?: readonly Value[]) => {
        void send(turnToList, [])
        const listed = send<Row>(text, values, false)
        void send(turnToWork, [])
        return (await listed).rows
      },
      queryLast: async <Values extends readonly Value[], Row>(
        text: Statement<Values, Row>,
        values: Values,
      ) => {
        const last = send<Row>(text, values)
        const ended = commit()
        const rows = await last
        await ended
        return rows
      },
    }
    try {
      const result = await work(transaction)
      await begun
      const { command } = await commit()
      // The server ran ROLLBACK instead, and says so only here.
      if (command !== 'COMMIT') throw firstFault ?? new Error('the transaction was undone')
      return result
    } catch (error) {
      isOver = true
      const isUnderWay = committed !== undefined
      const fault = isAborted(error) ? (firstFault ?? error) : error
      throw isUnderWay && isLost(fault) ? new DoubtfulError(fault) : fault
    }
  }

  async #send<Row>(client: QueryRunner, { text, values = [], isNamed }: Sent): Promise<ResultOf<Row>> {
    // Without this, statements without values get a separate response.
    const config = { text, values: values.map(encode), queryMode: 'extended' as const }
    const named = isNamed && this.#usesNames ? { ...config, name: this.#nameOf(text) } : config
    const { rows, rowCount, command } = await client.query(named)
    return { rows, count: rowCount ?? 0, command }
  }

  /** Names a prepared statement; the same text has the same name in every node and release. */
  #nameOf(text: string): string {
    let name = this.#names.get(text)
    if (name === undefined) {
      name = `tocsin${this.#generation}_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
      this.#names.set(text, name)
    }
    return name
  }
}

function createPool(servers: Servers, isWritable: boolean, max: number): Pool {
  const pool = new Pool({
    application_name: 'tocsin',
    max,
    pipeline: true,
    Client: class extends GatheringClient {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionString: servers.current })
      }
    },
    ...(isWritable && {
      verify: (client: PoolClient, done: (error?: Error) => void) =>
        void requireWritable(client).then(() => done(), done),
    }),
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    // Longer than the server's limit: for a server that no longer responds.
    query_timeout: SILENT_MS_MAX,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  })
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Marks a rejection as handled: an earlier one reports it. */
function watched<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}
