import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, headed } from './story.ts'

describe('somebody who plans maintenance', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    await addWebhook(console.app, { name: 'Chat', url: 'http://127.0.0.1:9/' })
    const alert = { key: 'lag', name: 'Replication lag', state: 'high', server: { name: 'db-1' } }
    assert.ok((await console.app.call('POST', '/v1/alerts', alert)).status < 300)
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('makes a weekly window, and sees before saving when it occurs and what it would hold', async () => {
    const page = await console.open('/windows')
    await headed(page, 'Maintenance windows')
    await page.getByText('There are no maintenance windows').waitFor()
    await page.getByRole('button', { name: 'New window' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New maintenance window' })
    await dialog.getByLabel('Name').fill('Sunday patching')
    await dialog.getByLabel('Matchers', { exact: true }).focus()
    await page.keyboard.type('server="db-1"')
    await dialog.getByText('It covers 1 active alert').waitFor()
    await dialog.getByLabel('Time zone').click()
    await dialog.getByLabel('Time zone').fill('Berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).click()
    await dialog.getByLabel('Lasts').click()
    await page.getByRole('option', { name: '4 hours' }).click()
    const next = dialog.getByRole('table', { name: 'Next occurrences' })
    await next.getByText('Begins (Europe/Berlin)').waitFor()
    await next
      .getByText(/ 22:00 \+0[12]:00/)
      .first()
      .waitFor()
    assert.equal(await next.getByRole('row').count(), 6)
    await dialog.getByLabel('Reason').fill('Patches of the week')
    await dialog.getByRole('button', { name: 'Create window' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByText('Every Sunday at 22:00 for 4 hours').waitFor()
    const { json } = await console.app.call('GET', '/v1/windows/1')
    assert.deepEqual(
      [json.repeat, json.zone, json.match, json.jobs],
      ['FREQ=WEEKLY;BYDAY=SU', 'Europe/Berlin', 'server="db-1"', 'hold'],
    )
  })

  it('is told of mistakes at their fields, changes it and deletes it', async () => {
    const page = await console.open('/windows')
    await page.getByRole('button', { name: 'Change Sunday patching' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Sunday patching' })
    await dialog.getByLabel('Recurs').click()
    await page.getByRole('option', { name: 'On some days' }).click()
    await dialog.getByLabel('Days', { exact: true }).fill('2020-01-01')
    await dialog.getByText(/Never occurs after now/).waitFor()
    await dialog.getByLabel('Recurs').click()
    await page.getByRole('option', { name: 'By a rule' }).click()
    await dialog.getByLabel('Rule', { exact: true }).fill('FREQ=YEARLY')
    await dialog.getByText(/FREQ must be DAILY, WEEKLY or MONTHLY/).waitFor()
    await dialog.getByLabel('Recurs').click()
    await page.getByRole('option', { name: 'Every month' }).click()
    await dialog.getByLabel('Which').click()
    await page.getByRole('option', { name: 'The last' }).click()
    await dialog.getByLabel('Failed jobs').check()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Every last Sunday of the month at 22:00 for 4 hours').waitFor()
    await page.getByText('jobs that fail are sent').waitFor()

    await page.getByRole('button', { name: 'Delete Sunday patching' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete Sunday patching?' })
    await confirm.getByRole('button', { name: 'Delete the window' }).click()
    await page.getByText('There are no maintenance windows').waitFor()
  })
})
