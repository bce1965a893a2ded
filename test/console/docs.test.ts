import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { findViolations, startConsole, type TestConsole, type TestPage } from './console.ts'
import { assertNothing, visit } from './visit.ts'
import { focused, headed, holds } from './story.ts'

/** Not pages of the console, but held to the same; each with a text of its main part. */
const PAGES = [
  { address: '/docs', shows: 'Create a webhook' },
  { address: '/docs/v1-webhooks', shows: 'Delete a webhook' },
  { address: '/docs/v1-people', shows: 'Try it' },
  { address: '/docs/v6', shows: '/api/v6/webhook/' },
  { address: '/docs/v15-webhooks', shows: '/api/v15/webhook/' },
]

describe('the documentation of the interfaces', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  const openDocs = (address: string) => console.open(address, { by: null })

  for (const { address, shows } of PAGES) {
    it(`${address} is accessible in both themes, on a desk and on a phone`, async () => {
      assertNothing(await visit(console, { address, route: address, shows, isPublic: true }, shows))
    })
  }

  it('is accessible with everything unfolded, too', async () => {
    const page = await openDocs('/docs/v1-alerts')
    await unfold(page)

    assert.deepEqual(await findViolations(page), [])
  })

  it('follows the colours that were chosen in the console', async () => {
    const page = await console.open('/docs', { by: null, colorScheme: 'light' })
    await page.evaluate(() => localStorage.setItem('tocsin-color-scheme', 'dark'))
    await page.reload()

    const scheme = await page.locator('html').evaluate((element) => element.style.colorScheme)
    assert.equal(scheme, 'dark')
  })

  it('finds an operation by its words, and shows what it takes and responses', async () => {
    const page = await openDocs('/docs')
    await page.getByLabel('Find').fill('alerts post')
    await page.getByText(/\b[2-9] of /).waitFor()
    await page.getByRole('link', { name: 'Report alerts', exact: true }).click()
    await headed(page, 'Alerts')
    const operation = page.getByRole('region', { name: 'Report alerts', exact: true })
    await operation.getByText('Members of Observation', { exact: true }).click()

    await operation.getByText('The identity of the alert within the source').waitFor()
    await operation.getByText('1 to 500 characters').first().waitFor()
    await operation.getByText(/^Refusals:/).click()
    await operation.getByText('The body is larger than the limit.').waitFor()
  })

  it('gives a line for a shell, and sends a request with a token, by the keyboard alone', async () => {
    const page = await openDocs('/docs/v1-webhooks#getWebhook')
    const operation = page.getByRole('region', { name: 'Read a webhook', exact: true })
    await operation.getByText('Try it').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await focused(operation.getByLabel('Token'))
    await page.keyboard.type(SERVICE_TOKEN)
    await page.keyboard.press('Tab')
    await page.keyboard.type('4711')
    const line = operation.getByRole('group', { name: 'For a shell' })
    await line.getByText(`'${console.app.url}/v1/webhooks/4711'`).waitFor()

    assert.match(await line.innerText(), /^curl --globoff --request GET [^]*X-Auth-Token: \$TOCSIN_TOKEN/)
    assert.ok(!(await line.innerText()).includes(SERVICE_TOKEN))
    await page.keyboard.press('Enter')
    await operation.getByRole('status').getByText('404').waitFor()
    await operation.getByRole('group', { name: 'Response' }).getByText('urn:tocsin:').waitFor()
  })

  it('keeps a token that was typed, and offers one that was sent to the next form', async () => {
    const page = await openDocs('/docs/v1-webhooks#getWebhook')
    const operation = page.getByRole('region', { name: 'Read a webhook', exact: true })
    const token = operation.getByLabel('Token')
    await operation.getByText('Try it').click()
    await token.fill('typed, not sent')
    // What a browser under load does by itself: it says that the fold was opened when somebody types already.
    await operation.locator('details.try').dispatchEvent('toggle')
    assert.equal(await token.inputValue(), 'typed, not sent')

    await token.fill(SERVICE_TOKEN)
    await operation.getByLabel(/^id/).fill('4711')
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByRole('status').getByText('404').waitFor()
    const other = page.getByRole('region', { name: 'Create a webhook', exact: true })
    await other.getByText('Try it').click()
    await holds(other.getByLabel('Token'), SERVICE_TOKEN)
  })

  it('sends a body by the session of the console where no token is given', async () => {
    const page = await console.open('/docs/v1-webhooks#createWebhook')
    const operation = page.getByRole('region', { name: 'Create a webhook', exact: true })
    await operation.getByText('Try it').click()
    await operation.getByLabel('Body').fill('{"name":"From the pages","url":"http://127.0.0.1:9/x"}')
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByRole('status').getByText('201').waitFor()

    const { json } = await console.app.call('GET', '/v1/webhooks')
    assert.deepEqual(
      json.items.map(({ name }: { name: string }) => name),
      ['From the pages'],
    )
  })

  it('shows a response that does not end as it comes, and stops it', async () => {
    const page = await openDocs('/docs/v1-operations#getStream')
    const operation = page.locator('#getStream')
    await operation.getByText('Try it').click()
    await operation.getByLabel('Token').fill(SERVICE_TOKEN)
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByRole('group', { name: 'Response' }).getByText('event:').waitFor()
    await operation.getByRole('button', { name: 'Stop' }).click()

    await operation.getByRole('status').getByText('Stopped.').waitFor()
  })
})

async function unfold(page: TestPage): Promise<void> {
  await page.locator('details').evaluateAll((folds) => {
    for (const fold of folds) fold.toggleAttribute('open', true)
  })
}
