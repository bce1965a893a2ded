import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, headed } from './story.ts'

describe('somebody who routes alerts to teams', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    for (const team of ['dba', 'web', 'app']) {
      const { status, text } = await console.app.call('POST', '/v1/alerts', {
        key: team,
        name: `Lag of ${team}`,
        state: 'high',
        labels: { team },
      })
      assert.ok(status < 300, text)
    }
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('writes matchers with proposals, by keyboard, and sees what they do before saving', async () => {
    const id = await addWebhook(console.app, { name: 'DBA', url: 'http://127.0.0.1:9/', enabled: false })
    const page = await console.open(`/webhooks/${id}/edit`)
    const field = page.getByLabel('Matchers', { exact: true })
    await field.waitFor()
    await page.getByText('Of the last 3 events it gets 3').waitFor()
    await field.focus()
    await page.keyboard.type('label.te')
    await page.getByRole('option', { name: 'label.team' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('="d')
    await page.getByRole('option', { name: '"dba"' }).waitFor()
    // The list may be asked for again at this very moment; then the key takes nothing.
    await eventually('the proposal is taken', async () => {
      if ((await field.textContent()) === 'label.team="dba"') return true
      await page.keyboard.press('Enter')
      return false
    })
    await page.getByText('Of the last 3 events it gets 1').waitFor()
    await page.getByText('No enabled webhook for alerts gets what these matchers leave').waitFor()
    await page.getByText('Show them').click()
    await page.getByText('Lag of dba').waitFor()

    await field.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' x')
    await page.getByText('Has a mistake at character 18').first().waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.getByText('Of the last 3 events it gets 1').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('label.team="dba"').first().waitFor()
    const { json } = await console.app.call('GET', `/v1/webhooks/${id}`)
    assert.equal(json.match, 'label.team="dba"')
  })

  it('asks who would be notified, and sees which events notified nobody', async () => {
    await addWebhook(console.app, { name: 'Web team', url: 'http://127.0.0.1:9/', match: 'label.team="web"' })
    const page = await console.open('/routing')
    await headed(page, 'Routing')
    await page.getByLabel('Labels').fill('team=web')
    await page.getByRole('heading', { name: 'Notified: 1', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Web team' }).first().waitFor()
    await page.getByLabel('Labels').fill('team=dba')
    await page.getByText('Does not match: label.team="web" is not met by "dba"').waitFor()
    const nobody = page.getByRole('list', { name: 'Events that notified nobody' })
    assert.equal(await nobody.getByRole('listitem').count(), 3)
    await nobody.getByRole('link', { name: 'Lag of app' }).click()
    await headed(page, 'Alerts')
    await page.goto(`${console.app.url}/`)
    await page.getByRole('link', { name: '3 events notified nobody' }).waitFor()
  })
})
