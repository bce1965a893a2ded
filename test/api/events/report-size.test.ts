import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { countCharacters } from '../../../src/domain/page.ts'
import { REPORT_CHARACTERS_MAX, SHORTENED } from '../../../src/domain/alert/report-limits.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { TEST_ENGINE } from '../../support/databases/test-engine.ts'

const repeat = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, 'x'.repeat(length)]))

describe('what one report may tell in all', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ database: TEST_ENGINE })
  })
  after(() => app.stop())

  const alert = (members: object) => ({ key: 'k', name: 'Lag', state: 'high', ...members })
  const long = 'x'.repeat(65_536)
  const value = 'x'.repeat(4_096)

  it('every member of its own at its longest, and some labels', async () => {
    const body = alert({
      object: { type: value, name: value },
      agent: { id: value, name: value },
      server: { id: value, name: value, address: value, port: value },
      database: value,
      schema: value,
      package: value,
      database_object: value,
      current_value: value,
      threshold_value: value,
      parameters: long,
      info: long,
      source_link: value,
      labels: repeat(10, 200),
    })
    const run = { job_id: 1, run_id: 1, name: 'backup', status: 'success', output: long, command: long }

    assert.equal((await app.call('POST', '/v1/alerts', body)).status, 200)
    assert.equal((await app.call('POST', '/v1/job-runs', { ...run, labels: repeat(64, 900) })).status, 200)
  })

  it('descriptions are cut with a warning, and are no reason to refuse an alert', async () => {
    const lengthy = 'y'.repeat(70_000)
    const few = await app.call('POST', '/v1/alerts', [
      alert({ key: 'info', info: lengthy, parameters: lengthy }),
      alert({ key: 'one', annotations: { runbook: lengthy } }),
      alert({ key: 'many', annotations: repeat(70, 10) }),
      alert({ key: 'all', labels: repeat(20, 4_000), annotations: repeat(40, 4_000) }),
    ])
    const run = { job_id: 1, run_id: 3, name: 'backup', status: 'success', output: lengthy, command: lengthy }

    assert.equal(few.status, 200, few.text)
    assert.deepEqual(
      few.json.results.map(({ warnings }: { warnings: readonly string[] }) => warnings),
      [
        ['parameters was cut to 65536 characters.', 'info was cut to 65536 characters.'],
        ['annotations.runbook was cut to 65536 characters.'],
        ['There are 70 annotations; the first 64 were kept.'],
        [SHORTENED],
      ],
    )
    const [stored] = await app.store.listAlerts({ key: 'one' }, { limit: 1 })
    assert.match(stored?.details.annotations?.['runbook'] ?? '', /^y{65535}…$/)
    assert.deepEqual(stored?.warnings, ['annotations.runbook was cut to 65536 characters.'])
    assert.equal((await app.call('POST', '/v1/job-runs', run)).status, 200)
  })

  it('labels that are too long together are refused by name', async () => {
    const run = { job_id: 1, run_id: 2, name: 'backup', status: 'success', labels: repeat(64, 4_000) }
    const why = `must be shorter: they have more than ${REPORT_CHARACTERS_MAX} characters together`

    const list = await app.call('POST', '/v1/alerts', [alert({}), alert({ labels: repeat(64, 4_000) })])

    assert.deepEqual(assertProblem(list, 400), [`[1].labels: ${why}`])
    assert.deepEqual(assertProblem(await app.call('POST', '/v1/job-runs', run), 400), [`labels: ${why}`])
  })

  it('of another dialect the longest texts are shortened, and the alert says so', async () => {
    const labels = { alertname: 'Long', instance: 'pg-1:5432', severity: 'critical' }
    const annotations = { summary: 'a short text', ...repeat(60, 8_000) }
    const path = '/intake/prometheus/api/v2/alerts'

    assert.equal((await app.call('POST', path, [{ labels, annotations }])).status, 200)
    const [stored] = await app.store.listAlerts({ source: 'prometheus' }, { limit: 1 })
    const again = await app.call('POST', path, [{ labels, annotations }])

    assert.ok(stored && countCharacters(stored.details) <= REPORT_CHARACTERS_MAX)
    assert.deepEqual(stored.details.labels, labels)
    assert.equal(stored.details.annotations?.['summary'], 'a short text')
    assert.match(stored.details.annotations?.['l7'] ?? '', /^x{3000,3300}…$/)
    assert.deepEqual(stored.warnings, [
      `The report has more than ${REPORT_CHARACTERS_MAX} characters in all, so the longest of its texts were shortened.`,
    ])
    assert.equal(again.status, 200)
    assert.equal((await app.store.listAlerts({ source: 'prometheus' }, { limit: 5 })).length, 1)
  })
})
