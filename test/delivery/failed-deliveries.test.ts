import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { runForeignSql } from '../support/databases/foreign-sql.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

const STATUS_OF: Readonly<Record<string, number>> = { '/rejects': 400, '/gone': 410, '/dead': 503 }

/** Each way in which a delivery may end as failed, by the reason that it leaves. */
const ENDS = [
  /^HTTP 503/,
  /^HTTP 410/,
  /^HTTP 400$/,
  /; rejected, and not retried: newer deliveries/,
  /^no longer retried: its receiver has been failing/,
  /^not sent: the URL needs %label\.team%/,
  /^its event was not sent/,
]

/** An app whose clock moves only with the test, and webhooks whose receivers fail in every way. */
async function start(t: TestContext, database: 'sqlite' | 'postgres') {
  const clock = new FakeClock()
  const receiver = await Receiver.start()
  receiver.alwaysRespondsWith((request, response) => {
    response.writeHead(STATUS_OF[request.path] ?? 200).end()
  })
  const settings = { TOCSIN_RETRY_SCHEDULE: '0s,1m,10m', TOCSIN_RETENTION: '30d' }
  const app = await startApp({ database, clock, settings })
  t.after(() => Promise.all([app.stop(), receiver.stop()]))
  for (const path of ['rejects', 'gone', 'dead', '%label.team%']) {
    const { status } = await app.call('POST', '/v1/webhooks', {
      name: path,
      url: `${receiver.url}/${path}`,
      mode: 'every_change',
      low_alert: path === 'dead',
      retry_schedule: path === 'dead' ? '0s' : null,
    })
    assert.equal(status, 201)
  }
  return { app, clock }
}

async function report(app: TestApp, key: string, state: string): Promise<number> {
  const { json } = await app.call('POST', '/v1/alerts', { key, name: key, state })
  return json.results[0].event_id
}

async function failedReasons({ store }: TestApp): Promise<readonly string[]> {
  const failed = await store.listDeliveries({ states: ['failed'] }, { limit: 500 })
  return failed.map(({ lastReason }) => lastReason ?? '')
}

/** The numbers of failed deliveries that metrics, activity and log show. */
async function countedIn(app: TestApp, from: number) {
  const metrics = (await app.call('GET', '/metrics')).text
  const lines = [...metrics.matchAll(/^tocsin_deliveries_total\{.*state="failed"\} (\d+)$/gm)]
  const { points } = (await app.call('GET', `/v1/activity?from=${new Date(from).toISOString()}`)).json
  return {
    metrics: lines.reduce((sum, [, count]) => sum + Number(count), 0),
    activity: points.reduce((sum: number, { failed }: { failed: number }) => sum + failed, 0),
    log: countInLog(app),
  }
}

/** The number of failed deliveries that the log names, one by one or together. */
function countInLog({ lines }: TestApp): number {
  return lines.reduce((sum, { event, state, count, leaseLost }) => {
    if (event === 'delivery.unreadable') return sum + 1
    if (event === 'housekeeping.overdue_ended') return sum + Number(count)
    return event === 'delivery.attempted' && state === 'failed' && leaseLost !== true ? sum + 1 : sum
  }, 0)
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`${engine}: a delivery that failed`, () => {
    it('is counted in metrics, activity, overview and log, however it ended', async (t) => {
      const { app, clock } = await start(t, engine)
      const startedAt = clock.now()
      const damagedId = await report(app, 'damaged', 'high')
      const spoiled = `UPDATE events SET body = '!' || substr(body, 2) WHERE id = ${damagedId}`
      await runForeignSql(app.database, spoiled)
      await app.start()
      const until = (what: string, isSo: (reasons: readonly string[]) => boolean, stepMs: number) =>
        eventually(what, async () => {
          clock.advance(stepMs)
          return isSo(await failedReasons(app))
        })

      await until('the damaged event has ended', (reasons) => reasons.length >= 4, 50)
      await report(app, 'flapping', 'high')
      await until('it is gone for one', (reasons) => reasons.some((one) => ENDS[1]!.test(one)), 50)
      await report(app, 'flapping', 'cleared')
      await until('the raise gave way', (reasons) => reasons.some((one) => ENDS[3]!.test(one)), 50)
      const { json: overview } = await app.call('GET', '/v1/overview')
      const failedNow = (await failedReasons(app)).length
      // More than a receiver that is probed once a minute is sent within an hour.
      const many = Array.from({ length: 90 }, (_, place) => ({
        key: `key ${place}`,
        name: 'a',
        state: 'low',
      }))
      await app.call('POST', '/v1/alerts', many)
      await until(
        'each end has come about',
        (reasons) => ENDS.every((end) => reasons.some((one) => end.test(one))),
        10_000,
      )

      assert.ok(overview.last_hour.failed > 0 && overview.last_hour.failed <= failedNow)
      await eventually('all are counted, and no more', async () => {
        const { length: failed } = await failedReasons(app)
        return isDeepStrictEqual(await countedIn(app, startedAt), {
          metrics: failed,
          activity: failed,
          log: failed,
        })
      })
    })
  })
}
