import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { ALL_PAGES } from './all-pages.ts'
import { startConsole, type TestConsole } from './console.ts'
import { assertNothing, visit } from './visit.ts'
import { findOverlaps } from './overlaps.ts'
import { fillWithSamples, type SampleData } from './sample-data.ts'
import { headed, holds } from './story.ts'

/** From a small phone to a wall; tablets and laptops at 200 % lie between. */
const WIDTHS = [320, 390, 600, 720, 768, 900, 1024, 1440, 2560]

describe('every page with something to show', () => {
  let console: TestConsole
  let samples: SampleData
  before(async () => {
    console = await startConsole()
    samples = await fillWithSamples(console.app)
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await samples.stop()
  })

  for (const page of ALL_PAGES) {
    it(`${page.address} is accessible in both themes, on a desk and on a phone`, async () => {
      assertNothing(await visit(console, page, page.shows))
    })
  }

  for (const { address, shows, isPublic } of ALL_PAGES) {
    it(`no text and no control of ${address} covers another one at any width`, async () => {
      const page = await console.visit(address, isPublic === true ? null : undefined)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' })
      const found: string[] = []
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        found.push(...(await findOverlaps(page)).map((overlap) => `${address} ${width} px wide: ${overlap}`))
      }
      assertNothing(found)
    })
  }
})

describe('before anybody is signed in', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('every address leads to the sign-in, and from there back to it', async () => {
    const page = await console.open('/settings/about?x=1', { by: null })
    await headed(page, 'Sign in')
    // Nobody has a password yet, so it begins with the token.
    await page.getByText('Nobody has an account yet').waitFor()
    await page.getByLabel('Token', { exact: true }).fill(SERVICE_TOKEN)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/settings\/about\?x=1$/)
  })

  it('offers no field before it knows by what one signs in, so that nothing typed is lost', async () => {
    const page = await console.open('/invitation', { by: null })
    const released = Promise.withResolvers<void>()
    await page.route('**/v1/sign-in', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.getByText('sign in', { exact: true }).click()
    await headed(page, 'Sign in')
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
    released.resolve()
    await page.getByLabel('Token', { exact: true }).fill(SERVICE_TOKEN)
    await page.getByText('Nobody has an account yet').waitFor()
    await holds(page.getByLabel('Token', { exact: true }), SERVICE_TOKEN)
  })

  it('knows it also right after the sign-out', async () => {
    const page = await console.open('/settings/account')
    await page.route('**/v1/sign-in', async (route) => {
      const response = await route.fetch()
      const ways = await response.json()
      await route.fulfill({
        response: response,
        json: { ...ways, oidc: { name: 'Keycloak', start: '/v1/oidc/start' } },
      })
    })
    await page.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await headed(page, 'Sign in')
    await page.getByRole('link', { name: 'Sign in with Keycloak' }).waitFor()
  })
})

describe('the list of pages', () => {
  it('has every route of the console', async () => {
    const router = await readFile(join(import.meta.dirname, '../../console/src/router.tsx'), 'utf8')
    const routes = [...router.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'(.*?)\n\}\)/gs)]
      // Those without a page of their own lead on to another, or stand around others.
      .filter(([text]) => text.includes('component:') && !text.includes('SettingsPage'))
      .map(([, parent, path]) => (parent === 'settings' ? `/settings${path}` : path))
    assert.ok(routes.length > 10)
    assert.deepEqual([...new Set(ALL_PAGES.map(({ route }) => route))].toSorted(), routes.toSorted())
  })
})
