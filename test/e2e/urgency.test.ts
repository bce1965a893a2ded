import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { AlertState } from '../../src/domain/alert/alert.ts'
import type { Store } from '../../src/storage/store.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import { startService, type Service } from '../support/app/service.ts'
import { newWebhook, observation } from '../support/build.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver, type ReceivedRequest } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** `.ci/run` has ten times as many. */
const LOWS = Number(process.env['TOCSIN_TEST_BACKLOG'] ?? 10_000)
const ENDS = LOWS / 10
const REJECTED = 30
const FAILING_ONCE = 20
const BATCH = 1_000
const RATE = { count: 20, intervalMs: 1_000 }

/** What may be under way, or claimed, when it is acknowledged, and one slot of the others. */
const BEFORE_IT_MAX = 12

const folders: string[] = []
const receivers: Receiver[] = []
after(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

interface Place {
  readonly folder: string
  readonly database?: string
}

const ENGINES: Readonly<
  Record<string, { readonly at: () => Promise<Place>; readonly open: (place: Place) => Promise<Store> }>
> = {
  SQLite: {
    at: async () => ({ folder: await newFolder() }),
    open: async ({ folder }) =>
      (await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0 })).store,
  },
  PostgreSQL: {
    at: async () => ({ folder: await newFolder(), database: await createTestDatabase() }),
    open: async ({ database = '' }) => (await openPostgresStore({ url: database, poolMax: 4 })).store,
  },
}

for (const [engine, { at, open }] of Object.entries(ENGINES)) {
  describe(`the service on ${engine}`, () => {
    it(`sends a high one behind ${LOWS} low ones, ${ENDS} ends and ${REJECTED} rejected notifications within its promise`, async (context) => {
      const [place, receiver] = [await at(), await startReceiver()]
      receiver.alwaysRespondsWith(({ body }, response) => {
        response.statusCode = body.includes('rejected') ? 400 : 200
        response.end()
      })
      const store = await open(place)
      await fill(store, receiver.url)
      await store.close()
      const service = await startService(place)
      context.after(() => service.kill())
      await receiver.received(REJECTED)

      const before = await raise(service, receiver, 'the first')
      await eventually('it has arrived', () => isAt(receiver, 'the first'))
      const next = await raise(service, receiver, 'the second')
      await eventually('it has arrived', () => isAt(receiver, 'the second'))

      assert.ok(
        placeOf(receiver, 'the first') - before <= BEFORE_IT_MAX,
        `${placeOf(receiver, 'the first') - before}`,
      )
      assert.ok(
        placeOf(receiver, 'the second') - next <= BEFORE_IT_MAX,
        `${placeOf(receiver, 'the second') - next}`,
      )
      const status = (await (await service.request('GET', '/v1/webhooks/1/health')).json()) as {
        state: string
      }
      assert.notEqual(status.state, 'paused')
    })

    it(`delivers all of ${FAILING_ONCE} notifications that a receiver fails once each within a minute`, async (context) => {
      const [place, receiver] = [await at(), await startReceiver()]
      const seen = new Set<string>()
      const accepted = new Set<string>()
      receiver.alwaysRespondsWith(({ body }, response) => {
        response.statusCode = seen.has(body) ? 200 : 503
        if (seen.has(body)) accepted.add(body)
        seen.add(body)
        response.end()
      })
      const service = await startService(place)
      context.after(() => service.kill())
      await service.request('POST', '/v1/webhooks', {
        name: 'once',
        url: receiver.url,
        mode: 'every_change',
        payload_template: '"%AlertName%"',
      })
      const startedAt = performance.now()
      const keys = Array.from({ length: FAILING_ONCE }, (_, index) => `alert ${index}`)
      for (const key of keys) {
        const { status } = await service.request('POST', '/v1/alerts', { key, name: key, state: 'high' })
        assert.equal(status, 200)
      }

      await eventually(
        () => `all are accepted (${accepted.size})`,
        () => accepted.size === FAILING_ONCE,
      )
      assert.ok(performance.now() - startedAt < 60_000, `${performance.now() - startedAt} ms`)
    })
  })
}

/** Straight into the store, before there is a service: by its API it would take ten times as long. */
async function fill(store: Store, url: string): Promise<void> {
  const now = Date.now()
  const report = async (word: string, count: number, state: AlertState, at: number) => {
    for (let from = 0; from < count; from += BATCH) {
      const size = Math.min(BATCH, count - from)
      await store.acceptObservations(
        Array.from({ length: size }, (_, index) => {
          const key = `${word} ${from + index}`
          return observation({ key, name: key, state, at })
        }),
        at,
      )
    }
  }
  await report('ended', ENDS, 'high', now - 3)
  await store.createWebhook(newWebhook({ url, rateLimit: RATE, payloadTemplate: '"%AlertName%"' }), now - 2)
  await report('low', LOWS, 'low', now - 2)
  await report('ended', ENDS, 'cleared', now - 1)
  await report('rejected', REJECTED, 'medium', now - 4)
}

/** Returns how many requests there had been when it was acknowledged. */
async function raise(service: Service, receiver: Receiver, key: string): Promise<number> {
  const { status } = await service.request('POST', '/v1/alerts', { key, name: key, state: 'high' })
  assert.equal(status, 200)
  return receiver.requests.length
}

const isAbout = (key: string) => (request: ReceivedRequest) => request.body === `"${key}"`

function isAt(receiver: Receiver, key: string): boolean {
  return receiver.requests.some(isAbout(key))
}

function placeOf(receiver: Receiver, key: string): number {
  return receiver.requests.findIndex(isAbout(key))
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-urgency-'))
  folders.push(folder)
  return folder
}

async function startReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start()
  receivers.push(receiver)
  return receiver
}
