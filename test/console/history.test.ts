import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, choose, holds, report } from './story.ts'

/** Alerts, job runs and the audit log share one page. */
describe('the filters of a history', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    const id = await addWebhook(console.app, { name: 'Night watch', url: 'http://127.0.0.1:9/' })
    await console.app.call('PATCH', `/v1/webhooks/${id}`, { enabled: false })
    await report(console.app, { key: 'disk', name: 'Disk is full' })
    await report(console.app, { key: 'lag', name: 'Replication lag', state: 'low' })
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('narrow alerts, stand in the address, and are cleared without leaving the view', async () => {
    const page = await console.open('/alerts')
    const disk = page.getByRole('link', { name: 'Disk is full' })
    const lag = page.getByRole('link', { name: 'Replication lag' })
    await lag.waitFor()
    await choose(page, 'Severity', 'High')
    await page.waitForURL(/state=high/)
    await lag.waitFor({ state: 'detached' })
    await disk.waitFor()

    await page.getByText('Longest', { exact: true }).click()
    await page.waitForURL((url) => url.search === '?view=longest')
    await lag.waitFor()
    await page.getByRole('combobox', { name: 'Name', exact: true }).fill('Disk is full')
    await page.keyboard.press('Enter')
    await page.waitForURL(/name=Disk/)
    await lag.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL((url) => url.search === '?view=longest')
    await lag.waitFor()
  })

  it('hide the severity of what has cleared', async () => {
    const page = await console.open('/alerts?state=high')
    await page.getByText('Cleared', { exact: true }).click()
    await page.waitForURL((url) => url.search === '?view=past')
    await page.getByText('No cleared alerts').waitFor()

    assert.equal(await page.getByRole('combobox', { name: 'Severity', exact: true }).count(), 0)
  })

  it('forget which webhook it was when the audit log is asked about another kind', async () => {
    const page = await console.open('/settings/audit?object=webhook&id=1')
    await page
      .getByRole('link', { name: /Night watch/ })
      .first()
      .waitFor()
    await holds(page.getByRole('combobox', { name: 'About', exact: true }), 'webhook 1')
    await choose(page, 'About', 'token')
    await page.waitForURL((url) => url.search === '?object=token')
  })
})
