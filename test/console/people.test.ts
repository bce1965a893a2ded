import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, choose, headed, place } from './story.ts'

describe('people and programs', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    await addUser(console.app, { name: 'ada', role: 'admin' })
    await addWebhook(console.app, { name: 'Kept', url: 'http://127.0.0.1:9/' })
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())
  const by = (username: string) => ({ username, password: PASSWORD })

  it('come in by a link that an admin gives them, and choose their password themselves', async () => {
    const page = await console.open('/settings/people', { by: by('ada') })
    const link = await invite(page, { name: 'grace', role: 'Operator' })
    await invite(page, { name: 'victor', role: 'Viewer' })
    await row(page, 'victor').getByText('invited, no password yet').waitFor()

    const theirs = await console.open(link, { by: null })
    await headed(theirs, 'Welcome, grace')
    await theirs.getByText('You were invited as operator').waitFor()
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.getByLabel('Password again').fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Set the password and sign in' }).click()
    await headed(theirs, 'Overview')
    await theirs.getByRole('button', { name: 'Menu of grace' }).waitFor()
  })

  it('are signed out when their role is reduced, and read so on the page they are on', async () => {
    const page = await console.open('/settings/people', { by: by('ada') })
    const theirs = await console.open('/webhooks', { by: by('grace') })
    await theirs.getByRole('link', { name: 'Kept' }).waitFor()
    await menuOf(page, 'grace', 'Change name or role')
    const dialog = page.getByRole('dialog', { name: 'Change name or role' })
    await dialog.getByRole('radio', { name: 'Viewer' }).check()
    await dialog.getByText('signs them out everywhere').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row(page, 'grace').getByText('Viewer').waitFor()
    await theirs.getByRole('link', { name: 'Kept' }).click()
    await theirs.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  })

  it('cannot come in when they are disabled, and can when they are enabled again', async () => {
    const page = await console.open('/settings/people', { by: by('ada') })
    await menuOf(page, 'grace', 'Disable')
    const dialog = page.getByRole('dialog', { name: 'Disable?' })
    await dialog.getByText('Nothing is lost').waitFor()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await row(page, 'grace').getByText('Disabled').waitFor()
    assert.equal((await console.app.call('POST', '/v1/session', by('grace'))).status, 403)
    await menuOf(page, 'grace', 'Enable')
    await page.getByRole('dialog', { name: 'Enable?' }).getByRole('button', { name: 'Enable' }).click()
    await row(page, 'grace').getByText('Disabled').waitFor({ state: 'detached' })
    assert.equal((await console.app.call('POST', '/v1/session', by('grace'))).status, 201)
  })

  it('cannot lock themselves out', async () => {
    const page = await console.open('/settings/people', { by: by('ada') })
    await page.getByRole('button', { name: 'What can be done with ada' }).click()
    await page.getByText('Another admin can disable or remove you.').waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Remove' }).count(), 0)
  })

  it('change their password, and know where they are signed in', async () => {
    // A page that asks for nothing by itself: another would find out before it is used.
    const elsewhere = await console.open('/settings/account', { by: by('ada') })
    await elsewhere.getByRole('list', { name: 'Sessions' }).getByText('here', { exact: true }).waitFor()
    const page = await console.open('/settings/account', { by: by('ada') })
    await page.getByRole('list', { name: 'Sessions' }).getByText('here', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Current password').fill('not the one')
    await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} anew`)
    await page.getByLabel('New password again').fill(`${PASSWORD} anew`)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Is not the present password.').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed').waitFor()
    await place(elsewhere, 'Webhooks').click()
    await elsewhere.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  })

  it('report with a token that the page of sources has made, and it sees the report arrive', async () => {
    const page = await console.open('/settings/sources?source=alert-script')
    await page.getByText('Waiting for the first report').waitFor()
    await page.getByRole('button', { name: 'Create a token' }).click()
    await page.getByText('Token created and filled in below').waitFor()
    const command = await page.getByLabel('Report that an alert is raised', { exact: true }).textContent()
    const { url, token, body } = readCurl(command ?? '')
    const notified = await fetch(url, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'content-type': 'application/json' },
      body,
    })
    assert.equal(notified.status, 200, await notified.text())
    await page.getByRole('status').getByRole('link', { name: 'Disk is full' }).waitFor()

    await page.getByRole('tab', { name: 'Tokens' }).click()
    const made = row(page, 'alert script')
    await made.getByRole('button', { name: 'Revoke the token alert script' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await made.waitFor({ state: 'detached' })
    assert.equal((await fetch(url, { method: 'POST', headers: { 'x-auth-token': token } })).status, 401)
  })

  it('get a token with just the rights that are chosen, shown once', async () => {
    const page = await console.open('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByLabel('Name').fill('dashboard')
    await dialog.getByRole('checkbox', { name: 'Report alerts and job runs' }).uncheck()
    await dialog.getByText('Choose at least one right.').waitFor()
    await dialog.getByRole('checkbox', { name: 'See alerts, job runs and deliveries' }).check()
    await choose(page, 'Valid for', '30 days')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const made = page.getByRole('dialog', { name: 'Token created' })
    const token = (await made.getByLabel('token', { exact: true }).textContent()) ?? ''
    const who = await console.app.call('GET', '/v1/session', undefined, { 'x-auth-token': token })
    assert.deepEqual(who.json.scopes, ['deliveries:read'])
    await made.getByRole('button', { name: 'Done' }).click()
    await row(page, 'dashboard').waitFor()
  })
})

function row(page: Page, text: string) {
  return page.getByRole('listitem').filter({ hasText: text })
}

/** Gives the path of the link. */
async function invite(
  page: Page,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const made = page.getByRole('dialog', { name: 'Link created' })
  const { pathname, hash } = new URL((await made.getByLabel('link', { exact: true }).textContent()) ?? '')
  await made.getByRole('button', { name: 'Done' }).click()
  return `${pathname}${hash}`
}

async function menuOf(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `What can be done with ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

function readCurl(command: string): { readonly url: string; readonly token: string; readonly body: string } {
  const [, url = ''] = /POST (\S+)/.exec(command) ?? []
  const [, token = ''] = /X-Auth-Token: ([^']+)'/.exec(command) ?? []
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? []
  return { url, token, body }
}
