import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { findViolations, startConsole, type TestConsole } from './console.ts'
import { addWebhook, choose, focused, holds, report } from './story.ts'

/** Alerts, job runs and the audit log share one page. */
describe('histories', () => {
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

  it('fold an alert that flapped into one line, which opens by keyboard and stands in the address', async () => {
    const states = Array.from({ length: 25 }, (_, index) => (index % 2 === 0 ? 'high' : 'cleared'))
    // A clear in whole seconds would count as the end of its second.
    const start = Math.floor(Date.now() / 1_000) * 1_000 - 59_999
    const at = (index: number) => new Date(start + index * 870).toISOString()
    const flapped = states.map((state, index) => ({ key: 'flap', name: 'It flaps', state, at: at(index) }))
    const { json } = await console.app.call('POST', '/v1/alerts', flapped)
    const [{ alert_id: alertId, event_id: first }] = json.results
    const page = await console.open(`/alerts?open=${alertId}`)
    const change = /^(?:Raised|Cleared) (?:High|Cleared)/
    const line = page.getByRole('button', { name: 'Raised and cleared 12 times in 20 s' })
    const members = page
      .getByRole('list', { name: 'Each raise and clear' })
      .getByRole('button', { name: change })
    await line.waitFor()
    assert.equal(await page.getByRole('button', { name: change }).count(), 1)

    await line.focus()
    await page.keyboard.press('Enter')
    await members.nth(23).waitFor()
    assert.equal(await line.getAttribute('aria-expanded'), 'true')
    assert.deepEqual(await findViolations(page), [])
    await page.keyboard.press('Enter')
    await members.first().waitFor({ state: 'detached' })
    await focused(line)

    await page.goto(`${console.app.url}/alerts?open=${alertId}&event=${first}`)
    await page.getByText('No webhook').or(page.getByText('Night watch')).first().waitFor()
    assert.equal(await members.last().getAttribute('aria-expanded'), 'true')
  })
})
