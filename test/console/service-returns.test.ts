import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { serveApp, type ServedApp, type ServedOptions } from '../support/app/served-app.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, assertNotReloaded, headed, markLoad, place, report } from './story.ts'

describe('a service that goes away and comes back', () => {
  let console: TestConsole
  let receiver: Receiver
  let folder: string
  let options: ServedOptions
  let again: ServedApp | undefined
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-console-'))
    const settings = { TOCSIN_LISTEN: `127.0.0.1:${await freePort()}` }
    options = { folder, settings }
    console = await startConsole(options)
    receiver = await Receiver.start()
    await addUser(console.app, { name: 'ada', role: 'admin' })
    await addWebhook(console.app, { name: 'Night watch', url: receiver.url })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await again?.stop()
    await console.stop()
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('leaves a page as it is when a part that comes later cannot be had, and the part comes when it can', async () => {
    const page = await console.open('/', { expects: /net::ERR_FAILED/ })
    const late = /\/healthz$|\/assets\/notices-/
    let refusals = 0
    await page.route(late, (route) => {
      refusals += 1
      return route.abort()
    })
    await page.reload()
    await eventually('the part was asked for in vain', () => refusals > 0)
    await place(page, 'Alerts').click()
    await headed(page, 'Alerts')
    await page.unroute(late)
    await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
    await headed(page, 'Alerts')
  })

  it('says so when a part that the page needs cannot be had, and brings it when it can', async () => {
    const page = await console.open('/alerts', { expects: /net::ERR_FAILED|PageNotLoaded/ })
    await headed(page, 'Alerts')
    await page.route(/\/assets\/code-editor-/, (route) => route.abort())
    await place(page, 'Webhooks').click()
    await page.getByRole('link', { name: 'Night watch' }).click()
    await headed(page, 'Night watch')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await headed(page, 'This page could not be loaded')
    await page.unroute(/\/assets\/code-editor-/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('textbox', { name: 'Template' }).waitFor()
  })

  it('is waited for: a notification, nothing typed is lost, and all goes on without loading anew', async () => {
    const page = await console.open('/alerts', {
      by: { username: 'ada', password: PASSWORD },
      // However far a request had come when the service went away.
      expects:
        /net::ERR_(?:CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)|status of 503/,
    })
    await headed(page, 'Alerts')
    await place(page, 'Deliveries').click()
    await page.getByText('Nothing has been delivered yet').waitFor()
    await markLoad(page)
    // Its files come only when it is shown.
    const unread = await page.context().newPage()
    await unread.goto(`${console.app.url}/settings/account`)
    await unread.getByText('Your account').waitFor()
    const form = await page.context().newPage()
    await form.goto(`${console.app.url}/webhooks/1/edit`)
    await headed(form, 'Edit Night watch')
    await form.getByLabel('Description').fill('typed before')

    await console.app.stop()
    const notice = page.getByText('No connection', { exact: true })
    await notice.waitFor()
    await place(page, 'Alerts').click()
    await headed(page, 'Alerts')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByRole('alert').getByText('No response from the service').waitFor()
    await unread.getByRole('tab', { name: 'Audit log' }).click()
    await unread.getByLabel('Loading').first().waitFor()

    again = await serveApp(options)
    await notice.waitFor({ state: 'detached' })
    await report(again, { key: 'disk', name: 'Disk is full' })
    await page.getByRole('link', { name: 'Disk is full' }).waitFor()
    await assertNotReloaded(page)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await headed(form, 'Night watch')
    await unread.getByRole('list', { name: 'Audit log' }).waitFor()
    assert.equal((await again.call('GET', '/v1/webhooks/1')).json.description, 'typed before')
  })

  it('is missed although its connection is still there, and all is read anew when it goes on', async () => {
    assert.ok(again)
    const page = await console.open('/alerts')
    await headed(page, 'Alerts')
    const notice = page.getByText('No connection', { exact: true })
    again.signal('SIGSTOP')
    await notice.waitFor()
    again.signal('SIGCONT')
    await notice.waitFor({ state: 'detached' })
    await report(again, { key: 'frozen', name: 'Frozen and back' })
    await page.getByRole('link', { name: 'Frozen and back' }).waitFor()
  })
})
