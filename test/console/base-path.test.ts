import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, headed, invitationCodeOf, ON_TERMINAL, place, report, signIn } from './story.ts'

describe('the console under a base path', () => {
  let console: TestConsole
  let receiver: Receiver
  before(async () => {
    console = await startConsole({ settings: { TOCSIN_BASE_PATH: '/pem' }, preload: ON_TERMINAL })
    receiver = await Receiver.start()
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })

  it('works as without: from the first link to a delivery, live', async () => {
    await addWebhook(console.app, { name: 'Night watch', url: receiver.url })
    const page = await console.open(`/invitation#${invitationCodeOf(console.app)}`, { by: null })
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password again').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await headed(page, 'Overview')
    assert.equal(new URL(page.url()).pathname.replace(/\/$/, ''), '/pem')
    await place(page, 'Alerts').click()
    await page.getByText('No monitor has reported yet').waitFor()
    await page.getByText('/pem/v1/alerts').waitFor()
    await report(console.app, { key: 'disk', name: 'Disk is full' })
    await page.getByRole('link', { name: 'Disk is full' }).click()
    await page.getByRole('link', { name: /^Delivery \d+$/ }).click()
    await page.getByText(/^Delivered with the first attempt/).waitFor()
    assert.equal(new URL(page.url()).pathname, '/pem/deliveries')
    await place(page, 'Deliveries').and(page.locator('[aria-current=page]')).waitFor()

    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Menu of ada' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    // Leaving before that would break off the sign-out.
    await headed(page, 'Sign in')
    await page.goto(`${console.app.url}/webhooks/1?tab=signing`)
    await headed(page, 'Sign in')
    await signIn(page, 'ada', PASSWORD)
    await headed(page, 'Night watch')
    await page.getByRole('tab', { name: 'Signing', selected: true }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/pem/webhooks/1')
  })
})
