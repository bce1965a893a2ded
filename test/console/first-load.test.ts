import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startConsole, type TestConsole } from './console.ts'

/** Compressed: so much the start page may need before it shows itself (docs/console.md). */
const BYTES_MAX = 250_000

describe('the first load of the start page', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  after(() => console.stop())

  it('is small, compressed, and kept for the next one', async () => {
    const page = await console.open('/sign-in')
    const debug = await page.context().newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Network.clearBrowserCache')
    const sizes = new Map<string, number>()
    const urls = new Map<string, string>()
    debug.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
    debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const path = new URL(urls.get(requestId) ?? page.url()).pathname
      if (!path.startsWith('/v1/')) sizes.set(path, encodedDataLength)
    })

    await page.goto(`${console.app.url}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle').catch(() => undefined)

    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const list = JSON.stringify([...sizes].toSorted(([, one], [, other]) => other - one))
    assert.ok(total > 50_000, `hardly anything was loaded: ${list}`)
    assert.ok(total <= BYTES_MAX, `${total} bytes: ${list}`)

    sizes.clear()
    await page.goto(`${console.app.url}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()

    const again = [...sizes].filter(([path, size]) => path.startsWith('/assets/') && size > 0)
    assert.deepEqual(again, [], 'nothing that has a name of its own content is asked for twice')
  })
})
