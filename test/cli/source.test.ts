import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

describe('tocsin source list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-source-list-'))
  let app: TestApp
  before(async () => {
    const sources = {
      nightly: { dialect: 'pg_cron', database: 'postgres://reader@127.0.0.1:1/postgres', every: '1h' },
    }
    writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources }))
    app = await startApp({ listen: true, settings: { TOCSIN_SOURCES_FILE: join(folder, 'sources.json') } })
    const alert = { key: 'k', name: 'n', state: 'high', source: 'alertmanager' }
    await app.call('POST', '/v1/alerts', alert)
    await app.store.noteSourceFailure(
      { source: 'nightly', name: '', failure: 'away: \u001b[2J do this' },
      Date.now(),
    )
  })
  after(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const run = (...argv: readonly string[]) =>
    runTool(['source', 'list', ...argv], { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })

  it('shows who was heard of and what fails, and the remedy below it', async () => {
    const { code, out } = await run()

    assert.equal(code, 0)
    assert.match(out, /^NAME +DIALECT +STATE +LAST REPORT +LAST CHECKED +ADDRESS$/m)
    assert.match(out, /^alertmanager +alertmanager +fine +.+ +- +\/intake\/alertmanager$/m)
    assert.match(out, /^prometheus +prometheus +no report yet +- +- +\/intake\/prometheus\/api\/v2\/alerts$/m)
    assert.match(out, /^nightly +pg_cron +fails +- .+ 127\.0\.0\.1:1\/postgres$/m)
    assert.match(out, /^nightly fails since .+: .*(?:do this|cannot be reached)/m)
    assert.ok(!out.includes('\u001b'))
  })

  it('--json has what the API answers', async () => {
    const { json } = await run('--json')

    assert.deepEqual(json, (await app.call('GET', '/v1/sources')).json)
  })
})
