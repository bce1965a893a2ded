import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, deliveriesIn, focused, headed, report } from './story.ts'

describe('somebody who uses current-state mode', () => {
  let console: TestConsole
  let receiver: Receiver
  before(async () => {
    console = await startConsole()
    receiver = await Receiver.start()
    await addUser(console.app, { name: 'grace', role: 'operator' })
    await addUser(console.app, { name: 'victor', role: 'viewer' })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })
  const by = (username: string) => ({ username, password: PASSWORD })
  const add = (name: string, given: object = {}) =>
    addWebhook(console.app, { name, url: receiver.url, mode: 'current_state', ...given })

  it('sees how many alerts a resync sends, before anything is sent, and sees them sent', async () => {
    const { alertId } = await report(console.app, { key: 'before', name: 'Raised before' })
    const id = await add('Phone')
    const page = await console.open(`/webhooks/${id}?tab=receiver-state`, { by: by('grace') })
    await page.getByText('No open alerts').waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText('It is in sync').waitFor()
    const button = page.getByRole('button', { name: 'Resync' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Resync?' })
    await dialog.getByText('would be sent 1 alert.').waitFor()
    assert.equal(receiver.requests.length, 0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await focused(button)
    await page.keyboard.press('Enter')
    await dialog.getByText('would be sent 1 alert.').waitFor()
    await dialog.getByRole('button', { name: 'Resync' }).click()
    await page.getByRole('alert').filter({ hasText: 'is sent 1 alert.' }).waitFor()
    const [deliveryId = 0] = await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })

    await page.getByRole('link', { name: '1 alert is open' }).click()
    const list = page.getByRole('list', { name: 'Alerts sent to the receiver' })
    await list.getByRole('listitem').filter({ hasText: 'Raised before' }).getByText('In sync').waitFor()
    await list.getByRole('link', { name: 'Raised before' }).click()
    await headed(page, 'Alerts')
    const story = page.getByRole('dialog', { name: `Alert ${alertId}` })
    const row = story
      .getByRole('list', { name: 'Receivers in current-state mode: in sync' })
      .getByRole('listitem')
      .filter({ hasText: 'Phone' })
    await row.getByText('In sync').waitFor()
    // The resync is no change of the alert.
    assert.equal(await story.getByRole('listitem').filter({ hasText: 'Raised' }).count(), 1)
    await page.goto(`${console.app.url}/deliveries?open=${deliveryId}`)
    await page.getByText('Created by a resync').waitFor()
  })

  it('may say that the receiver has forgotten everything, and reads what that means', async () => {
    const id = await add('Moved')
    await report(console.app, { key: 'moved', name: 'Known there' })
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })
    const page = await console.open(`/webhooks/${id}`, { by: by('grace') })
    await page.getByRole('button', { name: 'Resync' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resync?' })
    // Alerts raised before the webhook was created are sent as well.
    await dialog.getByText(/would be sent 1 alert\./).waitFor()
    await dialog.getByRole('checkbox', { name: 'Start over' }).check()
    await dialog.getByText(/would be sent 2 alerts\./).waitFor()
    await dialog.getByRole('button', { name: 'Resync' }).click()
    await deliveriesIn(console.app, 'delivered', 3, { webhook_id: id })
  })

  it('sees what a disabled webhook misses, and that it gets it when it is enabled', async () => {
    const id = await add('Night desk')
    await console.app.call('PATCH', `/v1/webhooks/${id}`, { enabled: false })
    await report(console.app, { key: 'missed', name: 'Not notified yet' })
    const page = await console.open(`/webhooks/${id}`, { by: by('grace') })
    await page.getByText(': sent when the webhook is enabled.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Resync' }).count(), 0)
    await page.getByRole('link', { name: '1 alert is out of sync' }).click()
    await page.waitForURL(/tab=receiver-state&out_of_sync=true/)
    const out_of_sync = page.getByRole('list', { name: 'Alerts out of sync' })
    await out_of_sync
      .getByRole('listitem')
      .filter({ hasText: 'Not notified yet' })
      .getByText('Out of sync')
      .waitFor()
    await page.getByText('All').click()
    await page.waitForURL((url) => !url.search.includes('out_of_sync'))

    await page.getByRole('switch', { name: 'Enabled' }).click({ force: true })
    await page.getByText('It gets the current state of each alert that changed.').waitFor()
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })
    await page.getByText('In sync').waitFor()
  })

  it('resyncs a fallback in mode every_change with what was escalated to it', async () => {
    const silent = { low_alert: false, med_alert: false, high_alert: false, cleared_alert: false }
    const id = await add('Stand-in', { mode: 'every_change', ...silent })
    const replaced = await add('Off', { fallback_webhook_id: id })
    await console.app.call('PATCH', `/v1/webhooks/${replaced}`, { enabled: false })
    await report(console.app, { key: 'followed', name: 'Followed' })
    const [deliveryId = 0] = await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })
    const page = await console.open(`/webhooks/${id}`, { by: by('grace') })
    await page.getByRole('link', { name: '1 alert is open' }).waitFor()
    await page.getByRole('button', { name: 'Resync' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resync?' })
    await dialog.getByText('every alert that was escalated to it').waitFor()
    await dialog.getByLabel('Start over').click()
    await dialog.getByText('would be sent 1 alert.').waitFor()

    await page.goto(page.url().replace(/webhooks.*/, `deliveries?open=${deliveryId}`))
    await page.getByText('Created as a fallback, because another webhook is disabled.').waitFor()
  })

  it('sees what a receiver would know in current-state mode, and changes its webhook to it', async () => {
    const id = await add('Chat', { mode: 'every_change' })
    await report(console.app, { key: 'taken', name: 'Taken' })
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })
    const page = await console.open(`/webhooks/${id}?tab=receiver-state`, { by: by('grace') })
    const button = page.getByRole('button', { name: 'Switch to current-state mode' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Switch to current-state mode?' })
    const sentence = dialog
      .getByRole('status')
      .getByText(/would assume that the receiver of webhook \d+ knows about 1 open alert already/)
    await sentence.waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await focused(button)
    assert.equal((await console.app.call('GET', `/v1/webhooks/${id}`)).json.mode, 'every_change')
    await page.keyboard.press('Enter')
    await sentence.waitFor()
    await dialog.getByRole('button', { name: 'Switch to current-state mode' }).click()
    await page.getByRole('alert').filter({ hasText: 'knows about 1 open alert already' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await focused(page.getByRole('group', { name: 'Receiver state' }))
    assert.equal(await button.count(), 0)
    const list = page.getByRole('list', { name: 'Alerts sent to the receiver' })
    await list.getByRole('listitem').filter({ hasText: 'Taken' }).getByText('In sync').waitFor()
  })

  it('is offered no move without the right to change webhooks, or for job runs', async () => {
    const id = await add('Watched', { mode: 'every_change' })
    const jobs = await add('Nightly', { mode: 'every_change', payload_type: 'JOB' })
    for (const [webhook, username] of [
      [id, 'victor'],
      [jobs, 'grace'],
    ] as const) {
      const page = await console.open(`/webhooks/${webhook}?tab=receiver-state`, { by: by(username) })
      await page.getByText('No receiver state in this mode').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Switch to current-state mode' }).count(), 0)
    }
  })

  it('finds what was superseded, reads why, and is offered no action', async () => {
    const id = await add('Slow', { rate_limit: '1/1h' })
    await report(console.app, { key: 'first', name: 'Takes the turn' })
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })
    await report(console.app, { key: 'twice', name: 'Changed twice', state: 'low' })
    await report(console.app, { key: 'twice', name: 'Changed twice', state: 'high' })
    await deliveriesIn(console.app, 'superseded', 1, { webhook_id: id })
    const page = await console.open(`/deliveries?webhook=${id}&state=superseded`, { by: by('grace') })
    await page
      .getByRole('row')
      .getByRole('link', { name: /^Delivery/ })
      .click()
    const story = page.getByRole('dialog', { name: /^Delivery/ })
    await story.getByText(/^Not sent: a newer one says more\./).waitFor()
    for (const name of ['Retry now', 'Cancel the delivery', 'Reroute to another webhook']) {
      assert.equal(await story.getByRole('button', { name }).count(), 0, name)
    }
    await page.goto(`${console.app.url}/deliveries?webhook=${id}&state=undelivered`)
    await page.getByRole('row').getByText('Pending').waitFor()
    assert.equal(await page.getByRole('row').getByText('Superseded').count(), 0)
  })

  it('sees before a webhook is deleted for how many alerts no clear will be sent', async () => {
    const id = await add('Doomed')
    await report(console.app, { key: 'doomed', name: 'Never closed' })
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: id })
    const page = await console.open(`/webhooks/${id}`, { by: by('grace') })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the webhook?' })
    await dialog.getByText('1 alert that its receiver was sent').waitFor()
    await dialog.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText(/^Doomed is deleted\. With it: 1 alert that its receiver was sent/).waitFor()
  })

  it('sees without the right to tell it what is open, and why the button does nothing', async () => {
    const id = await add('Looked at')
    const page = await console.open(`/webhooks/${id}`, { by: by('victor') })
    const button = page.getByRole('button', { name: 'Resync' })
    await button.focus()
    await page.getByText(/may not resync receivers \(needs silences:write\)/).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})
