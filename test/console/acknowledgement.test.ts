import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook } from './story.ts'

describe('somebody who acknowledges an alert', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    await addWebhook(console.app, { name: 'Chat', url: 'http://127.0.0.1:9/' })
    const { status, text } = await console.app.call('POST', '/v1/alerts', {
      key: 'lag',
      name: 'Replication lag',
      state: 'high',
      server: { name: 'db-1' },
    })
    assert.ok(status < 300, text)
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('acknowledges it by keyboard, is told of a mistake, and everybody sees who, why and until when', async () => {
    const page = await console.open('/alerts?open=1')
    await page.getByRole('button', { name: 'Acknowledge' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Acknowledge Replication lag?' })
    await dialog.getByLabel('Note').fill('new disk comes today')
    await dialog.getByLabel('For').fill('soon')
    const confirm = dialog.getByRole('button', { name: 'Acknowledge the alert' })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await dialog
      .getByText(/must be a duration|is "soon"|such as/)
      .first()
      .waitFor()
    await dialog.getByLabel('For').fill('8h')
    await confirm.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    const notice = page.getByRole('alert').filter({ hasText: 'Acknowledged by' })
    await notice.getByText('new disk comes today').waitFor()
    await page.getByText('No webhook for this alert asks for acknowledgements').waitFor()
    const { json } = await console.app.call('GET', '/v1/alerts/1')
    const { at, until, note } = json.acknowledgement
    assert.deepEqual([note, Date.parse(until) - Date.parse(at)], ['new disk comes today', 8 * 3_600_000])

    await page.keyboard.press('Escape')
    await page.getByRole('list').getByText('Acknowledged by').first().waitFor()
  })

  it('takes it back', async () => {
    const page = await console.open('/alerts?open=1')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor()
    assert.equal((await console.app.call('GET', '/v1/alerts/1')).json.acknowledgement, null)
  })

  it('lets a chat be notified of it, by a box of the form', async () => {
    const page = await console.open('/webhooks/1/edit')
    await page.getByLabel('Acknowledgements').check()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.waitForURL(/\/webhooks\/1$/)
    assert.equal((await console.app.call('GET', '/v1/webhooks/1')).json.acknowledgements, true)
  })
})
