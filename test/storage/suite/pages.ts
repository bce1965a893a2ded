import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../../../src/storage/store.ts'
import type { Page, PageRequest } from '../../../src/domain/page.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

interface Entry {
  readonly id: number
}

const COUNT = 9
const LONG = 'x'.repeat(10_000)
const STATES = ['low', 'medium', 'high'] as const

/** Every list whose entries may be long, of a store in which there are nine of them and more of others. */
const LISTS: Readonly<Record<string, (store: Store, page: PageRequest) => Promise<Page<Entry>>>> = {
  alerts: (store, page) => store.listAlerts({}, page),
  'alerts of a source': (store, page) => store.listAlerts({ source: 'long' }, page),
  'raised alerts': (store, page) => store.listAlerts({ states: STATES }, page),
  'what of a source is raised': (store, page) => store.listRaised({ source: 'long' }, page),
  'job runs': (store, page) => store.listJobRuns({}, page),
  'job runs of a source': (store, page) => store.listJobRuns({ source: 'long' }, page),
  'events of a kind': (store, page) => store.listEvents({ kind: 'alert' }, page),
  'events of a source': (store, page) => store.listEvents({ source: 'long' }, page),
}

export function exercisePages(engine: string, openStore: OpenStore): void {
  describe(`${engine}: pages that end by their size`, () => {
    for (const [name, list] of Object.entries(LISTS)) {
      it(`${name}: nothing is lost between two pages, and each has an entry`, async () => {
        const store = await fill(await openStore())
        const all = await list(store, { limit: 100 })

        const sizes = await sizesOfPages(store, list, { limit: 100, charactersMax: 25_000 })

        assert.ok(all.length >= COUNT && all.isCut === undefined)
        assert.equal(sizes.flat().length, all.length)
        assert.deepEqual(
          sizes.flat(),
          all.map(({ id }) => id),
        )
        // Two are below what a page may have, and the third is over it.
        assert.ok(sizes.every((ids, index) => ids.length === 3 || index === sizes.length - 1))
        const single = await sizesOfPages(store, list, { limit: 100, charactersMax: 1 })
        assert.ok(single.every((ids) => ids.length === 1))
        assert.equal(single.length, all.length)
      })
    }

    it('a page that is full by its limit is not cut, and neither is the last one', async () => {
      const store = await fill(await openStore())

      const full = await store.listAlerts({}, { limit: 2, charactersMax: 25_000 })
      const last = await store.listAlerts({}, { limit: 100, charactersMax: COUNT * 20_000 })

      assert.deepEqual([full.length, full.isCut], [2, undefined])
      assert.deepEqual([last.length, last.isCut], [COUNT, undefined])
    })

    it('listAudit: the log of long changes comes in pages as well', async () => {
      const store = await openStore()
      for (let index = 0; index < 4; index += 1) {
        await store.createWebhook({ ...newWebhook(), description: LONG.slice(0, 2_000) }, NOW)
      }

      const page = await store.listAudit({}, { limit: 100, charactersMax: 1 })

      assert.deepEqual([page.length, page.isCut], [1, true])
    })

    it('listAttempts: the newest, and of those that are too much only what became of them', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)
      const response = { status: 503, headers: [], body: LONG, bodyTruncated: false }
      let now = NOW
      for (let count = 0; count < 5; count += 1) {
        const [claim] = await claimDue(store, { now })
        now += 1_000
        const next = { state: 'pending', dueAt: now } as const
        await store.finishAttempts([finished(claim ?? assert.fail(), next, { response })], now)
      }
      const [delivery] = await store.listDeliveries({}, { limit: 1 })
      const list = (newest?: Omit<PageRequest, 'before'>) => store.listAttempts(delivery?.id ?? 0, newest)

      const all = await list()
      const some = await list({ limit: 4, charactersMax: 15_000 })

      assert.deepEqual(
        all.map(({ number, response }) => [number, response?.body.length]),
        [1, 2, 3, 4, 5].map((number) => [number, LONG.length]),
      )
      assert.deepEqual(
        some.map(({ number, response, request }) => [number, response !== null, request !== null]),
        [
          [2, false, false],
          [3, false, false],
          [4, true, true],
          [5, true, true],
        ],
      )
      assert.deepEqual(some[3], all[4])
      assert.deepEqual(some[0], { ...all[1], request: null, response: null })
    })

    it('listRaised: how alerts stand, without what was sent about them', async () => {
      const store = await openStore()
      const details = { serverName: 's'.repeat(600), labels: { long: LONG } }
      await store.acceptObservations(
        [
          observation({ key: 'a', source: 'pgdash', state: 'low', details }),
          observation({ key: 'b', source: 'pgdash', state: 'high', details: {} }),
          observation({ key: 'c', source: 'pgdash', details }),
          observation({ key: 'c', source: 'pgdash', state: 'cleared', at: NOW + 1 }),
          observation({ key: 'a', source: 'other' }),
        ],
        NOW,
      )

      const raised = await store.listRaised({ source: 'pgdash' }, { limit: 10 })
      const one = await store.listRaised({ source: 'pgdash', key: 'a' }, { limit: 10 })

      assert.deepEqual(raised, [
        { id: raised[0]?.id, key: 'b', state: 'high' },
        { id: raised[1]?.id, key: 'a', state: 'low', serverName: 's'.repeat(501) },
      ])
      assert.deepEqual(one, [raised[1]])
    })

    it('acceptObservations: what only says how an alert stands keeps its name and details', async () => {
      const store = await openStore()
      const raised = observation({ name: 'Lag', details: { info: LONG }, warnings: ['odd'] })
      await store.acceptObservations([raised], NOW)
      const bare = observation({ name: 'x', details: {}, state: 'cleared', at: NOW + 1, isBare: true })

      const [accepted] = await store.acceptObservations([bare], NOW + 1)

      const [alert] = await store.listAlerts({}, { limit: 1 })
      const event = await store.findEvent(accepted?.eventId ?? 0)
      assert.deepEqual([alert?.state, alert?.name, alert?.warnings], ['cleared', 'Lag', []])
      assert.deepEqual([alert?.details, event?.details, event?.name], [{ info: LONG }, { info: LONG }, 'Lag'])
    })
  })
}

async function fill(store: Store): Promise<Store> {
  const details = { info: LONG }
  await store.acceptObservations(
    Array.from({ length: COUNT }, (_, index) =>
      observation({ key: `${index}`, source: 'long', state: STATES[index % 3]!, details }),
    ),
    NOW,
  )
  await store.acceptJobRuns(
    Array.from({ length: COUNT }, (_, index) =>
      jobRunReport({
        runId: `${index}`,
        source: 'long',
        status: index % 2 === 0 ? 'success' : 'failure',
        details: { output: LONG },
      }),
    ),
    NOW,
  )
  return store
}

/** The ids of each page, one page after the other until the end. */
async function sizesOfPages(
  store: Store,
  list: (store: Store, page: PageRequest) => Promise<Page<Entry>>,
  page: PageRequest,
): Promise<readonly (readonly number[])[]> {
  const pages: (readonly number[])[] = []
  let before: number | undefined
  for (;;) {
    const part: Page<Entry> = await list(store, { ...page, ...(before !== undefined && { before }) })
    pages.push(part.map(({ id }) => id))
    if (!part.isCut) return pages
    before = part.at(-1)?.id
  }
}
