import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import { observation } from '../support/build.ts'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { DESKTOP, PHONE, startConsole, type TestConsole } from './console.ts'
import { addWebhook, choose, deliveriesIn, headed, report } from './story.ts'

/** What a service has left that ran an hour ago: an alert that was not reported since; gives its id. */
async function raiseLongAgo(file: string): Promise<number> {
  const { store } = await openSqliteStore({ file, sizeMax: 0 })
  const at = Date.now() - 3_600_000
  const silent = observation({ key: 'silent', name: 'Of a server that is gone', at })
  const [raised] = await store.acceptObservations([silent], at)
  await store.close()
  assert.ok(raised?.alertId)
  return raised.alertId
}

const NO_STATES = { high_alert: false, med_alert: false, low_alert: false, cleared_alert: false }

describe('what the console says of a delivery is so', () => {
  let console: TestConsole
  let broken: Receiver
  let other: Receiver
  let folder: string
  let silentAlertId: number
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-shown-'))
    silentAlertId = await raiseLongAgo(join(folder, 'tocsin.db'))
    // One attempt, and it has failed.
    console = await startConsole({ folder, settings: { TOCSIN_RETRY_SCHEDULE: '0s' } })
    broken = await Receiver.start()
    other = await Receiver.start()
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await Promise.all([broken.stop(), other.stop()])
    await rm(folder, { recursive: true })
  })

  it('the story of a clear says who ended the alert', async () => {
    const id = await addWebhook(console.app, { name: 'Ends', url: other.url, match: 'name="Ended"' })
    const firing = { labels: { alertname: 'Ended' }, generatorURL: 'http://prom-1:9090/graph' }
    for (const more of [{}, { endsAt: new Date(Date.now() - 1000).toISOString() }])
      await console.app.call('POST', '/intake/prometheus/api/v2/alerts', [{ ...firing, ...more }])
    const [clear] = await deliveriesIn(console.app, 'delivered', 2, { webhook_id: id })
    const page = await console.open(`/deliveries?open=${clear}`)

    await page.getByText('All values').click()
    await page.getByText('prom-1:9090 (127.0.0.1) said the end').waitFor()
    await console.app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('a delivery of a webhook that is disabled is tried again together with enabling it', async () => {
    broken.respondsWith(410)
    const id = await addWebhook(console.app, { name: 'Gone', url: broken.url })
    await report(console.app, { key: 'gone', name: 'Gone' })
    const [failed] = await deliveriesIn(console.app, 'failed', 1, { webhook_id: id })
    broken.alwaysRespondsWith(200)
    const page = await console.open(`/deliveries?open=${failed}`)
    const story = page.getByRole('dialog', { name: `Delivery ${failed}` })
    await picture(page, 'retry-disabled', story.getByRole('button', { name: 'Enable the webhook and retry' }))
    await story.getByRole('button', { name: 'Enable the webhook and retry' }).click()
    await story.getByText(/^Delivered after 2 attempts/).waitFor()
    await console.app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('no choice of what alerts are shown is cut off', async () => {
    const page = await console.open('/alerts')
    const group = page.getByRole('radiogroup', { name: 'Which alerts' })
    const labels = group.locator('label')
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await labels.last().waitFor()
      // The page is laid out again for a moment; all widths are read at once.
      await eventually(`no label is cut off at ${viewport.width} px`, () =>
        group.evaluate((element) => {
          const edge = element.getBoundingClientRect().right
          return [...element.querySelectorAll('label')].every((label) => {
            const text = label.querySelector('span') ?? label
            return label.getBoundingClientRect().right <= edge && text.scrollWidth <= text.clientWidth
          })
        }),
      )
      await picture(page, 'which-alerts', labels.first())
    }
  })

  it('an alert of which nobody speaks any more is cleared by hand, with a note, and says so', async () => {
    const id = await addWebhook(console.app, {
      name: 'Ends',
      url: other.url,
      ...NO_STATES,
      cleared_alert: true,
    })
    other.alwaysRespondsWith(200)
    const follower = await addWebhook(console.app, { name: 'Follows', url: other.url, mode: 'current_state' })
    await console.app.call('POST', `/v1/webhooks/${follower}/resync`, {})
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: follower })
    const page = await console.open(`/alerts?open=${silentAlertId}`, { expects: /stream|ERR_FAILED/ })
    // Nothing notifies the page of the change but itself.
    await page.route('**/v1/stream*', (route) => route.abort())
    await page.reload()
    const known = page
      .getByRole('list', { name: /^Receivers in current-state mode: / })
      .getByRole('listitem')
      .filter({ hasText: 'Follows' })
    await known.filter({ hasNotText: 'Cleared' }).waitFor()
    const story = page.getByRole('dialog', { name: `Alert ${silentAlertId}` })
    await picture(page, 'clear-button', story.getByRole('button', { name: 'Clear alert' }))
    await story.getByRole('button', { name: 'Clear alert' }).click()
    const asks = page.getByRole('dialog', { name: /^Clear alert \d+\?/ })
    await asks.getByLabel('Note').fill('the server is gone')
    await picture(page, 'clear-asks', asks.getByRole('button', { name: 'Clear the alert' }))
    await asks.getByRole('button', { name: 'Clear the alert' }).click()
    await story.getByText(/^cleared by hand/).waitFor()
    await story.getByRole('button', { name: 'Clear alert' }).waitFor({ state: 'detached' })
    // As soon as the receiver has the end, there is nothing left that it knows.
    await known.waitFor({ state: 'detached', timeout: 60_000 })
    await picture(page, 'cleared-by-hand', story.getByText(/^cleared by hand/))
    await console.app.call('DELETE', `/v1/webhooks/${follower}`)
    const { json } = await console.app.call('GET', '/v1/audit?action=alert.cleared')
    assert.equal(json.items[0].note, 'the server is gone')
    await console.app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('an alert that is still reported says from when on it could be cleared by hand', async () => {
    const { alertId } = await report(console.app, { key: 'speaks', name: 'Still speaks' })
    const page = await console.open(`/alerts?open=${alertId}`)
    const notified = page.getByText(/^Still being reported\. If no report arrives/)
    await picture(page, 'clear-later', notified)
    await page.getByRole('button', { name: 'Clear alert' }).waitFor({ state: 'detached' })
  })

  it('of several that are retried it says how many are held, and why', async () => {
    const ids = await Promise.all(
      ['Held', 'Sent'].map((name) =>
        addWebhook(console.app, { name, url: other.url, ...NO_STATES, low_alert: true }),
      ),
    )
    other.respondsWith(400, 400)
    await report(console.app, { key: 'several', name: 'Several', state: 'low' })
    for (const id of ids) {
      const [delivery] = await deliveriesIn(console.app, 'failed', 1, { webhook_id: id }).catch(() => [])
      assert.ok(delivery)
    }
    await console.app.call('PATCH', `/v1/webhooks/${ids[0]}`, { enabled: false })
    const page = await console.open('/deliveries?state=failed')
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
    await page.getByRole('button', { name: 'Retry 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry them' }).click()
    await page.getByText('1 queued, 1 waits until its webhook is enabled.').waitFor()
    await picture(page, 'retry-several', page.getByText('1 queued, 1 waits until its webhook is enabled.'))
    for (const id of ids) await console.app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('a delivery of a paused webhook says that it is paused, and nothing else', async () => {
    broken.alwaysRespondsWith(503)
    const id = await addWebhook(console.app, {
      name: 'Pausing',
      url: broken.url,
      retry_schedule: '0s,1h',
      concurrency: 1,
    })
    for (let count = 0; count < 7; count += 1)
      await report(console.app, { key: `p ${count}`, name: `Pause ${count}` })
    await eventually('the webhook is paused', async () => {
      const { json } = await console.app.call('GET', `/v1/webhooks/${id}/health`)
      return json.state === 'paused'
    })
    const pending = await deliveriesIn(console.app, 'pending', 7, { webhook_id: id })
    const page = await console.open(`/deliveries?open=${pending[0]}`)
    const story = page.getByRole('dialog', { name: /^Delivery \d+$/ })
    const said = story.getByRole('status').first()
    await eventually('one reason is shown', async () =>
      /receiver fails|is paused/.test(await said.innerText()),
    )
    assert.doesNotMatch(await said.innerText(), /as soon as its turn comes\.|It is due/)
    await picture(page, 'paused', said)
    const overview = await console.open('/')
    await overview.getByText(/^7 waiting: 1 receiver is paused, the oldest for/).waitFor()
    await picture(overview, 'overview', overview.getByRole('heading', { name: 'Over time' }))
    broken.alwaysRespondsWith(200)
    await console.app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('a reroute that tells nobody says so, before and afterwards', async () => {
    const webhook = { ...NO_STATES, med_alert: true }
    const from = await addWebhook(console.app, {
      name: 'From',
      url: other.url,
      ...webhook,
      rate_limit: '1/1h',
    })
    await addWebhook(console.app, { name: 'Knows it all', url: other.url, ...webhook })
    for (const key of ['r 1', 'r 2', 'r 3']) await report(console.app, { key, name: key, state: 'medium' })
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: from })
    const [pending] = await deliveriesIn(console.app, 'pending', 2, { webhook_id: from })
    const page = await console.open(`/deliveries?webhook=${from}&open=${pending}`)
    const story = page.getByRole('dialog', { name: /^Delivery \d+$/ })
    await story.getByRole('button', { name: 'Reroute to another webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reroute to another webhook' })
    await choose(page, 'Notify instead', 'Knows it all')
    await dialog.getByText(/^1 delivery matches\. The other webhook gets nothing new/).waitFor()
    await picture(page, 'reroute-before', dialog)
    await dialog.getByRole('button', { name: 'Cancel them here' }).click()
    await page
      .getByText('Done: 0 sent to the other webhook, 1 were sent there already, 1 cancelled here.')
      .waitFor()
    await picture(page, 'reroute-after', page.getByText(/^Done: 0 sent/))
    await console.app.call('DELETE', `/v1/webhooks/${from}`)
  })

  it('a filter that there is not is refused once, and nothing loads', async () => {
    const page = await console.open('/deliveries?severity=loud', { expects: /400/ })
    await headed(page, 'Deliveries')
    const refused = await console.open('/deliveries?state=unfinished', { expects: /400/ })
    // Another alert may be there first, e.g. of the connection.
    await refused
      .getByText(/must be/)
      .first()
      .waitFor()
    // The page asks once more when its live view is connected, and may show for a moment that it does.
    await eventually('it is refused once, and nothing loads', async () => {
      const refusals = await refused.getByText(/must be/).count()
      return refusals === 1 && (await refused.locator('.mantine-Skeleton-root').count()) === 0
    })
    await picture(refused, 'filter', refused.getByRole('alert').first())
  })
})

describe('what the console says of a webhook is so', () => {
  let console: TestConsole
  let receiver: Receiver
  before(async () => {
    console = await startConsole()
    receiver = await Receiver.start()
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })

  it('the way back from a switch is a whole button, in the list and on the page of the webhook', async () => {
    const name = 'A webhook with a name that is long enough to fill the notification that tells of it'
    const id = await addWebhook(console.app, { name, url: receiver.url })
    for (const address of ['/webhooks', `/webhooks/${id}`]) {
      const page = await console.open(address)
      await page.getByRole('switch', { name: /enabled/i }).click({ force: true })
      const undo = page
        .getByRole('alert')
        .filter({ hasText: 'is disabled' })
        .getByRole('button', { name: 'Undo' })
      await picture(page, `undo${address.replaceAll('/', '-')}`, undo)
      const [shown, whole] = await undo.evaluate((element) => {
        const label = element.querySelector('.mantine-Button-label') ?? element
        return [label.clientWidth, label.scrollWidth] as const
      })
      assert.ok(shown >= whole, `${address}: ${shown} of ${whole} pixels are shown`)
      await undo.click()
      await page
        .getByRole('alert')
        .filter({ hasText: `${name} is enabled` })
        .waitFor()
    }
  })

  it('nothing is sent to a disabled webhook that was never notified', async () => {
    const id = await addWebhook(console.app, { name: 'Silent', url: receiver.url, enabled: false })
    const page = await console.open(`/webhooks/${id}`)
    await page.getByText(/^No deliveries yet\. A disabled webhook sends nothing/).waitFor()
    assert.equal(await page.getByText('The receiver gets events from now on').count(), 0)
  })

  it('a template that is not JSON is asked about, and shown as long as it is not', async () => {
    const template = { name: 'Broken body', url: receiver.url, payload_template: '{"text": %AlertName%,}' }
    const id = await addWebhook(console.app, template)
    const own = await console.open(`/webhooks/${id}`)
    const notice = own.getByRole('status').filter({ hasText: 'Warnings' })
    await notice
      .getByText(/^Payload template, line 1, column \d+: here the template stops being JSON/)
      .waitFor()
    await picture(own, 'warning-page', notice)
    const list = await console.open('/webhooks')
    await list.getByText('1 warning').waitFor()
    await picture(list, 'warning-list', list.getByText('1 warning'))
    const copy = await console.open(`/webhooks/new?copy=${id}`)
    await headed(copy, /webhook/i)
    await copy.getByRole('button', { name: 'Create the webhook' }).click()
    const asked = copy.getByRole('dialog', { name: 'Create it anyway?' })
    await asked.getByText(/^Filled in, it is not JSON from line 1/).waitFor()
    await picture(copy, 'create-anyway', asked)
    await asked.getByRole('button', { name: 'Create it anyway' }).click()
    await copy.getByRole('status').filter({ hasText: 'Warnings' }).waitFor()
  })

  it('an example in an empty field does not look like a mistake that was typed', async () => {
    const page = await console.open('/webhooks/new?preset=pagerduty')
    await page.getByRole('button', { name: 'Fill in the form' }).click()
    const field = page.locator('input[aria-invalid=true]').first()
    await field.waitFor()
    const [example, error] = await field.evaluate((element) => {
      const { getComputedStyle } = element.ownerDocument.defaultView
      return [
        getComputedStyle(element, '::placeholder').color,
        getComputedStyle(element).borderTopColor,
      ] as const
    })
    await picture(page, 'placeholder', field)
    assert.notEqual(example, error)
  })

  it('a link in a sentence is not recognised by its colour alone', async () => {
    const id = await addWebhook(console.app, { name: 'Unsigned', url: receiver.url })
    const page = await console.open(`/webhooks/${id}/edit`)
    const link = page.getByRole('link', { name: 'Sign them' })
    assert.match(
      await link.evaluate(
        (element) => element.ownerDocument.defaultView.getComputedStyle(element).textDecorationLine,
      ),
      /underline/,
    )
  })

  it('every time below a plot is whole', async () => {
    await report(console.app, { key: 'plots', name: 'Plots' })
    const page = await console.open('/')
    await page.addInitScript({ content: NOTE_CUT_LABELS })
    for (const span of ['1h', '24h', '7d']) {
      await page.goto(new URL(`/?range=${span}`, page.url()).href)
      await page.locator('canvas').first().waitFor()
      assert.deepEqual(await page.evaluate('globalThis.cut'), [], span)
    }
    await picture(page, 'plots', page.locator('canvas').last())
  })
})

/** Before anything draws: remembers what is written beyond the right edge of a canvas. */
const NOTE_CUT_LABELS = `
  globalThis.cut = []
  const { prototype } = CanvasRenderingContext2D
  const { fillText } = prototype
  prototype.fillText = function (text, x, y) {
    const right = this.getTransform().transformPoint({ x: x + this.measureText(text).width / 2, y }).x
    if (this.textAlign === 'center' && right > this.canvas.width) globalThis.cut.push(text)
    fillText.call(this, text, x, y)
  }`

/** With TOCSIN_PICTURES: pictures of it, in both themes, on a desk and on a phone. */
async function picture(page: Page, name: string, shown: Locator): Promise<void> {
  await shown.waitFor()
  const folder = process.env['TOCSIN_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await shown.scrollIntoViewIfNeeded().catch(() => undefined)
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${viewport.width}.png` })
    }
  }
  await page.setViewportSize(DESKTOP)
}
