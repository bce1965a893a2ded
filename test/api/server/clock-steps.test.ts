import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

const NOW = Date.parse('2026-09-14T04:30:00Z')
const HOUR = 3_600_000

const started: TestApp[] = []
after(() => Promise.all(started.map((app) => app.stop())))

async function start() {
  const clock = new FakeClock(NOW)
  const app = await startApp({ clock })
  started.push(app)
  return { app, clock }
}

const resultOf = ({ status, json, text }: CallResponse): string => {
  assert.equal(status, 200, text)
  return json.results[0]?.result
}

describe('a clock that is set back', () => {
  for (const [name, stepMs] of [
    ['two hours', 2 * HOUR],
    ['three seconds', 3_000],
  ] as const) {
    it(`by ${name} makes no report stale that names no moment`, async () => {
      const { app, clock } = await start()
      const report = async (state: string) =>
        resultOf(await app.call('POST', '/v1/alerts', { key: 'lag', name: 'Lag', state }))
      const before = await report('medium')

      clock.step(-stepMs)

      assert.deepEqual(
        [before, await report('high'), await report('cleared')],
        ['raised', 'changed', 'cleared'],
      )
      const [alert] = (await app.call('GET', '/v1/alerts')).json.items
      assert.equal(alert.stale_count, 0)
    })
  }

  it('makes no notification stale whose moment lies ahead of it', async () => {
    const { app, clock } = await start()
    const nagios = sourceBody('nagios')
    const report = async (type: string, state: string) => {
      const body = { ...nagios, type, state, t: String(NOW / 1000) }
      return resultOf(await app.call('POST', '/intake/nagios', body))
    }
    const before = await report('PROBLEM', 'CRITICAL')

    clock.step(-2 * HOUR)

    assert.deepEqual([before, await report('RECOVERY', 'OK')], ['raised', 'cleared'])
  })

  it('refuses no list as older than the last one, if its moment lies ahead of it', async () => {
    const { app, clock } = await start()
    const pgdash = sourceBody('pgdash')
    const [alert] = pgdash.alerts
    const report = (seconds: number, alerts: readonly unknown[]) =>
      app.call('POST', '/intake/pgdash', { ...pgdash, reported: NOW / 1000 + seconds, alerts })
    const before = await report(0, [alert])

    clock.step(-2 * HOUR)

    assert.deepEqual([resultOf(before), resultOf(await report(60, []))], ['raised', 'cleared'])
  })
})
