import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findViolations, startConsole, type TestConsole } from './console.ts'

describe('before anybody is signed in', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  after(() => console.stop())

  it('every address leads to the sign-in, and from there back to it', async () => {
    const page = await console.open('/settings/about?x=1', { by: null })

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // Nobody has a password yet, so it begins with the token.
    await page.getByText('Nobody has an account yet').waitFor()
    await page.getByLabel('Token', { exact: true }).fill('test-admin-token-0123456789')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.waitForURL(/\/settings\/about\?x=1$/)
    assert.deepEqual(page.faults, [])
  })

  it('axe finds nothing on the sign-in page', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await console.open('/sign-in', { by: null, colorScheme })
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()

      assert.deepEqual(await findViolations(page), [])
      assert.deepEqual(page.faults, [])
    }
  })
})
