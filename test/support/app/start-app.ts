import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp, type App, type AppOptions } from '../../../src/app/app.ts'
import { startWhenPossible, type StartedApp } from '../../../src/app/start-when-possible.ts'
import type { Boot, Chance, Clock } from '../../../src/runtime/clock.ts'
import { readConfig, type Config } from '../../../src/config/config.ts'
import { servesApi } from '../../../src/domain/overview/node.ts'
import type { Log, LogFields } from '../../../src/telemetry/log.ts'
import type { PasswordCost } from '../../../src/people/password-hash.ts'
import { contractOf } from './contract.ts'
import { createTestDatabase, TEST_ENGINE } from '../databases/test-engine.ts'

export const ADMIN_TOKEN = 'test-admin-token-0123456789'

/** A hash of full strength takes a tenth of a second of the processor; how strong it is concerns its own tests alone. */
const PASSWORD_COST: PasswordCost = { ln: 10, r: 8, p: 1 }

export interface LogLine extends LogFields {
  readonly level: keyof Log
  readonly event: string
}

export interface TestApp extends App {
  /** Where it listens; only when started with `listen: true`. */
  readonly url: string
  readonly lines: readonly LogLine[]
  /** Its address, for another node on it. */
  readonly database: DatabaseUrl
  /**
   * A request in memory, by the admin unless headers say otherwise. Objects are sent as JSON. Rejects if the
   * response is not as the OpenAPI documents have it.
   */
  call(
    method: InjectOptions['method'] & string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<CallResponse>
}

/** A service that can be called, in this process or in one of its own. */
export type CallableApp = Pick<TestApp, 'url' | 'call' | 'stop'>

export interface CallResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly text: string
  /** Parsed; undefined if the response is empty or not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses of any shape
  readonly json: any
}

export type DatabaseUrl = `${'sqlite' | 'postgres'}:${string}`

export interface StartOptions {
  readonly clock?: Clock
  readonly boot?: Boot
  readonly chance?: Chance
  /** Settings as in the environment, e.g. `{ TOCSIN_RETRY_SCHEDULE: '0s,1s' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Also listens on a free port of 127.0.0.1 and delivers. */
  readonly listen?: boolean
  /** An address, or a new one of this engine; without it SQLite, or what TOCSIN_TEST_ENGINE says. */
  readonly database?: 'sqlite' | 'postgres' | DatabaseUrl
  /** Unless it says otherwise, a given clock is believed as it is. */
  readonly usesServerTime?: boolean
}

/**
 * The real app on a database of its own; `stop` also removes that. Every response is held against the OpenAPI
 * documents: `stop` rejects if one was not as they have it.
 */
export async function startApp({
  clock,
  boot,
  chance,
  settings = {},
  listen = false,
  database = TEST_ENGINE,
  usesServerTime = clock === undefined,
}: StartOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-test-'))
  const address = await addressOf(database, folder)
  const config = readConfig(
    {},
    {
      TOCSIN_LISTEN: '127.0.0.1:0',
      TOCSIN_DATABASE: address,
      TOCSIN_DATA_FOLDER: folder,
      TOCSIN_ADMIN_TOKEN: ADMIN_TOKEN,
      ...settings,
    },
  )
  const lines: LogLine[] = []
  const options: AppOptions = {
    config,
    log: collectLog(lines),
    usesServerTime,
    passwordCost: PASSWORD_COST,
    ...(clock && { clock }),
    ...(boot && { boot }),
    ...(chance && { chance }),
  }
  let faults: unknown[] = []
  const onMade = ({ server }: Pick<App, 'server'>) => {
    faults = watchResponses(server, config)
  }
  const { app, address: url } = listen
    ? await startAsServed(options, onMade)
    : { app: await createApp(options), address: '' }
  if (!listen) onMade(app)
  return {
    ...app,
    url,
    lines,
    database: address,
    async call(method, path, body, headers = {}) {
      const response = await call(app, { method, path, body, headers })
      throwFirst(faults)
      return response
    },
    async stop() {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
      throwFirst(faults)
    },
  }
}

/** The way that `tocsin serve` takes. */
async function startAsServed(app: AppOptions, onMade: (app: App) => void): Promise<StartedApp> {
  const started = await startWhenPossible({ app, onMade, stopping: new AbortController().signal })
  assert.ok(started)
  return started
}

/** What the responses do that no document says, from now on. */
function watchResponses(server: FastifyInstance, { role, sources }: Config): unknown[] {
  const faults: unknown[] = []
  if (!servesApi(role)) return faults
  server.addHook('onSend', async ({ method, url: path }, reply, payload) => {
    // A coded response has been checked plain, when others asked.
    const isPlain = !reply.hasHeader('content-encoding')
    const text = isPlain && (typeof payload === 'string' || Buffer.isBuffer(payload)) ? String(payload) : ''
    try {
      contractOf(sources)({ method, path }, { status: reply.statusCode, headers: reply.getHeaders(), text })
    } catch (fault) {
      faults.push(fault)
    }
  })
  return faults
}

function throwFirst(faults: unknown[]): void {
  for (const fault of faults.splice(0)) throw fault
}

async function addressOf(
  database: NonNullable<StartOptions['database']>,
  folder: string,
): Promise<DatabaseUrl> {
  if (database === 'sqlite') return `sqlite:${join(folder, 'tocsin.db')}`
  return database === 'postgres' ? createTestDatabase() : database
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Record<string, string>
}

async function call({ server }: App, { method, path, body, headers }: Call): Promise<CallResponse> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const response = await server.inject({
    method: method as 'GET',
    url: path,
    headers: {
      'x-auth-token': ADMIN_TOKEN,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
  })
  // The line of a request is written at the end of the tick in which its response is over.
  await nextTurn()
  await nextTurn()
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    json: parseJson(response.payload),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collectLog(lines: LogLine[]): Log {
  const keep = (level: keyof Log) => (fields: LogFields, event: string) =>
    void lines.push({ ...fields, level, event })
  return { error: keep('error'), warn: keep('warn'), info: keep('info'), debug: keep('debug') }
}
