import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { RawReceiver } from '../support/network/raw-receiver.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { MALFORMED, STRANGE } from './hostile-responses.ts'
import { BROKEN_OFF, SLOW_OR_ENDLESS, TIMEOUT_MS, type HostileCase } from './hostile-connections.ts'

/** Those that end by themselves have more: what they do is seen, however busy the machine is. */
const LONG_TIMEOUT_MS = 60_000
/** The machine of the tests may be busy with much else. */
const SLACK_MS = 60_000

/** These do not learn that their connection was closed. */
const NEVER_READ: ReadonlySet<string> = new Set([
  'accepts the connection and never reads',
  'closes the connection at once',
  'greets before it is asked',
])

interface Attempt {
  readonly number: number
  readonly outcome: string
  readonly reason: string
  readonly response: {
    readonly status: number
    readonly body: string
    readonly body_truncated: boolean
  } | null
  readonly timing: { readonly total_ms: number }
}

/** One alert for all of them at once, through the whole service; then each has its one attempt on record. */
describe('hostile receivers', () => {
  const all = [...SLOW_OR_ENDLESS, ...BROKEN_OFF, ...MALFORMED, ...STRANGE]
  const receivers: RawReceiver[] = []
  const webhookIds = new Map<string, number>()
  const attempts = new Map<number, readonly Attempt[]>()
  let app: TestApp
  let good: Receiver
  let goodTookMs = 0

  const createWebhook = async (name: string, url: string): Promise<number> => {
    const isEndless = SLOW_OR_ENDLESS.some(([endless]) => endless === name)
    const { status, json } = await app.call('POST', '/v1/webhooks', {
      name,
      url,
      mode: 'every_change',
      timeout: `${isEndless ? TIMEOUT_MS : LONG_TIMEOUT_MS}ms`,
      retry_schedule: '0s',
    })
    assert.equal(status, 201)
    return json.id
  }

  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_RESPONSE_SIZE_MAX: '1kb' } })
    good = await Receiver.start()
    for (const [name, behave] of all) {
      const receiver = await RawReceiver.start(behave)
      receivers.push(receiver)
      webhookIds.set(name, await createWebhook(name, receiver.url))
    }
    const goodId = await createWebhook('well-behaved', good.url)

    const startedAt = performance.now()
    await app.call('POST', '/v1/alerts', { key: 'k', name: 'Lag', state: 'high' })
    await good.received(1)
    goodTookMs = performance.now() - startedAt
    await eventually('every delivery has ended', async () => {
      const { pending, sending, waiting } = (await app.call('GET', '/v1/status')).json.backlog
      return pending + sending + waiting === 0
    })
    for (const { id, webhook_id } of (await app.call('GET', '/v1/deliveries?limit=500')).json.items) {
      attempts.set(webhook_id, (await app.call('GET', `/v1/deliveries/${id}`)).json.attempts)
    }
    assert.equal(attempts.get(goodId)?.[0]?.outcome, 'accept')
  })
  after(async () => {
    await app.stop()
    await good.stop()
    for (const receiver of receivers) await receiver.stop()
  })

  const attemptOf = (name: string): Attempt => {
    const [attempt, ...more] = attempts.get(webhookIds.get(name) ?? 0) ?? []
    assert.ok(attempt && more.length === 0, 'one attempt is on record')
    return attempt
  }

  const group = (title: string, cases: readonly HostileCase[], check: (attempt: Attempt) => void) =>
    describe(title, () => {
      for (const [name, , reason] of cases) {
        it(`one that ${name}`, () => {
          const attempt = attemptOf(name)
          assert.match(attempt.reason, reason)
          const tookMs = attempt.timing.total_ms
          assert.ok(tookMs <= LONG_TIMEOUT_MS, `took ${tookMs} ms`)
          check(attempt)
        })
      }
    })

  const isWithoutResponse = ({ outcome, response }: Attempt) => {
    assert.deepEqual([outcome, response], ['retry', null])
  }

  group('that are slow or endless', SLOW_OR_ENDLESS, (attempt) => {
    if (attempt.reason !== 'HTTP 200') return isWithoutResponse(attempt)
    // The status counts; of the body a start is kept, and the rest is not waited for.
    assert.equal(attempt.outcome, 'accept')
    assert.equal(attempt.response?.body.length, 1024)
    assert.equal(attempt.response.body_truncated, true)
    assert.ok(attempt.timing.total_ms < TIMEOUT_MS + SLACK_MS)
  })
  group('that break off', BROKEN_OFF, isWithoutResponse)
  group('that do not speak HTTP', MALFORMED, isWithoutResponse)
  group('that are strange', STRANGE, ({ outcome, response, reason }) => {
    assert.equal(reason.startsWith(`HTTP ${response?.status}`), true)
    assert.equal(outcome, (response?.status ?? 0) < 300 ? 'accept' : 'retry')
  })

  it('the body of a gzip bomb is kept as it came, and so is one of any other bytes', () => {
    const { response } = attemptOf('sends a gzip bomb')

    assert.equal(response?.body_truncated, true)
    assert.ok(response.body.length <= 1024 && response.body.startsWith('\x1f\ufffd\b'))
    assert.equal(attemptOf('has U+0000 in its body').response?.body, '\0\0')
    assert.equal(attemptOf('has bytes that are no UTF-8').response?.body, 'o\ufffd\ufffd(')
    assert.equal(attemptOf('sends more than it announced').response?.body, 'ok')
  })

  it('each was called once, and no connection is kept to one without a good answer', async () => {
    for (const [index, [name, , reason]] of all.entries()) {
      const receiver = receivers[index]
      assert.equal(receiver?.connectionCount, 1, name)
      if (reason.source.startsWith('^HTTP') || NEVER_READ.has(name)) continue
      await eventually(`closed: ${name}`, () => receiver.openCount === 0)
    }
  })

  it('the service is ready, and a well-behaved receiver among them was called without delay', async () => {
    assert.equal((await app.call('GET', '/readyz')).status, 200)
    assert.ok(goodTookMs < TIMEOUT_MS + SLACK_MS, `${goodTookMs} ms`)
    assert.deepEqual(
      app.lines.filter(({ level }) => level === 'error'),
      [],
    )
  })

  it('a test of a webhook ends in the same words', async () => {
    for (const name of ['folds a header', 'sends header lines without end, fast', 'resets in the body']) {
      const { status, json } = await app.call('POST', `/v1/webhooks/${webhookIds.get(name)}/test`)

      assert.deepEqual([status, json.outcome, json.reason], [200, 'retry', attemptOf(name).reason])
    }
  })
})
