import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { endWithUs } from '../../end-with-us.ts'
import { PostgresServer } from '../../databases/postgres-server.ts'
import { freePort } from '../../network/free-port.ts'
import { eventually } from '../../time/eventually.ts'
import { ZabbixApi } from './zabbix-api.ts'
import type { ZabbixFiles } from './zabbix-files.ts'

interface Parts {
  readonly port: number
  readonly database: Client
  readonly api: ZabbixApi
  readonly check: () => void
}

/** A notification that the server gave to the media type, and its outcome. */
export interface Notification {
  readonly subject: string
  readonly retries: number
  readonly error: string
  readonly parameters: string
}

/** A value of an item, as a sender reports it. */
export interface Value {
  readonly host: string
  readonly key: string
  readonly value: string
}

/** A real Zabbix server with its frontend and a PostgreSQL of its own, all on 127.0.0.1; its data in a folder that goes when it stops. */
export class Zabbix {
  readonly api: ZabbixApi
  readonly #parts: Parts
  readonly #stops: readonly (() => Promise<unknown>)[]

  private constructor(parts: Parts, stops: readonly (() => Promise<unknown>)[]) {
    this.api = parts.api
    this.#parts = parts
    this.#stops = stops
  }

  static async start(files: ZabbixFiles): Promise<Zabbix> {
    const stops: (() => Promise<unknown>)[] = []
    try {
      return new Zabbix(await startParts(files, stops), stops)
    } catch (error) {
      await stopAll(stops)
      throw error
    }
  }

  /** Reports values of items that take them ("Zabbix trapper"), in their order. */
  async send(values: readonly Value[]): Promise<void> {
    const said = await this.#report(values)
    assert.ok(isTaken(said, values.length), said)
  }

  async #report(values: readonly Value[]): Promise<string> {
    const body = Buffer.from(JSON.stringify({ request: 'sender data', data: values }))
    const header = Buffer.alloc(13, 'ZBXD\x01')
    header.writeBigUInt64LE(BigInt(body.length), 5)
    const socket = connect(this.#parts.port, '127.0.0.1')
    socket.end(Buffer.concat([header, body]))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const { info = '' } = JSON.parse(Buffer.concat(chunks).subarray(13).toString() || '{}') as {
      info?: string
    }
    return info
  }

  /** Waits until the server has read what the API has changed: it takes values of the item. */
  async takes(value: Value): Promise<void> {
    let said = ''
    await eventually(
      () => `Zabbix takes ${value.key} (${said})`,
      async () => {
        this.#parts.check()
        said = await this.#report([value])
        return isTaken(said, 1)
      },
    )
  }

  /** The notifications that it made, in their order. */
  async notifications(): Promise<readonly Notification[]> {
    const { rows } = await this.#parts.database.query(
      'SELECT subject, retries, error, parameters FROM alerts WHERE alerttype = 0 ORDER BY alertid',
    )
    return rows
  }

  stop(): Promise<void> {
    return stopAll(this.#stops)
  }
}

function isTaken(said: string, count: number): boolean {
  return said.startsWith(`processed: ${count}; failed: 0;`)
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function stopAll(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops.toReversed()) await stop()
}

async function startParts(files: ZabbixFiles, stops: (() => Promise<unknown>)[]): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-zabbix-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const postgres = await PostgresServer.start()
  stops.push(() => postgres.stop())
  const database = await fillDatabase(files, postgres)
  stops.push(() => database.end())
  const [port, frontendPort] = [await freePort(), await freePort()]
  const configuration = join(folder, 'zabbix_server.conf')
  await writeFile(configuration, settingsOf({ folder, port, databasePort: postgres.port }))
  const environment = { ...files.environment, ZABBIX_DATABASE_PORT: `${postgres.port}` }
  const server = await run([files.server, '-f', '-c', configuration], environment)
  stops.push(server.stop)
  files.prepareFrontend()
  const frontend = await run(files.phpCommand(`127.0.0.1:${frontendPort}`), environment)
  stops.push(frontend.stop)
  const check = () => {
    server.check()
    frontend.check()
  }
  const api = await eventually('the API of Zabbix answers', async () => {
    check()
    return (await isOpen(frontendPort)) && ZabbixApi.signIn(`http://127.0.0.1:${frontendPort}`)
  })
  await eventually('the server of Zabbix listens', () => {
    check()
    return isOpen(port)
  })
  return { port, database, api, check }
}

async function fillDatabase(files: ZabbixFiles, postgres: PostgresServer): Promise<Client> {
  const first = new Client({ connectionString: postgres.url() })
  await first.connect()
  await first.query('CREATE DATABASE zabbix')
  await first.end()
  const client = new Client({ connectionString: postgres.url('zabbix') })
  client.on('error', () => undefined)
  await client.connect()
  for (const statements of files.statements()) await client.query(statements)
  return client
}

interface Running {
  /** Throws an Error with the last that it wrote, if it has ended. */
  readonly check: () => void
  readonly stop: () => Promise<void>
}

/** Starts a program in a group of its own, which ends with it. */
async function run([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8192)))
  }
  await once(child, 'spawn')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // All of the group have ended.
    }
  }
  endWithUs(child, { isGroup: true })
  return {
    check: () => assert.ok(!isOver(), `${command} has ended:\n${output}`),
    stop: async () => {
      if (isOver()) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const killing = setTimeout(end, 10_000)
      await exited
      clearTimeout(killing)
    },
  }
}

interface ServerPlace {
  readonly folder: string
  readonly port: number
  readonly databasePort: number
}

/** Starts as few processes as possible: pollers have nothing to do, because values are pushed. */
function settingsOf({ folder, port, databasePort }: ServerPlace): string {
  return [
    'AllowRoot=1',
    'AllowUnsupportedDBVersions=1',
    'DBHost=127.0.0.1',
    `DBPort=${databasePort}`,
    'DBName=zabbix',
    'DBUser=postgres',
    'ListenIP=127.0.0.1',
    `ListenPort=${port}`,
    'LogType=console',
    `PidFile=${folder}/zabbix_server.pid`,
    `SocketDir=${folder}`,
    'CacheUpdateFrequency=1',
    'HousekeepingFrequency=0',
    'StartPollers=1',
    'StartPreprocessors=1',
    'StartTrappers=2',
    'StartPingers=0',
    'StartDiscoverers=0',
    'StartHTTPPollers=0',
    'StartDBSyncers=1',
  ].join('\n')
}
