import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { AlertState } from '../../src/domain/alert/alert.ts'
import { startService, type Service } from '../support/app/service.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver, type ReceivedRequest } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** `.ci/run` has three minutes. */
const DEAD_MS = Number(process.env['TOCSIN_TEST_DEAD_SECONDS'] ?? 20) * 1_000
const ALERTS = 1_000
const CHANGES = 20
const BATCH = 250
/** Of one alert, one after the other; each begins somewhere else. */
const STATES: readonly AlertState[] = ['high', 'medium', 'low', 'cleared']
/** What is under way at once, and what a receiver that failed is tried with. */
const UNDER_WAY_MAX = 40
const SETTINGS = { TOCSIN_RETRY_SCHEDULE: '0s,1s,2s,5s' }

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const ENGINES: Readonly<Record<string, () => Promise<{ readonly database?: string }>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ database: await createTestDatabase() }),
}

for (const [engine, at] of Object.entries(ENGINES)) {
  describe(`a receiver of the service on ${engine}`, () => {
    it(`that was dead for ${DEAD_MS / 1_000} s of a storm is sent what differs, once, and the urgent first`, async (context) => {
      const folder = await mkdtemp(join(tmpdir(), 'tocsin-dead-'))
      folders.push(folder)
      const alive = await Receiver.start()
      context.after(() => alive.stop())
      const service = await startService({ folder, ...(await at()), settings: SETTINGS })
      context.after(() => service.kill())
      await createWebhook(service, alive.url)
      await report(service, 0)
      const before = notificationsOf(await alive.received((ALERTS * 3) / 4))
      const port = Number(new URL(alive.url).port)
      await alive.stop()

      const diedAt = performance.now()
      for (let change = 1; change <= CHANGES; change += 1) {
        const until = diedAt + (DEAD_MS * change) / CHANGES
        await eventually('it has been dead for so long', () => performance.now() >= until)
        await report(service, change)
      }
      const well = await Receiver.start(port)
      context.after(() => well.stop())
      const expected = differing(new Map(before))
      await well.received(expected.length)
      await eventually('nothing is under way any more', () => isIdle(service))

      const receiverState = notificationsOf(well.requests)
      assert.deepEqual(sorted(receiverState), sorted(expected))
      const highs = receiverState.filter(([, state]) => state === 'high').length
      const lastHigh = receiverState.findLastIndex(([, state]) => state === 'high') + 1
      assert.ok(lastHigh <= (highs * 7) / 4 + UNDER_WAY_MAX, `${highs} high ones among the first ${lastHigh}`)
    })
  })
}

type EpisodeState = readonly [key: string, state: AlertState]

async function createWebhook(service: Service, url: string): Promise<void> {
  const { status } = await service.request('POST', '/v1/webhooks', {
    name: 'storm',
    url,
    mode: 'current_state',
    payload_template: '"%AlertName%|%CurrentState%"',
  })
  assert.equal(status, 201)
}

/** All of them change, but some of those that are over stay so in the end. */
async function report(service: Service, change: number): Promise<void> {
  const reports = Array.from({ length: ALERTS }, (_, index) => {
    const key = `alert ${index}`
    return { key, name: key, state: stateOf(index, change) }
  })
  for (let from = 0; from < ALERTS; from += BATCH) {
    const { status } = await service.request('POST', '/v1/alerts', reports.slice(from, from + BATCH))
    assert.equal(status, 200)
  }
}

function stateOf(index: number, change: number): AlertState {
  if (index % 8 === 7 && change === CHANGES) return 'cleared'
  // One step more in between, so that none ends as it began.
  const place = index + change + Number(change > CHANGES / 2)
  return STATES[place % STATES.length] ?? 'cleared'
}

function differing(lastSent: ReadonlyMap<string, AlertState>): readonly EpisodeState[] {
  return Array.from({ length: ALERTS }, (_, index): EpisodeState => [
    `alert ${index}`,
    stateOf(index, CHANGES),
  ]).filter(([key, state]) => state !== (lastSent.get(key) ?? 'cleared'))
}

function notificationsOf(requests: readonly ReceivedRequest[]): readonly EpisodeState[] {
  return requests.map(({ body }) => {
    const [key = '', state = ''] = JSON.parse(body).split('|')
    return [key, STATES.find((name) => name === state.toLowerCase()) ?? 'cleared']
  })
}

function sorted(receiverStates: readonly EpisodeState[]): readonly string[] {
  return receiverStates.map((episodeState) => episodeState.join(' ')).toSorted()
}

async function isIdle(service: Service): Promise<boolean> {
  const { backlog } = (await (await service.request('GET', '/v1/overview')).json()) as {
    backlog: { waiting: number; pending: number; sending: number }
  }
  return backlog.waiting + backlog.pending + backlog.sending === 0
}
