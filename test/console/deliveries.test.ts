import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { PHONE, startConsole, type TestConsole } from './console.ts'
import {
  addWebhook,
  assertNotReloaded,
  choose,
  deliveriesIn,
  focused,
  headed,
  holds,
  markLoad,
  place,
  report,
} from './story.ts'

describe('somebody on call', () => {
  let console: TestConsole
  let broken: Receiver
  let other: Receiver
  before(async () => {
    // One attempt, and it has failed.
    console = await startConsole({ settings: { TOCSIN_RETRY_SCHEDULE: '0s' } })
    broken = await Receiver.start()
    other = await Receiver.start()
    broken.alwaysRespondsWith((_request, response) => {
      response.statusCode = 503
      response.end('{"error":"the channel is closed"}')
    })
    await addWebhook(console.app, { name: 'Night watch', url: broken.url, med_alert: false })
    await addWebhook(console.app, {
      name: 'Only the worst',
      url: other.url,
      med_alert: false,
      low_alert: false,
    })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await Promise.all([broken.stop(), other.stop()])
  })

  it('finds a failed delivery, reads why, and sees the retry succeed without loading anew', async () => {
    await report(console.app, { key: 'disk', name: 'Disk is full' })
    await deliveriesIn(console.app, 'failed', 1)
    const page = await console.open('/deliveries')
    await markLoad(page)
    await choose(page, 'State', 'Failed')
    await page.waitForURL(/state=failed/)
    const row = rowOf(page, 'Night watch')
    await row.getByText('HTTP 503').waitFor()
    await rowOf(page, 'Only the worst').waitFor({ state: 'detached' })
    await row.getByRole('link', { name: /^Delivery/ }).click()
    const story = page.getByRole('dialog', { name: /^Delivery \d+$/ })
    await story.getByText(/^Failed after 1 attempt: HTTP 503.*It is not sent again/).waitFor()
    await story
      .getByLabel('Body of the response', { exact: true })
      .getByText('the channel is closed')
      .waitFor()

    broken.respondsWith(200)
    await story.getByRole('button', { name: 'Retry now' }).click()
    await story.getByText(/^Delivered after 2 attempts/).waitFor()
    await story.getByRole('button', { name: 'Close' }).click()
    await page.getByText('No delivery matches these filters').waitFor()
    await assertNotReloaded(page)
  })

  it('sees by itself what others do and what happens', async () => {
    broken.respondsWith(503)
    const { eventId } = await report(console.app, { key: 'live', name: 'Live', state: 'low' })
    const [id] = await deliveriesIn(console.app, 'failed', 1, { event_id: eventId })
    const page = await console.open(`/deliveries?open=${id}`)
    const story = page.getByRole('dialog', { name: `Delivery ${id}` })
    await story.getByText(/^Failed after 1 attempt/).waitFor()
    broken.respondsWith(200)
    await console.app.call('POST', `/v1/deliveries/${id}/retry`)
    await story.getByText(/^Delivered after 2 attempts/).waitFor()
    await story.getByRole('button', { name: 'Close' }).click()
    // What happens before the list is there stands in it, and is not announced.
    await page.getByRole('link', { name: /: Live Cleared to Low/ }).waitFor()
    await report(console.app, { key: 'live', name: 'Live', state: 'cleared' })
    // Announced: the list does not move under the pointer.
    await page.getByRole('button', { name: /^\d new — show$/ }).click()
    await page
      .getByRole('link', { name: /: Live Low to Cleared/ })
      .first()
      .waitFor()
  })

  it('reads from an alert who was notified, who was not, and why', async () => {
    await report(console.app, { key: 'lag', name: 'Replication lag', state: 'low' })
    const page = await console.open('/')
    await place(page, 'Alerts').click()
    // The page before it has a link of that name as well.
    await headed(page, 'Alerts')
    await page.getByRole('link', { name: 'Replication lag' }).click()
    const story = page.getByRole('dialog', { name: /^Alert \d+$/ })
    await story
      .getByRole('list', { name: /^(?:Who was|Not) notified/ })
      .getByRole('link', { name: 'Night watch' })
      .waitFor()
    await story.getByRole('button', { name: 'Not notified: 1 webhook' }).click()
    const notNotified = story.getByRole('list', { name: 'Who was not notified' })
    await notNotified.getByRole('link', { name: 'Only the worst' }).waitFor()
    await notNotified.filter({ hasText: /low/i }).waitFor()
  })

  it('learns that nobody was notified, and what to do', async () => {
    const notified = await console.app.call('POST', '/v1/job-runs', {
      job_id: 'backup',
      run_id: '1',
      name: 'Nightly backup',
      status: 'failure',
    })
    assert.equal(notified.status, 200, notified.text)
    const page = await console.open('/job-runs')
    await page.getByRole('link', { name: 'Nightly backup' }).click()
    const story = page.getByRole('dialog', { name: /^Job run \d+$/ })
    await story.getByText('Nobody was notified').waitFor()
    await story.getByRole('link', { name: 'Make a webhook for job runs' }).click()
    await headed(page, 'New webhook')
  })

  it('retries everything that fits, with a count before and progress after', async () => {
    const id = await addWebhook(console.app, {
      name: 'Slow',
      url: other.url,
      rate_limit: '1/1h',
      high_alert: false,
      low_alert: false,
    })
    await cancelMany(id)
    const page = await console.open(`/deliveries?state=cancelled&webhook=${id}`)
    await rowOf(page, 'Slow').nth(49).waitFor()
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Select all matching deliveries' }).click()
    const bar = page.getByRole('row', { name: 'Actions for the selected deliveries' })
    // Before that the bar has a button for the selected ones, of almost the same name.
    await bar.getByText('All matching deliveries', { exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Retry', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Retry many deliveries' })
    await dialog.getByText('59 deliveries match.').waitFor()
    await dialog.getByRole('button', { name: 'Retry them' }).click()
    await page.getByRole('progressbar', { name: /^Progress of operation \d+$/ }).waitFor()
    await page.getByText('Done: 59 are tried again.').waitFor()
    await page.getByText('No delivery matches these filters').waitFor()
  })

  /** Of 60 the rate limit lets one go; the others are cancelled. */
  async function cancelMany(webhookId: number): Promise<void> {
    const alerts = Array.from({ length: 60 }, (_, index) => ({
      key: `many ${index}`,
      name: `Many ${index}`,
      state: 'medium',
    }))
    const notified = await console.app.call('POST', '/v1/alerts', alerts)
    assert.equal(notified.status, 200, notified.text)
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: webhookId })
    const filter = { webhook_id: webhookId, state: ['pending'] }
    const begun = await console.app.call('POST', '/v1/delivery-operations', { kind: 'cancel', filter })
    assert.equal(begun.status, 202, begun.text)
    await deliveriesIn(console.app, 'cancelled', 59, { webhook_id: webhookId })
  }

  it('works by the keyboard alone, from the sign-in to the retry', async () => {
    await addUser(console.app, { name: 'grace', role: 'operator' })
    broken.respondsWith(503, 503)
    for (const name of ['First', 'Second']) {
      const { eventId } = await report(console.app, { key: name, name, state: 'low' })
      await deliveriesIn(console.app, 'failed', 1, { event_id: eventId })
    }
    const page = await console.open('/deliveries?state=failed', { by: null })
    await focused(page.getByLabel('Name', { exact: true }))
    await page.keyboard.type('grace')
    await page.keyboard.press('Tab')
    await focused(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await headed(page, 'Deliveries')
    const second = page.getByRole('link', { name: /: Second/ })
    await second.waitFor()
    await tabTo(page, second)
    await page.keyboard.press('Enter')
    const story = page.getByRole('dialog', { name: /^Delivery \d+$/ })
    await story.getByText('Second', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await story.getByText('First', { exact: true }).waitFor()
    await page.keyboard.press('k')
    await story.getByText('Second', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await story.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).waitFor()
    await tabTo(page, second)
    await page.keyboard.press('Enter')
    broken.alwaysRespondsWith(200)
    await tabTo(page, story.getByRole('button', { name: 'Retry now' }))
    await page.keyboard.press('Space')
    await story.getByText(/^Delivered after 2 attempts/).waitFor()
    await page.keyboard.press('Escape')
    await story.waitFor({ state: 'detached' })
    await tabTo(page, page.getByRole('combobox', { name: 'State', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Delivered', exact: true }).waitFor()
    await arrowTo(page, page.getByRole('combobox', { name: 'State', exact: true }), 'Delivered')
    await page.keyboard.press('Enter')
    await page.waitForURL(/state=delivered/)
  })

  it('finds all but the first filter behind a button on a phone, and all of them where one narrows the list', async () => {
    const page = await console.open('/deliveries')
    await page.setViewportSize(PHONE)
    const state = page.getByRole('combobox', { name: 'State', exact: true })
    const severity = page.getByRole('combobox', { name: 'Severity', exact: true })
    await state.waitFor()
    await severity.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More filters' }).click()
    await severity.waitFor()
    await page.getByRole('button', { name: 'Fewer filters' }).click()
    await severity.waitFor({ state: 'hidden' })

    const narrowed = await console.open('/deliveries?severity=high')
    await narrowed.setViewportSize(PHONE)
    await narrowed.getByRole('combobox', { name: 'Severity', exact: true }).waitFor()
  })

  it('finds the filters and the open story again after loading anew, and with back and forward', async () => {
    const page = await console.open('/deliveries')
    await choose(page, 'State', 'Delivered')
    await choose(page, 'Severity', 'Raised')
    // Reloading and going back find what stands in the address.
    await page.waitForURL(/(?=.*state=delivered)(?=.*severity=)/)
    await page
      .getByRole('row')
      .getByRole('link', { name: /: Disk is full/ })
      .first()
      .click()
    const story = page.getByRole('dialog', { name: /^Delivery \d+$/ })
    await story
      .getByText(/^Delivered/)
      .first()
      .waitFor()
    await page.reload()
    await story
      .getByText(/^Delivered/)
      .first()
      .waitFor()
    await page.goBack()
    await story.waitFor({ state: 'detached' })
    await holds(page.getByRole('combobox', { name: 'State', exact: true }), 'Delivered')
    await holds(page.getByRole('combobox', { name: 'Severity', exact: true }), 'Raised')
    await page.goForward()
    await story.waitFor()
  })
})

function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

const TABS_MAX = 80

async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  assert.fail(`${String(target)} is not reached by ${key}`)
}

/** Down through the options of an open list, until the one of this name is the one that Enter takes. */
async function arrowTo(page: Page, combobox: Locator, name: string): Promise<void> {
  const active = async () => {
    const id = await combobox.getAttribute('aria-activedescendant')
    return id === null ? null : page.locator(`[id="${id}"]`).textContent()
  }
  for (let press = 0; press < 30; press += 1) {
    // The list goes to where it begins a moment after it is seen: what counts is where it stays.
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))')
    if ((await active()) === name) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the option ${name} was not reached`)
}
