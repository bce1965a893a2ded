import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { Receiver } from '../support/network/receiver.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

/** Ten seconds without work, and some more: the tasks have gone to rest, and it was asked what is due next. */
const IDLE_AFTER_STEPS = 14
const DUE_AFTER_MS = 20_000

/** A node that rests scans every 15 seconds, so that all of this lies before it would scan by itself. */
describe('an idle node', () => {
  async function withIdle(run: (world: World) => Promise<void>): Promise<void> {
    const clock = new FakeClock()
    const receiver = await Receiver.start()
    const app = await startApp({ clock, listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,20s' } })
    try {
      await run({ app, clock, receiver })
    } finally {
      await app.stop()
      await receiver.stop()
    }
  }

  it('sends what a silence held at its end', async () => {
    await withIdle(async ({ app, clock, receiver }) => {
      await addWebhook({ app, receiver })
      const endsAt = new Date(clock.now() + DUE_AFTER_MS).toISOString()
      const silence = { match: 'name="disk"', ends_at: endsAt, reason: 'work' }
      assert.equal((await app.call('POST', '/v1/silences', silence)).status, 201)
      await app.call('POST', '/v1/alerts', { key: 'a', name: 'disk', state: 'high' })

      await rest(clock)
      assert.equal(receiver.requests.length, 0)
      clock.advance(DUE_AFTER_MS - 1_000 * IDLE_AFTER_STEPS)
      await within2Seconds(clock, () => receiver.requests.length > 0)
    })
  })

  for (const [when, act] of [
    ['when that is due', (clock: FakeClock) => clock.advance(DUE_AFTER_MS - 1_000 * IDLE_AFTER_STEPS)],
    ['soon after the clock was set back', (clock: FakeClock) => clock.step(-3_600_000)],
  ] as const)
    it(`tries again ${when}`, async () => {
      await withIdle(async ({ app, clock, receiver }) => {
        await addWebhook({ app, receiver })
        receiver.alwaysRespondsWith(503)
        await app.call('POST', '/v1/alerts', { key: 'a', name: 'disk', state: 'high' })
        await receiver.received(1)

        await rest(clock)
        act(clock)
        await within2Seconds(clock, () => receiver.requests.length > 1)
      })
    })
})

interface World {
  readonly app: TestApp
  readonly clock: FakeClock
  readonly receiver: Receiver
}

async function addWebhook({ app, receiver }: Pick<World, 'app' | 'receiver'>): Promise<void> {
  const { status, text } = await app.call('POST', '/v1/webhooks', {
    name: 'h',
    url: receiver.url,
    mode: 'current_state',
  })
  assert.equal(status, 201, text)
}

/** Lets second after second pass. */
async function rest(clock: FakeClock): Promise<void> {
  for (let step = 0; step < IDLE_AFTER_STEPS; step += 1) {
    clock.advance(1_000)
    await pause(5)
  }
}

/** Real time for what the service does in each tenth of a second. */
const TENTH_MS = 150

async function within2Seconds(clock: FakeClock, condition: () => boolean): Promise<void> {
  for (let tenth = 0; tenth < 20 && !condition(); tenth += 1) {
    clock.advance(100)
    await pause(TENTH_MS)
  }
  assert.ok(condition(), 'not within two seconds')
}
