import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { newWebhook } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-09-14T03:00:00Z')

const folder = mkdtempSync(join(tmpdir(), 'tocsin-variants-'))
const file = join(folder, 'sources.yaml')
writeFileSync(
  file,
  `sources:
  prometheus: { dialect: prometheus, ignore_labels: [severity, replica] }
  grafana: { dialect: grafana, ignore_labels: [severity] }
`,
)
const started: TestApp[] = []
after(async () => {
  await Promise.all(started.map((app) => app.stop()))
  rmSync(folder, { recursive: true })
})

async function start(options: { listen?: boolean } = {}) {
  const clock = new FakeClock(NOW)
  const app = await startApp({ clock, settings: { TOCSIN_SOURCES_FILE: file }, ...options })
  started.push(app)
  await app.store.createWebhook(
    newWebhook({ payloadTemplate: '{"was": "%OldState%", "is": "%CurrentState%"}' }),
    NOW,
  )
  return { app, clock }
}

/** As Prometheus pushes it: until `endsAt` it fires, and after it is over. */
function push(severity: string, startsAt: number, endsAt: number) {
  return {
    labels: { alertname: 'ReplicationLag', instance: 'pg-2:9187', severity },
    annotations: { value: severity },
    startsAt: formatInstant(startsAt),
    endsAt: formatInstant(endsAt),
  }
}

async function notified(app: TestApp): Promise<readonly string[]> {
  const events = await app.store.listEvents({}, { limit: 100 })
  return events
    .toReversed()
    .map((event) => (event.kind === 'alert' ? `${event.oldState} > ${event.newState}` : ''))
}

describe('alerts that differ only in labels that do not count', () => {
  it('are one from Prometheus, in the worst state of those that fire, and clear once', async () => {
    const { app, clock } = await start()
    const send = (...alerts: readonly object[]) =>
      app.call('POST', '/intake/prometheus/api/v2/alerts', alerts)
    const isOver = (severity: string, startsAt: number, endsAt: number) =>
      clock.now() >= endsAt
        ? push(severity, startsAt, endsAt)
        : push(severity, startsAt, clock.now() + 4 * MINUTE)

    // A warning for half an hour, and a critical within it; each in a request of its own, in either order.
    for (let minute = 0; minute < 45; minute++) {
      const warning = minute < 30 + 15 ? [isOver('warning', NOW, NOW + 30 * MINUTE)] : []
      const critical =
        minute >= 5 && minute < 20 + 15 ? [isOver('critical', NOW + 5 * MINUTE, NOW + 20 * MINUTE)] : []
      const requests = minute % 2 === 0 ? [warning, critical] : [critical, warning]
      for (const request of requests) assert.equal((await send(...request)).status, 200)
      clock.advance(MINUTE)
    }

    assert.deepEqual(await notified(app), [
      'cleared > medium',
      'medium > high',
      'high > medium',
      'medium > cleared',
    ])
    const [alert, ...others] = await app.store.listAlerts({}, { limit: 10 })
    assert.deepEqual(others, [])
    assert.deepEqual([alert?.since, alert?.staleCount], [NOW + 30 * MINUTE, 0])
    assert.equal((await app.store.listDeliveries({}, { limit: 10 })).length, 4)
  })

  it('tell of one change when the severity changes within one request, whichever comes first', async () => {
    const { app, clock } = await start()
    const send = (...alerts: readonly object[]) =>
      app.call('POST', '/intake/prometheus/api/v2/alerts', alerts)
    await send(push('warning', NOW, NOW + 4 * MINUTE))
    clock.advance(MINUTE)
    const at = clock.now()

    await send(push('warning', NOW, at), push('critical', at, at + 4 * MINUTE))

    assert.deepEqual(await notified(app), ['cleared > medium', 'medium > high'])
    const [event] = await app.store.listEvents({}, { limit: 1 })
    assert.ok(event?.kind === 'alert')
    assert.deepEqual([event.raisedAt, event.details.currentValue], [NOW, 'critical'])
  })

  it('show nothing of how they are joined', async () => {
    const { app } = await start()
    await app.call('POST', '/intake/prometheus/api/v2/alerts', [push('warning', NOW, NOW + MINUTE)])

    const shown = await Promise.all(
      ['/v1/alerts', '/v1/events', '/intake/prometheus/api/v2/alerts'].map((path) => app.call('GET', path)),
    )

    for (const { status, text } of shown) {
      assert.equal(status, 200)
      assert.match(text, /ReplicationLag/)
      assert.doesNotMatch(text, /variants/)
    }
  })

  it('expire together, and are raised again by the one that comes back', async () => {
    const { app, clock } = await start({ listen: true })
    const send = (...alerts: readonly object[]) =>
      app.call('POST', '/intake/prometheus/api/v2/alerts', alerts)
    await send(push('warning', NOW, NOW + 4 * MINUTE), push('critical', NOW, NOW + 2 * MINUTE))

    clock.advance(5 * MINUTE + 1_000)
    await eventually('the alert to expire', async () => {
      clock.advance(1_000)
      return (await notified(app)).length === 2
    })
    await send(push('warning', NOW, clock.now() + 4 * MINUTE))

    assert.deepEqual(await notified(app), ['cleared > high', 'high > cleared', 'cleared > medium'])
  })

  it('are one from Grafana, and answered in the order in which they were sent', async () => {
    const { app } = await start()
    const group = sourceBody('grafana')
    const [warning] = group.alerts
    const critical = {
      ...warning,
      labels: { ...warning.labels, severity: 'critical' },
      fingerprint: '00000000000000cc',
      startsAt: '2026-09-14T02:59:00Z',
    }
    const over = { ...warning, status: 'resolved', endsAt: '2026-09-14T02:59:00Z' }
    const report = async (...alerts: readonly object[]) => {
      const { json } = await app.call('POST', '/intake/grafana', { ...group, alerts })
      return json.results.map(({ result }: { result: string }) => result)
    }

    assert.deepEqual(await report({ ...warning, startsAt: '2026-09-14T02:50:00Z' }), ['raised'])
    assert.deepEqual(await report(over, critical), ['refreshed', 'changed'])
    assert.deepEqual(await report(over), ['refreshed'])
    assert.deepEqual(await report({ ...critical, status: 'resolved', endsAt: '2026-09-14T03:00:00Z' }), [
      'cleared',
    ])
    assert.deepEqual(await notified(app), ['cleared > medium', 'medium > high', 'high > cleared'])
  })
})
