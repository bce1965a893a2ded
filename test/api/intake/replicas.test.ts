import assert from 'node:assert/strict'
import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Receiver } from '../../support/network/receiver.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { eventually } from '../../support/time/eventually.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const MINUTE = 60_000

describe('what replicas of Alertmanager and Grafana tell of one alert', () => {
  let folder: string
  let receiver: Receiver
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-replicas-'))
    receiver = await Receiver.start()
  })
  after(async () => {
    await receiver.stop()
    await rm(folder, { recursive: true })
  })

  for (const dialect of ['alertmanager', 'grafana'] as const) {
    it(`ends at the truth over our restart, with an end that is reported half an hour late (${dialect})`, async () => {
      const clock = new FakeClock()
      const startsAt = clock.now() - 50 * MINUTE
      const endsAt = clock.now() - 30 * MINUTE
      const database = `sqlite:${join(folder, `${dialect}.db`)}` as const
      const start = () => startApp({ clock, database, listen: true })
      const say = (app: TestApp, status: 'firing' | 'resolved') =>
        reported(app, dialect, { status, startsAt, endsAt: status === 'firing' ? undefined : endsAt })
      let app = await start()
      const hook = { name: dialect, url: `${receiver.url}/${dialect}`, mode: 'current_state' }
      assert.equal((await app.call('POST', '/v1/webhooks', hook)).status, 201)

      const results = [await say(app, 'firing')]
      await sent(clock, receiver, dialect, 1)
      results.push(await say(app, 'resolved'))
      await sent(clock, receiver, dialect, 2)
      await app.stop()
      clock.advance(3 * MINUTE)
      app = await start()
      results.push(await say(app, 'firing'))
      await sent(clock, receiver, dialect, 3)
      results.push(await say(app, 'resolved'))
      await sent(clock, receiver, dialect, 4)
      const notified = await app.call('GET', '/v1/webhooks/1/receiver-states')
      await app.stop()

      assert.deepEqual(results, ['raised', 'cleared', 'raised', 'cleared'])
      assert.deepEqual(notified.json.items, [])
    })
  }
})

interface Said {
  readonly status: 'firing' | 'resolved'
  readonly startsAt: number
  readonly endsAt: number | undefined
}

async function reported(app: TestApp, dialect: 'alertmanager' | 'grafana', said: Said): Promise<string> {
  const { status, startsAt, endsAt } = said
  const { json, text } = await app.call('POST', `/intake/${dialect}`, {
    version: dialect === 'grafana' ? '1' : '4',
    alerts: [
      {
        status,
        fingerprint: 'f1',
        labels: { alertname: 'Lag', severity: 'critical' },
        startsAt: new Date(startsAt).toISOString(),
        endsAt: endsAt === undefined ? '0001-01-01T00:00:00Z' : new Date(endsAt).toISOString(),
      },
    ],
  })
  assert.ok(json.results, text)
  return json.results[0].result
}

async function sent(clock: FakeClock, { requests }: Receiver, dialect: string, count: number): Promise<void> {
  await eventually(`${count} notifications`, () => {
    clock.advance(100)
    return requests.filter(({ path }) => path === `/${dialect}`).length >= count
  })
}
