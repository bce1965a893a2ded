import { Client } from 'pg'
import { migrate } from '../../../src/storage/postgres/migrate.ts'
import {
  PARTITION_MS,
  PARTITIONED,
  partitionName,
} from '../../../src/storage/postgres/connection/partitions.ts'
import { NOW } from '../../support/build.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { WATCH } from './postgres-rows.ts'
import { INSTALLATION_ID } from './simulated-database.ts'

const TEMPLATE = 'simulation_template'

/** So many days have their partitions already, which saves each run making them. */
const DAYS = 6

/** Nothing may happen in it by its own clock, and only what is to be cut after its commit waits for a standby. */
const SETTINGS = {
  autovacuum: 'off',
  checkpoint_timeout: '1d',
  max_wal_size: '4GB',
  synchronous_commit: 'local',
  synchronous_standby_names: 'nobody',
}

/** Fixed, as everything in a run is. */
export const EPOCH = 'epoch'

/** The PostgreSQL server of many runs, one after the other; each has a database of its own. */
export class SimulatedServer {
  readonly #server: PostgresServer
  #isUp = true
  #lastNumber = 0

  private constructor(server: PostgresServer) {
    this.#server = server
  }

  static async start(): Promise<SimulatedServer> {
    const server = new SimulatedServer(await PostgresServer.start({ settings: SETTINGS }))
    await server.#makeTemplate()
    return server
  }

  get isUp(): boolean {
    return this.#isUp
  }

  urlOf(name: string): string {
    return this.#server.url(name)
  }

  /** The name of a new one, with the schema in it. */
  async create(): Promise<string> {
    this.#lastNumber += 1
    const name = `simulation_${this.#lastNumber}`
    // To copy its files as they are costs half of what it does by way of the server's log.
    await this.#asAdmin(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`)
    return name
  }

  async drop(name: string): Promise<void> {
    await this.up()
    await this.#asAdmin(`DROP DATABASE ${name} WITH (FORCE)`)
  }

  /** As in a crash; nothing is lost that was committed. */
  async down(): Promise<void> {
    if (!this.#isUp) return
    this.#isUp = false
    await this.#server.down('SIGQUIT')
  }

  async up(): Promise<void> {
    if (this.#isUp) return
    await this.#server.up()
    this.#isUp = true
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }

  async #makeTemplate(): Promise<void> {
    await this.#asAdmin(`CREATE DATABASE ${TEMPLATE}`)
    const client = await this.connect(TEMPLATE)
    await migrate(client)
    await client.query(`INSERT INTO meta (key, value) VALUES ('installation_id', $1)`, [INSTALLATION_ID])
    await client.query(`UPDATE webhooks_version SET epoch = '${EPOCH}', timeline = current_timeline()`)
    await client.query(WATCH)
    for (let index = 0; index < DAYS; index += 1)
      await makeDay(client, Math.floor(NOW / PARTITION_MS) - 1 + index)
    await client.end()
  }

  async connect(name: string): Promise<Client> {
    const client = new Client({ connectionString: this.urlOf(name) })
    // It ends with the server.
    client.on('error', () => undefined)
    await client.connect()
    // Nothing is ever analyzed here: without this it would read all that was ever written, each time.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off')
    return client
  }

  async #asAdmin(sql: string): Promise<void> {
    const client = await this.connect('postgres')
    await client.query(sql)
    await client.end()
  }
}

async function makeDay(client: Client, day: number): Promise<void> {
  for (const table of PARTITIONED) {
    await client.query(
      `CREATE TABLE ${partitionName(table, day)} PARTITION OF ${table}
       FOR VALUES FROM (${day * PARTITION_MS}) TO (${(day + 1) * PARTITION_MS})`,
    )
  }
}
