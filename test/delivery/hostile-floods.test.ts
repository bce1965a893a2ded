import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'

const MIB = 1024 ** 2
/** What they send would be ten times as much. Most of this is waste that waits for its collection. */
const GROWTH_BYTES_MAX = 250 * MIB
const GOOD_COUNT = 20
/** On a busy machine a flood may not even have begun when the time is over. */
const REASON =
  /^(HTTP 200|the headers of the response are larger than 16 KiB|(the headers of the response did not end|the response did not end|no response) within 2 s( \(after the headers of an HTTP 200\))?)$/

describe('fifty receivers that flood the service at once', () => {
  const child = fork(new URL('../support/network/flood-receivers.ts', import.meta.url), { stdio: 'inherit' })
  let app: TestApp
  let good: Receiver
  before(async () => {
    app = await startApp({ listen: true })
    good = await Receiver.start()
  })
  after(async () => {
    await app.stop()
    await good.stop()
    child.disconnect()
    await new Promise((resolve) => child.once('exit', resolve))
  })

  it('take bounded memory, each attempt ends, and others are served meanwhile', async (t) => {
    const urls = await new Promise<readonly string[]>((resolve) => child.once('message', resolve))
    assert.equal(urls.length, 50)
    const create = (name: string, url: string, given: object) =>
      app.call('POST', '/v1/webhooks', { name, url, mode: 'every_change', ...given })
    for (const url of urls)
      await create('flood', url, {
        timeout: '2s',
        retry_schedule: '0s*3',
        low_alert: false,
      })
    const before = measure()
    const most = { rss: 0, heap: 0 }
    const timer = setInterval(() => {
      most.rss = Math.max(most.rss, measure().rss)
      most.heap = Math.max(most.heap, measure().heap)
    }, 10)
    t.after(() => clearInterval(timer))

    await app.call('POST', '/v1/alerts', { key: 'flood', name: 'Flood', state: 'high' })
    await eventually('they are under way', async () => {
      return (await app.call('GET', '/v1/status')).json.in_flight >= 20
    })
    await create('good', good.url, {})
    const slowestMs = await serveGood()
    await eventually('every delivery has ended', async () => {
      const { pending, sending, waiting } = (await app.call('GET', '/v1/status')).json.backlog
      return pending + sending + waiting === 0
    })

    assert.ok(slowestMs < 60_000, `${slowestMs} ms`)
    const growth = { rss: most.rss - before.rss, heap: most.heap - before.heap }
    assert.ok(growth.rss < GROWTH_BYTES_MAX, `rss grew by ${growth.rss / MIB} MiB`)
    assert.ok(growth.heap < GROWTH_BYTES_MAX, `the heap grew by ${growth.heap / MIB} MiB`)
    const { items } = (await app.call('GET', '/v1/deliveries?limit=200')).json
    const reasons: readonly string[] = items.map(({ last_reason }: { last_reason: string }) => last_reason)
    for (const reason of reasons) assert.match(reason, REASON)
    assert.ok(new Set(reasons).size >= 4, 'each kind has its own')
  })

  /** One alert after the other to the receiver that behaves; the longest time that one took. */
  async function serveGood(): Promise<number> {
    let slowestMs = 0
    for (let count = 1; count <= GOOD_COUNT; count += 1) {
      const startedAt = performance.now()
      await app.call('POST', '/v1/alerts', { key: `good ${count}`, name: 'Good', state: 'low' })
      await good.received(count)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    }
    return slowestMs
  }
})

function measure() {
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}
