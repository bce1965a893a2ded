import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Filter, Filters } from '../../../src/domain/filter/filter.ts'
import { FILTERS_BY_PATH } from '../../../src/domain/lists/lists.ts'
import { jobRunReport, newWebhook, observation } from '../../support/build.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { eventually } from '../../support/time/eventually.ts'

/** An order leaves nothing out, nor does what is undelivered where nothing was delivered. */
const LEAVE_ALL = new Set(['order', 'undelivered'])

/** The filters that need another one beside them. */
const BESIDE: Readonly<Record<string, string>> = { object_id: 'object_type=webhook&' }

/** Returns values at least one of which leaves out any given entry. */
function valuesOf(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'flag':
      return ['true', 'false']
    case 'word':
    case 'words':
      return filter.words
    case 'pairs':
      return ['no=such']
    case 'duration':
      return ['365d']
    case 'id':
      return ['999999']
    case 'from':
      return ['2999-01-01T00:00:00Z']
    case 'until':
      return ['2001-01-01T00:00:00Z']
    case 'text':
      return ['nothing has this']
  }
}

describe('every filter of every list', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s' } })
    const now = Date.now()
    await app.store.createWebhook(newWebhook(), now)
    await app.store.acceptObservations([observation({ state: 'high', at: now })], now)
    await app.store.acceptJobRuns([jobRunReport({ finishedAt: now })], now)
    await app.call('POST', '/v1/silences', { match: 'name="x"', for: '1h', reason: 'a filter' })
    await eventually('the webhook is called', async () => {
      return (await count('/v1/webhooks?not_called_for=365d')) === 0
    })
    await app.call('POST', '/v1/delivery-operations', { kind: 'retry', filter: { state: ['failed'] } })
  })
  after(() => app.stop())

  async function count(address: string): Promise<number> {
    const { status, json, text } = await app.call('GET', address)
    assert.equal(status, 200, `${address}: ${text}`)
    return json.items?.length ?? json.total
  }

  for (const [path, filters] of Object.entries<Filters>(FILTERS_BY_PATH)) {
    const all = Object.values(filters).filter(({ wire }) => !LEAVE_ALL.has(wire))
    for (const filter of all) {
      it(`${path}?${filter.wire}= leaves something out`, async () => {
        const total = await count(path)
        assert.ok(total > 0)

        const counts = []
        for (const value of valuesOf(filter)) {
          counts.push(
            await count(`${path}?${BESIDE[filter.wire] ?? ''}${filter.wire}=${encodeURIComponent(value)}`),
          )
        }

        assert.ok(Math.min(...counts) < total, `of ${total} entries ${counts.join(', ')}`)
      })
    }
  }
})
