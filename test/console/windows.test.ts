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

  it('skips one occurrence only, is told of the next one, and takes it back', async () => {
    const page = await console.open('/windows')
    const { next } = (await console.app.call('GET', '/v1/windows/1')).json
    await page.getByRole('button', { name: /^Next \d+ occurrences of Sunday patching$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Next occurrences of Sunday patching' })
    await dialog.getByRole('button', { name: `Skip ${next[0].day}` }).click()
    const confirm = page.getByRole('dialog', { name: `Skip Sunday patching on ${next[0].day}?` })
    await confirm.getByText(`This occurrence only. The next one begins ${next[1].begins_local}.`).waitFor()
    await confirm.getByRole('button', { name: 'Skip it' }).click()
    await dialog.getByRole('row').filter({ hasText: next[0].begins_local }).getByText('Cancelled').waitFor()
    assert.deepEqual((await console.app.call('GET', '/v1/windows/1')).json.except, [next[0].day])
    await dialog.getByRole('button', { name: `Restore ${next[0].day}` }).click()
    await dialog.getByRole('button', { name: `Skip ${next[0].day}` }).waitFor()
    assert.deepEqual((await console.app.call('GET', '/v1/windows/1')).json.except, [])
  })

  it('ends the silence of one occurrence, and reads that no other one ends with it', async () => {
    const daily = { zone: 'UTC', begins: '00:00', for: '1h', repeat: 'FREQ=DAILY', reason: 'batch' }
    const given = { name: 'Nightly vacuum', match: 'server="db-2"', ...daily }
    const { json: window } = await console.app.call('POST', '/v1/windows', given)
    const { items } = (await console.app.call('GET', '/v1/silences?state=pending,active')).json
    const silence = items.findLast((one: { window_id: number }) => one.window_id === window.id)
    const page = await console.open('/silences')
    await page.getByRole('button', { name: `End silence ${silence.id}` }).click()
    await page.getByText(/^This occurrence of Nightly vacuum only\. The next one begins 20/).waitFor()
    await page.getByRole('button', { name: 'End the silence' }).click()
    await page.getByRole('button', { name: `End silence ${silence.id}` }).waitFor({ state: 'detached' })

    await page.goto(`${console.app.url}/windows`)
    await page.getByRole('listitem').filter({ hasText: 'Nightly vacuum' }).getByText('Cancelled').waitFor()
    await console.app.call('DELETE', `/v1/windows/${window.id}`)
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
