import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { eventually } from '../support/time/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { sourceBody } from '../support/sources/source-reading.ts'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { startConsole, type TestConsole } from './console.ts'

describe('sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-console-sources-'))
  let console: TestConsole
  before(async () => {
    const file = join(folder, 'sources.yaml')
    const nobody = `127.0.0.1:${await freePort()}`
    writeFileSync(
      file,
      `sources: { nightly: { dialect: pg_cron, database: 'postgres://reader@${nobody}/postgres', every: 1s } }`,
    )
    console = await startConsole({ settings: { TOCSIN_SOURCES_FILE: file } })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    rmSync(folder, { recursive: true })
  })

  it('are connected by what their guide says, and seen from their first report on', async () => {
    const page = await console.open('/settings/sources?source=alertmanager')
    await page.getByText('Waiting for the first report').waitFor()
    await page.getByRole('button', { name: 'Create a token' }).click()
    await page.getByText('Token created and filled in below').waitFor()
    const shown = await page
      .getByLabel('Add this service as a receiver in alertmanager.yml', { exact: true })
      .textContent()
    const [{ url, http_config: http }] = parse(shown ?? '').receivers[0].webhook_configs

    const notified = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${http.authorization.credentials}` },
      body: JSON.stringify(sourceBody('alertmanager')),
    })

    assert.equal(notified.status, 200, await notified.text())
    await page.getByRole('status').getByRole('link', { name: 'PostgresReplicationLagHigh' }).waitFor()
    const row = page.getByRole('list', { name: 'Sources in use' }).getByRole('listitem')
    await row.filter({ hasText: '/intake/alertmanager' }).filter({ hasNotText: 'never' }).waitFor()
    // The others, which nobody reports to, are not in the way.
    await eventually('two sources are shown', async () => (await row.count()) === 2)
  })

  it('say what had to be guessed about their reports', async () => {
    const notified = await fetch(`${console.app.url}/intake/nagios`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SERVICE_TOKEN}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'type=PROBLEM&host=h&service=Lager+%E4&state=CRITICAL&output=Tabl%E9e',
    })
    assert.equal(notified.status, 200, await notified.text())
    const page = await console.open('/settings/sources')
    const row = page.getByRole('list', { name: 'Sources in use' }).getByRole('listitem')

    await row
      .filter({ hasText: '/intake/nagios' })
      .filter({ hasText: /not in UTF-8 and was read as windows-1252/ })
      .waitFor()
  })

  it('say why, and what to do, when their database cannot be asked', async () => {
    const page = await console.open('/settings/sources')
    const row = page.getByRole('list', { name: 'Sources in use' }).getByRole('listitem')

    await row
      .filter({ hasText: 'nightly' })
      .filter({ hasText: 'Failing' })
      .filter({ hasText: /refuse/i })
      .waitFor()
  })
})
