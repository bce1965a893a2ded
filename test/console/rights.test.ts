import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../support/time/eventually.ts'
import { asTokenWith } from '../support/app/make-token.ts'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, deliveriesIn, report } from './story.ts'

describe('somebody without the right', () => {
  let console: TestConsole
  let receiver: Receiver
  before(async () => {
    console = await startConsole({ settings: { TOCSIN_RETRY_SCHEDULE: '0s' } })
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith(503)
    await addUser(console.app, { name: 'victor', role: 'viewer' })
    await addWebhook(console.app, {
      name: 'Kept',
      url: receiver.url,
      http_headers: [{ http_header_key: 'Authorization', http_header_value: 'Bearer s3cr3t' }],
    })
    await report(console.app, { key: 'disk', name: 'Disk is full' })
    await deliveriesIn(console.app, 'failed', 1)
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })

  it('sees controls that explain themselves and change nothing', async () => {
    const page = await console.open('/webhooks', { by: { username: 'victor', password: PASSWORD } })
    const changes = watchChanges(page)
    await explained(page.getByRole('switch', { name: 'Kept is enabled' }), 'webhooks:write')
    await page.keyboard.press('Space')
    await explained(page.getByRole('link', { name: 'New webhook' }), 'webhooks:write')
    await page.keyboard.press('Enter')
    await hasActed(page)
    assert.equal(new URL(page.url()).pathname, '/webhooks')

    await page.goto(`${console.app.url}/deliveries?open=1`)
    const retry = page.getByRole('button', { name: 'Retry now' })
    await explained(retry, 'deliveries:write')
    await page.keyboard.press('Enter')
    await retry.click({ force: true })
    await hasActed(page)

    assert.deepEqual(changes, [])
    const webhook = await console.app.call('GET', '/v1/webhooks/1')
    assert.equal(webhook.json.enabled, true)
    assert.equal((await console.app.call('GET', '/v1/deliveries/1')).json.attempts_made, 1)
  })

  it('does not see secrets', async () => {
    const page = await console.open('/webhooks/1?tab=definition', {
      by: { username: 'victor', password: PASSWORD },
    })
    await page.getByText('Authorization').waitFor()
    await page.getByText('Hidden', { exact: true }).waitFor()
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /s3cr3t/)
  })

  it('reads on each page what is missing, instead of an error', async () => {
    const { 'x-auth-token': token = '' } = await asTokenWith(console.app, 'events:write')
    const page = await console.open('/', { by: { token } })
    const pages = {
      '/': 'deliveries:read',
      '/webhooks': 'webhooks:read',
      '/webhooks/new': 'webhooks:write',
      '/webhooks/1': 'webhooks:read',
      '/webhooks/1/edit': 'webhooks:write',
      '/deliveries': 'deliveries:read',
      '/alerts': 'deliveries:read',
      '/job-runs': 'deliveries:read',
      '/settings/people': 'admin',
      '/settings/tokens': 'admin',
      '/settings/audit': 'audit:read',
    }
    for (const [path, right] of Object.entries(pages)) {
      await page.goto(`${console.app.url}${path}`)
      await page
        .getByRole('main')
        .getByText(new RegExp(`lacks the right ${right}`))
        .waitFor()
      assert.equal(await page.getByRole('alert').count(), 0, path)
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path)
    }
  })
})

/** Puts the focus on the control, whose own tooltip then says what is missing. */
async function explained(control: Locator, right: string): Promise<void> {
  await control.focus()
  const id = await eventually(`${String(control)} is explained`, async () => {
    return (await control.getAttribute('aria-describedby')) ?? undefined
  })
  await control
    .page()
    .locator(`[id="${id}"]`)
    .filter({ hasText: `may not` })
    .filter({ hasText: `(needs ${right})` })
    .waitFor()
}

/** What the page asks to be changed, from now on. */
function watchChanges(page: Page): readonly string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`)
  })
  return changes
}

/**
 * What a key or a click leads to begins at once: a tick later its request has been sent, and the address is the new
 * one.
 */
async function hasActed(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))')
  }
}
