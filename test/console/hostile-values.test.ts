import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { PHONE, startConsole, type TestConsole, type TestPage } from './console.ts'
import { addWebhook, deliveriesIn, report } from './story.ts'

const MARKUP = '<img src=x onerror="globalThis.isHarmed=true"><script>globalThis.isHarmed=true</script>'
const QUOTES = `%AlertName% "'\`&amp; %3Cscript%3E \\u003c {{url}} \${1}`
/** The first changes the direction of everything after it, if nothing stops it. */
const TURNED = '\u202egnp.exe\u202c \u2066\u05d0\u05d1\u05d2 \u0627\u0644\u062a\u0646\u0628\u064a\u0647'
const LONG = 'x'.repeat(10_000)

/** Where the values below are shown. */
const ADDRESSES = [
  '/',
  '/webhooks',
  '/webhooks/1',
  '/webhooks/1?tab=definition',
  '/webhooks/1?tab=test',
  '/webhooks/1/edit',
  '/deliveries',
  '/deliveries?open=1',
  '/deliveries?webhook=1&state=failed',
  '/alerts',
  '/alerts?open=1',
  '/alerts?open=2',
  '/job-runs',
  '/job-runs?open=1',
  '/settings/tokens',
  '/settings/audit',
  '/settings/audit?open=1',
]

describe('values that are meant to do harm', () => {
  let console: TestConsole
  let receiver: Receiver
  before(async () => {
    console = await startConsole({ settings: { TOCSIN_RETRY_SCHEDULE: '0s' } })
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith((_request, response) => {
      response.statusCode = 500
      response.setHeader('content-type', 'text/html')
      response.setHeader('x-note', MARKUP)
      response.end(`${MARKUP}${TURNED}${QUOTES}${LONG}`)
    })
    await fill(console, receiver.url)
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })

  it('are shown as text, do nothing, and stay within the page', async () => {
    const page = await console.open('/')
    for (const address of ADDRESSES) {
      await page.goto(`${console.app.url}${address}`)
      await assertHarmless(page, address)
    }
  })

  it('break no page on a phone either', async () => {
    const page = await console.open('/', { viewport: PHONE })
    for (const address of ADDRESSES) {
      await page.goto(`${console.app.url}${address}`)
      await assertHarmless(page, address)
    }
  })

  it('lead nowhere but to pages', async () => {
    const page = await console.open('/alerts?open=1')
    await page.getByText('javascript:').first().waitFor()
    const schemes = await page
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as unknown as { href: string }).href).protocol),
      )
    assert.deepEqual([...new Set(schemes)], ['http:'])
  })
})

async function fill({ app }: TestConsole, url: string): Promise<void> {
  await addWebhook(app, {
    name: `${MARKUP} ${TURNED}`.slice(0, 255),
    description: `${QUOTES}\n${LONG}`.slice(0, 2_000),
    url: `${url}/${'y'.repeat(3_000)}?q=%AlertName%`,
    http_headers: [{ http_header_key: 'X-Note', http_header_value: MARKUP }],
    payload_template: `{"text": "%AlertName% %AlertInfo%", "note": "</script>${MARKUP.replaceAll('"', '\\"')}${'z'.repeat(9_000)}"}`,
  })
  await addWebhook(app, { name: 'y'.repeat(255), url, payload_type: 'JOB' })
  await report(app, {
    key: MARKUP,
    name: `${MARKUP} ${QUOTES}`,
    object: { type: MARKUP, name: TURNED },
    server: { name: `${MARKUP}${'s'.repeat(400)}` },
    current_value: LONG.slice(0, 4_000),
    threshold_value: MARKUP,
    info: `${MARKUP}\n${TURNED}\n${QUOTES}\n${LONG}`,
    labels: { [MARKUP.slice(0, 60)]: MARKUP, long: LONG.slice(0, 1_000) },
    source_link: 'javascript:globalThis.isHarmed=true',
  })
  await report(app, { key: 'long', name: LONG.slice(0, 500), state: 'low', info: TURNED })
  const ran = await app.call('POST', '/v1/job-runs', {
    job_id: MARKUP,
    run_id: QUOTES,
    name: `${MARKUP} ${TURNED}`,
    status: 'failure',
    output: `${MARKUP}${LONG}`,
    command: `${QUOTES}${LONG}`.slice(0, 5_000),
  })
  assert.equal(ran.status, 200, ran.text)
  await app.call('POST', '/v1/tokens', { name: MARKUP, scopes: ['events:write'] })
  await deliveriesIn(app, 'failed', 3)
}

async function assertHarmless(page: TestPage, address: string): Promise<void> {
  const text = page
    .getByText(/<img src=x onerror|y{200}|x{400}/)
    .filter({ visible: true })
    .first()
  await text.waitFor()
  await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => 'isHarmed' in globalThis), false, `${address}: a script ran`)
  assert.equal(await page.locator('img[src=x]').count(), 0, `${address}: markup became an element`)
  await eventually(`${address} cannot be scrolled sideways`, async () => (await widthBeyond(page)) === 0)
}

function widthBeyond(page: Page): Promise<number> {
  return page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth))
}
