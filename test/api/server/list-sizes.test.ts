import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PAGE_CHARACTERS_MAX } from '../../../src/domain/page.ts'
import { TEMPLATE_BYTES_MAX } from '../../../src/domain/webhook/webhook-limits.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { TEST_ENGINE } from '../../support/databases/test-engine.ts'

const COUNT = 40
const LONG = 'x'.repeat(60_000)
/** What a page may have, the entry by which it is over that, and what is not a long text. */
const RESPONSE_BYTES_MAX = PAGE_CHARACTERS_MAX + TEMPLATE_BYTES_MAX + 100_000

describe('lists of long entries', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW), database: TEST_ENGINE })
    const details = { serverName: 'pg-1', info: LONG }
    for (let index = 0; index < COUNT; index += 1) {
      await app.store.acceptObservations([observation({ key: `${index}`, details })], NOW)
      await app.store.acceptJobRuns([jobRunReport({ runId: `${index}`, details: { output: LONG } })], NOW)
    }
    for (let index = 0; index < 12; index += 1) {
      const payloadTemplate = 'x'.repeat(TEMPLATE_BYTES_MAX)
      await app.store.createWebhook(newWebhook({ name: `webhook ${index}`, payloadTemplate }), NOW)
    }
  })
  after(() => app.stop())

  for (const [list, count] of [
    ['alerts?limit=500', COUNT],
    // Of these, several chunks may make a page.
    ['alerts?server=pg&limit=30', COUNT],
    ['alerts?state=low,medium,high&source=api&limit=500', COUNT],
    ['events?limit=500', 2 * COUNT],
    ['job-runs?limit=500', COUNT],
    ['webhooks?limit=500', 12],
    ['webhooks?view=brief&limit=500', 12],
  ] as const) {
    it(`/v1/${list}: pages end by their size, and lead on to all of it`, async () => {
      const ids: number[] = []
      let cursor: string | null = null
      let pageCount = 0
      do {
        const query = new URLSearchParams(cursor === null ? {} : { cursor })
        const { text, json } = await app.call('GET', `/v1/${list}&${query}`)
        assert.ok(text.length < 4 * RESPONSE_BYTES_MAX, `${text.length} bytes`)
        assert.ok(json.items.length > 0)
        ids.push(...json.items.map(({ id }: { id: number }) => id))
        cursor = json.next
        pageCount += 1
      } while (cursor !== null)

      assert.ok(pageCount > 1, `${pageCount} pages`)
      assert.equal(new Set(ids).size, count)
      assert.equal(ids.length, count)
    })
  }

  it('an alert shows of its history as much as a page has', async () => {
    const [alert] = await app.store.listAlerts({}, { limit: 1 })
    for (let index = 0; index < 30; index += 1) {
      const state = index % 2 === 0 ? 'low' : 'medium'
      const { key } = alert ?? assert.fail()
      await app.store.acceptObservations(
        [observation({ key, state, at: NOW + index, details: { info: LONG } })],
        NOW,
      )
    }

    const { json } = await app.call('GET', `/v1/alerts/${alert?.id}`)

    assert.ok(json.history.length > 10 && json.history.length < 25, `${json.history.length} events`)
  })

  it('a page of deliveries has no more of an event than it shows', async () => {
    const webhook = await app.store.createWebhook(newWebhook({ name: 'notified' }), NOW)
    const details = { objectName: 'o'.repeat(4_000), info: LONG }
    await app.store.acceptObservations([observation({ key: 'notified', details })], NOW)

    const { text, json } = await app.call('GET', `/v1/deliveries?webhook_id=${webhook.id}`)

    assert.equal(json.items[0].event.object_name, `${'o'.repeat(999)}…`)
    assert.ok(text.length < 5_000)
  })

  for (const version of ['v6', 'v15']) {
    it(`${version}: the whole list, with its ETag, though it is not held as a whole`, async () => {
      const path = `/api/${version}/webhook/`
      const { json, headers, status } = await app.call('GET', path)
      const etag = String(headers['etag'])
      const again = await app.call('GET', path, undefined, { 'if-none-match': etag })
      const page = await app.call('GET', `${path}?after=1&limit=7`)

      assert.deepEqual([status, again.status, again.text], [200, 304, ''])
      assert.match(String(headers['content-type']), /^application\/json/)
      assert.ok(json.length >= 12)
      assert.equal(json[0].payload_template.length, TEMPLATE_BYTES_MAX)
      assert.deepEqual(page.json, json.slice(1, 8))
      assert.equal(page.headers['link'], `<${path}?limit=7&after=8>; rel="next"`)
    })
  }
})
