import { Client } from 'pg'
import {
  PARTITION_MS,
  partitionName,
  PARTITIONED,
} from '../../../src/storage/postgres/connection/partitions.ts'
import { PostgresServer } from '../../../test/support/databases/postgres-server.ts'
import type { Cleanup } from '../cleanup.ts'
import { groupUsage } from '../process-usage.ts'
import type { BenchDatabase, Engine, Filling, ServerCounters } from './engine.ts'

/**
 * Beside the server's defaults: memory for the hot tables, and checkpoints that come with time, not with every
 * gigabyte.
 */
export const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB' } as const

/** A durable server of our own from npm packages alone, and a database of it for each measurement. */
export async function postgresEngine(cleanup: Cleanup): Promise<Engine> {
  const starting = PostgresServer.start({ isDurable: true, settings: SETTINGS })
  // Ended in the middle of its start, it is stopped after that.
  const forget = cleanup.add(async () => (await starting).stop())
  const server = await starting
  const admin = new Client({ connectionString: server.url() })
  admin.on('error', () => undefined)
  await admin.connect()
  const { rows } = await admin.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  )
  let count = 0
  return {
    name: 'postgres',
    version: rows[0]?.version ?? 'unknown',
    createDatabase: async () => {
      count += 1
      const name = `bench_${count}`
      await admin.query(`CREATE DATABASE ${name}`)
      return benchDatabase(admin, { name, url: server.url(name) })
    },
    counters: () => countersOf(admin, server.pid),
    stop: async () => {
      await admin.end()
      await server.stop()
      forget()
    },
  }
}

async function countersOf(admin: Client, pid: number): Promise<ServerCounters> {
  const { rows } = await admin.query<{ wal: string; connections: number }>(
    `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal,
       (SELECT count(*)::integer FROM pg_stat_activity WHERE application_name = 'tocsin') AS connections`,
  )
  const usage = await groupUsage(pid)
  return { ...usage, walBytes: Number(rows[0]?.wal ?? 0), connections: rows[0]?.connections ?? 0 }
}

function benchDatabase(
  admin: Client,
  { name, url }: { readonly name: string; readonly url: string },
): BenchDatabase {
  return {
    address: url,
    sizeBytes: async () => {
      const { rows } = await admin.query<{ bytes: string }>('SELECT pg_database_size($1) AS bytes', [name])
      return Number(rows[0]?.bytes ?? 0)
    },
    open: () => openFilling(url),
    remove: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** History goes into tables that become partitions in the end: until then they have no indexes. */
async function openFilling(url: string): Promise<Filling> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'")
  const attached = new Map<string, string>()
  return {
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    columnsOf: async (table) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position",
        [table],
      )
      return rows.map(({ name }) => name)
    },
    ended: { table: 'ended_deliveries', eventAt: 'event_at' },
    historyTable: async (table, day) => {
      const partitioned = PARTITIONED.find((name) => name === table)
      if (!partitioned) return table
      const name = partitionName(partitioned, day)
      if (attached.has(name)) return name
      await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`)
      attached.set(
        name,
        `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${day * PARTITION_MS}) TO (${(day + 1) * PARTITION_MS})`,
      )
      return name
    },
    close: async () => {
      for (const sql of attached.values()) await client.query(sql)
      await client.query(`SELECT setval('event_ids', greatest(1, (SELECT max(id) FROM events))),
        setval('delivery_ids', greatest(1, (SELECT max(id) FROM deliveries), (SELECT max(id) FROM ended_deliveries))),
        setval(pg_get_serial_sequence('alerts', 'id'), greatest(1, (SELECT max(id) FROM alerts)))`)
      await client.query('VACUUM ANALYZE')
      await client.query('CHECKPOINT')
      await client.end()
    },
  }
}
