import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const URL = 'https://hooks.example.com/'
const NEVER = 'severity="critical"'
const REMEDY = /character 10: severity is high, medium or low here.* write label\.severity="critical"/

describe('a value that a field never has', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
  })
  after(() => app.stop())

  const silence = { match: NEVER, for: '2h', reason: 'patching' }
  const window = { ...silence, name: 'w', zone: 'UTC', begins: '22:00', repeat: 'FREQ=DAILY' }
  const call = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown) => app.call(method, path, body)

  it('is refused wherever matchers are saved or asked for, and changes nothing', async () => {
    const webhook = (await call('POST', '/v1/webhooks', { name: 'ops', url: URL, match: 'severity=high' }))
      .json
    const later = '2026-09-15T00:00:00Z'
    const pending = (await call('POST', '/v1/silences', { ...silence, match: 'server=a', starts_at: later }))
      .json
    const daily = (await call('POST', '/v1/windows', { ...window, match: 'server=a' })).json
    const changed = { match: NEVER }
    const doors = [
      await call('POST', '/v1/webhooks', { name: 'pager', url: URL, match: NEVER }),
      await call('PUT', '/v1/webhooks', { webhooks: [{ name: 'ops', url: URL, match: NEVER }] }),
      await call('PATCH', `/v1/webhooks/${webhook.id}`, changed),
      await call('POST', '/v1/silences', silence),
      await call('PATCH', `/v1/silences/${pending.id}`, changed),
      await call('POST', '/v1/windows', window),
      await call('PATCH', `/v1/windows/${daily.id}`, changed),
      await call('POST', '/v1/windows/preview', window),
      await call('POST', '/v1/routing/preview', { match: NEVER }),
      await call('POST', '/v1/silences/preview', { match: NEVER }),
    ]
    for (const door of doors) assert.match(assertProblem(door, 400).join(), REMEDY)
    // The occurrence of the window is a silence.
    const lists = await Promise.all(
      ['webhooks', 'silences', 'windows'].map(
        async (name) => (await app.call('GET', `/v1/${name}`)).json.items,
      ),
    )
    assert.deepEqual(
      lists.map((items) => items.map(({ match }: { match: string }) => match)),
      [['severity=high'], ['server=a', 'server=a'], ['server=a']],
    )
  })

  it("is that of a label in Alertmanager's API, and so taken", async () => {
    const matchers = [{ name: 'severity', value: 'critical', isRegex: false, isEqual: true }]
    const times = { startsAt: '2026-09-14T03:00:00Z', endsAt: '2026-09-14T05:00:00Z' }
    const body = { matchers, ...times, createdBy: 'bob', comment: 'patching' }
    const posted = await call('POST', '/intake/prometheus/api/v2/silences', body)
    assert.equal(posted.status, 200, posted.text)
    const [newest] = (await app.call('GET', '/v1/silences')).json.items
    assert.equal(newest.match, 'label.severity="critical"')
  })

  it('is a warning if another alternative is met, as is what is probably not meant', async () => {
    const warnings = async (path: string, body: object) =>
      JSON.stringify((await call('POST', path, body)).json.warnings).replaceAll('\\"', '"')
    const dead = 'severity=~"critical|high"'
    assert.match(
      await warnings('/v1/webhooks', { name: 'a', url: URL, match: `${dead}, name=“Lag”` }),
      /"path":"match".*alternative that is never met.*"path":"match".*compares the quotation marks, too; write name="Lag"/,
    )
    assert.match(await warnings('/v1/silences', { ...silence, match: dead }), /alternative that is never met/)
    assert.match(
      await warnings('/v1/windows', { ...window, name: 'x', match: 'server=~"db-*"' }),
      /write server=~"db-\.\*"/,
    )
    const { items } = (await app.call('GET', '/v1/webhooks?view=brief')).json
    assert.equal(items.find(({ name }: { name: string }) => name === 'a').warning_count, 2)
  })
})
