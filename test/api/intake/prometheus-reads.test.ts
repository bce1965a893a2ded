import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { recordedPush } from '../../support/sources/prometheus-fixtures.ts'
import { startApp, type StartOptions, type TestApp } from '../../support/app/start-app.ts'

const ALERTS = '/intake/prometheus/api/v2/alerts'
const NOW = Date.parse('2026-09-14T03:00:00Z')
const firing = recordedPush('firing')
const resolved = recordedPush('resolved')

const started: TestApp[] = []
after(() => Promise.all(started.map((app) => app.stop())))

describe('GET /intake/prometheus/api/v2', () => {
  it('shows a raised alert as Alertmanager does, and a cleared one no more', async () => {
    const { app, clock } = await start({ at: firing.receivedAt })
    await app.call('POST', ALERTS, firing.body)

    const raised = await app.call('GET', ALERTS)
    clock.advance(resolved.receivedAt - firing.receivedAt)
    await app.call('POST', ALERTS, resolved.body)
    const cleared = await app.call('GET', ALERTS)

    const { labels, annotations, startsAt, endsAt, generatorURL } = firing.body[0] ?? {}
    assert.deepEqual(raised.json, [
      {
        labels,
        annotations,
        startsAt,
        endsAt,
        generatorURL,
        updatedAt: formatInstant(firing.receivedAt),
        fingerprint: '86bf74fe8a7a1e75',
        receivers: [{ name: 'tocsin' }],
        status: { state: 'active', silencedBy: [], inhibitedBy: [], mutedBy: [] },
      },
    ])
    assert.deepEqual([cleared.status, cleared.json], [200, []])
  })

  const selections: readonly (readonly [string, readonly string[]])[] = [
    ['', ['Bloat', 'Lag', 'Lagging']],
    ['?filter=alertname%3DLag', ['Lag']],
    ['?filter=alertname%3D~%22%5CQLag%5CE%22', ['Lag']],
    ['?filter=alertname%3D~%22%5C%5CQLag%5C%5CE%22%2C', ['Lag']],
    ['?filter=alertname%3D~%22Lag.*%22&filter=job!%3Dpg', ['Lagging']],
    ['?filter=', ['Bloat', 'Lag', 'Lagging']],
    ['?active=true&inhibited=false&silenced=false&unprocessed=false&receiver=', ['Bloat', 'Lag', 'Lagging']],
    ['?active=false', []],
    ['?active=0', []],
    ['?active=no', []],
    ['?active=Yes&silenced=1', ['Bloat', 'Lag', 'Lagging']],
    ['?active=', ['Bloat', 'Lag', 'Lagging']],
    ['?receiver=toc.*', ['Bloat', 'Lag', 'Lagging']],
    ['?receiver=toc', []],
    ['?muted=true', ['Bloat', 'Lag', 'Lagging']],
  ]
  it('selects as amtool asks', async () => {
    const { app } = await start()
    await app.call('POST', ALERTS, [
      { labels: { alertname: 'Lag', job: 'pg' } },
      { labels: { alertname: 'Lagging' } },
      { labels: { alertname: 'Bloat', job: 'pg' } },
    ])

    for (const [query, expected] of selections) {
      const { json } = await app.call('GET', `${ALERTS}${query}`)

      assert.deepEqual(alertNames(json).sort(), expected, query)
    }
  })

  it('refuses a filter that is none, that has braces, or whose pattern is not of RE2', async () => {
    const { app } = await start()

    const none = await app.call('GET', `${ALERTS}?filter=Lag`)
    const braces = await app.call('GET', `${ALERTS}?filter=${encodeURIComponent('{alertname="Lag"}')}`)
    const foreign = await app.call('GET', `${ALERTS}?filter=${encodeURIComponent('alertname=~"(?!Lag).*"')}`)

    assert.equal(none.status, 400)
    assert.match(none.json, /"Lag" is not a condition such as alertname="x"/)
    assert.equal(braces.status, 400)
    assert.match(braces.json, /has braces; give each condition without them/)
    assert.equal(foreign.status, 400)
    assert.match(foreign.json, /syntax of RE2, without look-around/)
  })

  it('shows more alerts than one page of the database holds, ordered by fingerprint', async () => {
    const { app } = await start()
    const batch = Array.from({ length: 1_203 }, (_, index) => ({ labels: { alertname: `a${index}` } }))
    await app.call('POST', ALERTS, batch)

    const { json } = await app.call('GET', ALERTS)

    const fingerprints: readonly string[] = json.map(
      ({ fingerprint }: { fingerprint: string }) => fingerprint,
    )
    assert.equal(new Set(fingerprints).size, 1_203)
    assert.deepEqual(fingerprints, fingerprints.toSorted())
  })

  it('shows only what came in as Prometheus alerts', async () => {
    const { app } = await start()
    await app.store.acceptObservations(
      [{ source: 'api', key: 'k', name: 'n', state: 'high', at: NOW, details: {} }],
      NOW,
    )

    assert.deepEqual((await app.call('GET', ALERTS)).json, [])
  })

  it('groups alerts by name', async () => {
    const { app } = await start()
    await app.call('POST', ALERTS, [
      { labels: { alertname: 'Lag', job: 'pg' } },
      { labels: { alertname: 'Bloat' } },
      { labels: { alertname: 'Lag' } },
      { labels: { job: 'pg' } },
    ])

    const { json } = await app.call('GET', `${ALERTS}/groups?filter=alertname!%3DBloat`)

    assert.deepEqual(
      json.map((group: { labels: unknown; receiver: unknown; alerts: unknown[] }) => [
        group.labels,
        group.receiver,
        group.alerts.length,
      ]),
      [
        [{}, { name: 'tocsin' }, 1],
        [{ alertname: 'Lag' }, { name: 'tocsin' }, 2],
      ],
    )
  })

  it('has a status and one receiver', async () => {
    const { app } = await start()
    const base = '/intake/prometheus/api/v2'

    const status = await app.call('GET', `${base}/status`)
    const receivers = await app.call('GET', `${base}/receivers`)

    assert.equal(status.json.cluster.status, 'disabled')
    assert.equal(status.json.uptime, formatInstant(NOW))
    assert.equal(status.json.versionInfo.version, '0.34.0')
    assert.deepEqual(receivers.json, [{ name: 'tocsin' }])
  })
})

async function start({ at = NOW, ...options }: StartOptions & { readonly at?: number } = {}) {
  const clock = new FakeClock(at)
  const app = await startApp({ ...options, clock })
  started.push(app)
  return { app, clock }
}

function alertNames(alerts: readonly { readonly labels: { readonly alertname: string } }[]): string[] {
  return alerts.map(({ labels }) => labels.alertname)
}
