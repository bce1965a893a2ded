import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { mutatedBody } from '../../support/sources/mutated-body.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'
import type { TestApp } from '../../support/app/start-app.ts'
import { TEST_ENGINE } from '../../support/databases/test-engine.ts'

const RUNS = 60

const MONPG = `
  monpg:
    dialect: json
    fields:
      key: alert_id
      name: rule_name
      state: status
      severity: severity
      at: triggered_at
      expires_at: expires_at
      server_id: server_id
      server_name: server_name
      current_value: metric_value
      info: details
      labels: details
    severity: { high: [critical] }
`

/** The same fixtures, to sources at which their alerts are joined. */
const JOINED = ['prometheus', 'alertmanager', 'grafana'].map(
  (dialect) => `  joined-${dialect}: { dialect: ${dialect}, ignore_labels: [severity] }\n`,
)

/** Of each fixture, where it is at home. */
const ADDRESSES: readonly (readonly [fixture: string, path: string])[] = [
  ...readdirSync('test/fixtures/sources').map((file): readonly [string, string] => {
    const fixture = file.replace('.json', '')
    const [dialect = ''] = fixture.split('-')
    const paths: Readonly<Record<string, string>> = {
      prometheus: 'prometheus/api/v2/alerts',
      json: 'monpg',
      icinga: 'nagios',
    }
    return [fixture, `/intake/${paths[dialect] ?? dialect}`]
  }),
  ['prometheus', '/intake/joined-prometheus/api/v2/alerts'],
  ['alertmanager', '/intake/joined-alertmanager'],
  ['grafana', '/intake/joined-grafana'],
]

const apps = new SourceApps()
after(() => apps.stop())

describe('a documented body with anything in its members', () => {
  let app: TestApp
  before(async () => {
    const clock = new FakeClock(Date.parse('2026-09-14T04:30:00Z'))
    app = await apps.start(`sources:${MONPG}${JOINED.join('')}`, { clock, database: TEST_ENGINE })
  })

  for (const [fixture, path] of ADDRESSES) {
    it(`of ${fixture} at ${path} is stored or refused, and what is stored can be read`, async () => {
      await fc.assert(
        fc.asyncProperty(mutatedBody(sourceBody(fixture)), async (body) => {
          const { status, text } = await app.call('POST', path, body)

          assert.ok([200, 400, 413].includes(status), `${status}: ${text}`)
        }),
        { numRuns: RUNS },
      )
      for (const list of ['/v1/alerts', '/v1/events', '/v1/job-runs']) {
        assert.equal((await app.call('GET', `${list}?limit=500`)).status, 200)
      }
    })
  }
})
