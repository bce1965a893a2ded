import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { EARLY_HEADINGS } from '../../src/api/server/console.ts'
import { eventually } from '../support/time/eventually.ts'
import { DESKTOP, PHONE, startConsole, type TestConsole } from './console.ts'
import { headed } from './story.ts'

/** Compressed: so much the start page may need before it shows itself (docs/console.md). */
const BYTES_MAX = 250_000

describe('the first load of the start page', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('is small, compressed, from here alone, and kept for the next one', async () => {
    const page = await console.open('/sign-in')
    await headed(page, 'Sign in')
    const loaded = await watchLoading(page)

    await page.goto(`${console.app.url}/`)
    await page.getByRole('heading', { name: 'Three steps to the first delivery' }).waitFor()

    const sizes = [...loaded]
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    const list = JSON.stringify(sizes.toSorted(([, one], [, other]) => other - one))
    assert.ok(total > 50_000, `hardly anything was loaded: ${list}`)
    assert.ok(total <= BYTES_MAX, `${total} bytes: ${list}`)

    await complete(page)
    loaded.clear()
    await page.goto(`${console.app.url}/`)
    await page.getByRole('heading', { name: 'Three steps to the first delivery' }).waitFor()
    await complete(page)

    assert.ok(loaded.size > 0)
    const again = [...loaded].filter(([path, size]) => path.startsWith('/assets/') && size > 0)
    assert.deepEqual(again, [], 'nothing that has a name of its own content is asked for twice')
  })
})

describe('the heading of a page', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('is there before the scripts are, in the place and the words of the page', async () => {
    // A window of its own without scripts: a page that loses them while it loads says so in the browser's console.
    const bare = await console.open('/healthz', { expects: /ERR_FAILED/ })
    await bare.route('**/assets/*.js', (route) => route.abort())
    const page = await console.open('/healthz')
    for (const [path, name] of Object.entries(EARLY_HEADINGS)) {
      const early = bare.getByRole('heading', { level: 1, name, exact: true })
      await bare.goto(`${console.app.url}${path}`)
      const before = await boxOf(early)
      await page.goto(`${console.app.url}${path}`)
      await page.locator('.early').waitFor({ state: 'detached' })
      const own = page.getByRole('heading', { level: 1, name, exact: true })
      assertUnmoved(path, before, await boxOf(own))
    }
  })

  for (const [name, viewport] of Object.entries({ desk: DESKTOP, phone: PHONE })) {
    it(`stays where it is when the service is silent, on a ${name}`, async () => {
      const page = await console.open('/healthz', { viewport })
      await page.route('**/v1/stream', () => undefined)
      const heading = page.getByRole('heading', { level: 1, name: 'Overview', exact: true })
      const notice = page.getByText('No connection', { exact: true })
      await page.goto(`${console.app.url}/`)
      await page.locator('.early').waitFor({ state: 'detached' })
      const before = await boxOf(heading)
      await notice.waitFor()
      const after = await boxOf(heading)
      assertUnmoved(name, before, after)
      const { y, height } = await boxOf(notice)
      assert.ok(y + height <= after.y + 1, 'the notice lies upon the heading')
    })
  }
})

interface Box {
  readonly x: number
  readonly y: number
  readonly height: number
}

/** Returns where something that is shown lies; it may be about to be shown. */
async function boxOf(shown: Locator): Promise<Box> {
  return eventually(`${String(shown)} is shown`, async () => (await shown.boundingBox()) ?? undefined)
}

function assertUnmoved(where: string, before: Box, after: Box): void {
  const moved = Math.hypot(before.x - after.x, before.y - after.y, before.height - after.height)
  assert.ok(moved < 4, `${where}: the heading moves or grows by ${moved} px`)
}

/** Waits for the last of what a page loads by itself. */
async function complete(page: Page): Promise<void> {
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
}

/** From now on, with nothing kept from before: the path of each file that is loaded, and the bytes of its body on the wire. */
async function watchLoading(page: Page): Promise<Map<string, number>> {
  const loaded = new Map<string, number>()
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.clearBrowserCache')
  const begun = new Map<string, { readonly path: string; readonly headBytes: number }>()
  debug.on('Network.responseReceived', ({ requestId, response: { url, encodedDataLength } }) => {
    begun.set(requestId, { path: new URL(url).pathname, headBytes: encodedDataLength })
  })
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { path, headBytes } = begun.get(requestId) ?? { path: 'unknown', headBytes: 0 }
    if (!path.startsWith('/v1/')) loaded.set(path, Math.max(0, encodedDataLength - headBytes))
  })
  return loaded
}
