import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, headed } from './story.ts'

describe('somebody who silences alerts', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    await addWebhook(console.app, { name: 'Chat', url: 'http://127.0.0.1:9/' })
    for (const server of ['db-1', 'db-2']) {
      const { status, text } = await console.app.call('POST', '/v1/alerts', {
        key: `lag ${server}`,
        name: 'Replication lag',
        state: 'high',
        server: { name: server },
        labels: { team: 'dba' },
      })
      assert.ok(status < 300, text)
    }
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('silences an alert where it is shown, and sees before saving what that holds', async () => {
    const page = await console.open('/alerts?open=1')
    await page.getByRole('button', { name: 'Silence this' }).click()
    const dialog = page.getByRole('dialog', { name: 'New silence' })
    const field = dialog.getByLabel('Matchers', { exact: true })
    await field.waitFor()
    assert.equal(await field.textContent(), 'name="Replication lag", server="db-1", label.team="dba"')
    await dialog.getByText('It covers 1 active alert').waitFor()
    const covered = dialog.getByRole('list', { name: 'Active alerts that it covers' })
    await covered.getByText('Replication lag · db-1').waitFor()

    await dialog.getByLabel('Lasts').click()
    await page.getByRole('option', { name: '4 hours' }).click()
    await dialog.getByLabel('Reason').fill('Switching over')
    await dialog.getByRole('button', { name: 'Create silence' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByText('Its clear is sent to whoever was notified.').waitFor()
    await page.getByRole('link', { name: 'silence 1' }).click()
    await headed(page, 'Silences')
    await page.getByText('Switching over').waitFor()
    const { json } = await console.app.call('GET', '/v1/silences/1')
    assert.equal(Date.parse(json.ends_at) - Date.parse(json.starts_at), 4 * 3_600_000)
  })

  it('creates one by keyboard, is told of mistakes at their fields, changes it and ends it', async () => {
    const page = await console.open('/silences')
    await headed(page, 'Silences')
    await page.getByRole('button', { name: 'New silence' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New silence' })
    const field = dialog.getByLabel('Matchers', { exact: true })
    await field.waitFor()
    await dialog.getByLabel('Reason').fill('Patching')
    await dialog.getByRole('button', { name: 'Create silence' }).click()
    await dialog.getByText('Is empty; say which alerts to silence').waitFor()
    await field.focus()
    await page.keyboard.type('server="db-')
    await page.getByRole('option', { name: '"db-2"' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByText('It covers 1 active alert').waitFor()
    await dialog.getByLabel('Reason').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('server="db-2"').waitFor()

    await page.getByRole('button', { name: 'Change silence 2' }).click()
    const change = page.getByRole('dialog', { name: 'Change silence 2' })
    await change.getByText('That cannot change any more').waitFor()
    await change.getByLabel('Ends in').click()
    await page.getByRole('option', { name: '30 minutes' }).click()
    await change.getByLabel('Reason').fill('Patching, nearly done')
    await change.getByRole('button', { name: 'Save changes' }).click()
    await change.waitFor({ state: 'detached' })
    await page.getByText('Patching, nearly done').waitFor()
    await page.getByText('Ends soon').waitFor()

    await page.getByRole('button', { name: 'End silence 2' }).click()
    const end = page.getByRole('dialog', { name: 'End silence 2?' })
    await end.getByText('It holds nothing.').waitFor()
    await end.getByRole('button', { name: 'End the silence' }).click()
    await end.waitFor({ state: 'detached' })
    await page.getByText('Patching, nearly done').waitFor({ state: 'detached' })
    await page.getByText('Ended', { exact: true }).first().click()
    await page.getByText('Patching, nearly done').waitFor()
  })
})
