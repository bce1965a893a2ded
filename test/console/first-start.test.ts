import { after, afterEach, before, describe, it } from 'node:test'
import { PASSWORD } from '../support/people/people.ts'
import { startConsole, type TestConsole } from './console.ts'
import { headed, invitationCodeOf, ON_TERMINAL, signIn } from './story.ts'

describe('the first start', () => {
  let console: TestConsole
  let code = ''
  before(async () => {
    console = await startConsole({ preload: ON_TERMINAL })
    code = invitationCodeOf(console.app)
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('begins with a link that makes the first admin, and goes on by name and password', async () => {
    const page = await console.open(`/invitation#${code}`, { by: null })
    await headed(page, 'Welcome to Tocsin')
    await page.waitForURL((url) => url.hash === '')
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByText('5 more characters.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password again').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await headed(page, 'Overview')

    await page.getByRole('button', { name: 'Menu of ada' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await headed(page, 'Sign in')
    await signIn(page, 'ada', `${PASSWORD}!`)
    await page
      .getByRole('alert')
      .filter({ hasText: /name or (?:the )?password/i })
      .waitFor()
    await signIn(page, 'Ada', PASSWORD)
    await headed(page, 'Overview')
  })

  it('says that the link has been used, and where to go', async () => {
    const page = await console.open(`/invitation#${code}`, { by: null })
    await headed(page, 'This link does not work')
    await page.getByRole('link', { name: 'Go to the sign-in' }).click()
    await headed(page, 'Sign in')
  })
})
