import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Request } from 'playwright-core'
import { eventually } from '../support/time/eventually.ts'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, deliveriesIn, focused, headed, holds, place, report, signIn } from './story.ts'

const HIDDEN_END = 'https://***@hooks.example.com/close'

describe('somebody who maintains webhooks', () => {
  let console: TestConsole
  let receiver: Receiver
  let graceId: number
  before(async () => {
    console = await startConsole()
    receiver = await Receiver.start()
    graceId = (await addUser(console.app, { name: 'grace', role: 'operator' })).id
    await addUser(console.app, { name: 'ada', role: 'admin' })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })
  const by = (username: string) => ({ username, password: PASSWORD })
  const read = async (id: number) => (await console.app.call('GET', `/v1/webhooks/${id}`)).json
  /** Of two deliveries the rate limit of the webhook lets one go. */
  const reportTwo = async (key: string, webhookId: number) => {
    await report(console.app, { key: `${key} 1`, name: 'One' })
    await report(console.app, { key: `${key} 2`, name: 'Two' })
    await deliveriesIn(console.app, 'delivered', 1, { webhook_id: webhookId })
  }

  it('can take back at once that a webhook is disabled, and reads what it means', async () => {
    const id = await addWebhook(console.app, { name: 'Switched', url: receiver.url })
    const page = await console.open('/webhooks', { by: by('grace') })
    await page.getByRole('switch', { name: 'Switched is enabled' }).click({ force: true })
    const notice = page.getByRole('alert').filter({ hasText: 'Switched is disabled' })
    await notice.getByText('unfinished deliveries wait').waitFor()
    assert.equal((await read(id)).enabled, false)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alert').filter({ hasText: 'Switched is enabled' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    assert.equal((await read(id)).enabled, true)
  })

  it('is asked before a webhook is deleted, and reads what is lost', async () => {
    const id = await addWebhook(console.app, { name: 'Doomed', url: receiver.url, rate_limit: '1/1h' })
    await reportTwo('doomed', id)
    const page = await console.open(`/webhooks/${id}`, { by: by('grace') })
    const ask = async () => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete the webhook?' })
      await dialog.getByText('1 delivery').waitFor()
      return dialog
    }
    await (await ask()).getByRole('button', { name: 'Cancel' }).click()
    await focused(page.getByRole('button', { name: 'More' }))
    assert.equal((await read(id)).name, 'Doomed')
    await (await ask()).getByRole('button', { name: 'Delete the webhook' }).click()
    await headed(page, 'Webhooks')
    await focused(page.getByRole('heading', { level: 1, name: 'Webhooks' }))
    assert.equal((await console.app.call('GET', `/v1/webhooks/${id}`)).status, 404)
  })

  it('is asked before a delivery is cancelled', async () => {
    const id = await addWebhook(console.app, { name: 'Held', url: receiver.url, rate_limit: '1/1h' })
    await reportTwo('held', id)
    const page = await console.open(`/deliveries?webhook=${id}&state=pending`, { by: by('grace') })
    await page
      .getByRole('row')
      .getByRole('link', { name: /^Delivery/ })
      .click()
    const story = page.getByRole('dialog', { name: /^Delivery/ })
    await story.getByRole('button', { name: 'Cancel the delivery' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancel delivery \d+\?$/ })
    await dialog.getByText('is not notified of this event').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await story.getByText('It is due').first().waitFor()
    await story.getByRole('button', { name: 'Cancel the delivery' }).click()
    await dialog.getByRole('button', { name: 'Cancel the delivery' }).click()
    await story.getByText(/^Cancelled before the first attempt/).waitFor()
    // The button that led there is gone.
    await focused(story.getByRole('heading', { name: /^Delivery \d+$/ }))
    await deliveriesIn(console.app, 'cancelled', 1, { webhook_id: id })
  })

  it('is asked before a changed form is left, and not before an unchanged one', async () => {
    const id = await addWebhook(console.app, { name: 'Edited', url: receiver.url })
    const page = await console.open(`/webhooks/${id}/edit`, { by: by('grace') })
    await headed(page, 'Edit Edited')
    await page.getByLabel('Description').fill('Ask the platform team')
    await place(page, 'Deliveries').click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await dialog.waitFor({ state: 'detached' })
    await holds(page.getByLabel('Description'), 'Ask the platform team')
    await place(page, 'Deliveries').click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await headed(page, 'Deliveries')
    await page.goto(`${console.app.url}/webhooks/${id}/edit`)
    await headed(page, 'Edit Edited')
    await place(page, 'Deliveries').click()
    await headed(page, 'Deliveries')
    assert.equal((await read(id)).description, '')
  })

  it('chooses how a new webhook is notified, gives an end a request of its own, and takes both back', async () => {
    const page = await console.open('/webhooks/new?preset=scratch', { by: by('grace') })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pager')
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}/open`)
    await page
      .getByRole('radio', { name: 'Current state: one message per alert, one when it ends', checked: true })
      .waitFor()
    await page.getByRole('checkbox', { name: 'Separate clear request' }).check()
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByText('Must not be empty.').waitFor()
    await page.getByRole('textbox', { name: 'Clear URL' }).fill('https://user:s3cret@hooks.example.com/close')
    await page.getByRole('combobox', { name: 'Clear method' }).fill('PUT')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await headed(page, 'Pager')
    await page.getByText('Current state: one message per alert, one when it ends').waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const made = await read(id)
    assert.deepEqual(
      [made.mode, made.clear_request.method, made.clear_request.url],
      ['current_state', 'PUT', HIDDEN_END],
    )
    assert.equal(made.clear_request.payload_template, made.payload_template)

    await page.getByRole('tab', { name: 'Definition' }).click()
    await page.getByText(HIDDEN_END).waitFor()
    await page.goto(`${console.app.url}/webhooks/${id}/edit`)
    await headed(page, 'Edit Pager')
    await holds(page.getByRole('textbox', { name: 'Clear URL' }), HIDDEN_END)
    await page.getByRole('radio', { name: 'Every change, in order' }).check()
    await page.getByRole('textbox', { name: 'Clear URL' }).waitFor({ state: 'detached' })
    await page.getByLabel('Maximum age').fill('2h')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await headed(page, 'Pager')
    const { mode, clear_request, max_age: age } = await read(id)
    assert.deepEqual([mode, clear_request, age], ['every_change', null, '2h'])
  })

  it('sees what somebody else has changed meanwhile, chooses, and nothing is lost', async () => {
    const id = await addWebhook(console.app, { name: 'Shared', url: receiver.url })
    const [page, other] = await Promise.all([
      console.open(`/webhooks/${id}/edit`, { by: by('grace') }),
      console.open(`/webhooks/${id}/edit`, { by: by('ada') }),
    ])
    await headed(page, 'Edit Shared')
    await headed(other, 'Edit Shared')
    await page.getByLabel('Description').fill('of grace')
    await page.getByLabel('Rate limit').fill('5/1s')
    await other.getByLabel('Description').fill('of ada')
    await other.getByLabel('Time limit').fill('20s')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await headed(other, 'Shared')

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this webhook' })
    await dialog.getByText(/^ada saved it/).waitFor()
    const note = dialog.getByRole('radiogroup', { name: 'Description' })
    await note.getByText('of ada').waitFor()
    await note.getByText('of grace').waitFor()
    await dialog.getByText('Time limit: now').waitFor()
    await note.getByRole('radio', { name: 'Use theirs' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await headed(page, 'Shared')
    const { description, rate_limit, timeout } = await read(id)
    assert.deepEqual(
      { description, rate_limit, timeout },
      { description: 'of ada', rate_limit: '5/1s', timeout: '20s' },
    )
  })

  it('signs in again above the form when the session ends, and the save goes on', async () => {
    const id = await addWebhook(console.app, { name: 'Long', url: receiver.url })
    const page = await console.open(`/webhooks/${id}/edit`, { by: by('grace') })
    await headed(page, 'Edit Long')
    // What the form asks the service meanwhile would find the session ended before the save does.
    const preview = page.waitForResponse((response) => asksPreviewOf(response.request(), 'A long story'))
    await page.getByLabel('Description').fill('A long story')
    await (await preview).finished()
    const ended = await console.app.call('DELETE', `/v1/users/${graceId}/sessions`)
    assert.equal(ended.status, 204, ended.text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await signIn(dialog, 'grace', PASSWORD)
    await headed(page, 'Long')
    await eventually('the note is saved', async () => (await read(id)).description === 'A long story')
  })

  it('loses no letter that is typed while the address follows the search', async () => {
    await addWebhook(console.app, { name: 'Typed', url: receiver.url })
    const page = await console.open('/webhooks', { by: by('grace') })
    const field = page.getByLabel('Search: Name or address')
    await field.waitFor()
    // Typed at the moment when the address has changed, and the page does not know it yet.
    await page.evaluate(`{
      const { replaceState } = history
      globalThis.fieldWas = new Set()
      history.replaceState = (...change) => {
        replaceState.apply(history, change)
        const field = document.querySelector('input[type=search]')
        if (field.value !== 'Sha' || !location.search.includes('Sha')) return
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Shared')
        field.dispatchEvent(new Event('input', { bubbles: true }))
        const watch = () => {
          globalThis.fieldWas.add(field.value)
          requestAnimationFrame(watch)
        }
        watch()
      }
    }`)
    await field.fill('Sha')
    await page.waitForURL(/search=Shared/)
    await holds(field, 'Shared')
    assert.deepEqual(await page.evaluate('[...globalThis.fieldWas]'), ['Shared'])
  })

  it('finds a webhook by its name or address, and the search again after loading anew', async () => {
    const page = await console.open('/webhooks', { by: by('grace') })
    await page.getByRole('link', { name: 'Edited' }).waitFor()
    await page.getByLabel('Search: Name or address').fill('sHaReD')
    await page.getByRole('link', { name: 'Edited' }).waitFor({ state: 'detached' })
    await page.waitForURL(/search=sHaReD/)
    await page.reload()
    await page.getByRole('link', { name: 'Shared' }).click()
    await headed(page, 'Shared')
    await page.getByRole('tab', { name: 'Signing' }).click()
    await page.waitForURL(/tab=signing/)
    await page.reload()
    await page.getByRole('tab', { name: 'Signing', selected: true }).waitFor()
    await page.goBack()
    await headed(page, 'Webhooks')
    await holds(page.getByLabel('Search: Name or address'), 'sHaReD')
    await page.goForward()
    await page.getByRole('tab', { name: 'Signing', selected: true }).waitFor()
  })
})

function asksPreviewOf(request: Request, note: string): boolean {
  return request.url().endsWith('/preview') && (request.postData() ?? '').includes(note)
}
