import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook } from './story.ts'

describe('somebody who repairs a receiver that rejects everything', () => {
  let console: TestConsole
  let receiver: Receiver
  let id: number
  before(async () => {
    console = await startConsole()
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith((request, response) =>
      response.writeHead(request.path === '/right' ? 202 : 400).end(),
    )
    id = await addWebhook(console.app, { name: 'Pager', url: `${receiver.url}/wrong` })
    const alerts = ['a', 'b', 'c'].map((key) => ({ key, name: `Disk ${key} is full`, state: 'high' }))
    await console.app.call('POST', '/v1/alerts', alerts)
    await eventually('all are rejected', async () => {
      const { json } = await console.app.call('GET', `/v1/webhooks/${id}/health`)
      return json.state === 'rejecting' && json.pending === 3
    })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })

  it('reads first on the overview that a receiver of high alerts rejects them', async () => {
    const page = await console.open('/')
    const line = page.getByRole('status', { name: 'Deliveries' })
    await line.getByText('1 receiver rejecting').waitFor()
    assert.equal(await line.getAttribute('data-tone'), 'bad')
  })

  it('can try it again from its page and from the list', async () => {
    const page = await console.open(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Try again now' }).waitFor()
    await page.goto(`${console.app.url}/webhooks`)
    await page.getByRole('button', { name: 'Try Pager again now' }).click()
    await page.getByText('Pager is tried again now.').waitFor()
  })

  it('is asked after saving whether to send what waits, and reads nothing that contradicts itself', async () => {
    const page = await console.open(`/webhooks/${id}/edit`)
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}/right`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('3 deliveries were rejected with the old URL. Send them now?').waitFor()
    await page.getByRole('button', { name: 'Send them now' }).click()

    await page.getByText('The last attempt was accepted.').waitFor()
    const figures = page.getByLabel('The last 24 hours')
    assert.doesNotMatch(await figures.innerText(), /Never|\b0 %/)
    await page.getByText('Send them now?').waitFor({ state: 'detached' })
    const { json } = await console.app.call('GET', `/v1/deliveries?webhook_id=${id}&state=delivered`)
    assert.equal(json.items.length, 3)
  })
})
