import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Receiver } from '../support/network/receiver.ts'
import { startConsole, type TestConsole } from './console.ts'
import { eventually } from '../support/time/eventually.ts'
import { headed, place, report } from './story.ts'

describe('somebody who begins', () => {
  let console: TestConsole
  let receiver: Receiver
  before(async () => {
    console = await startConsole()
    receiver = await Receiver.start()
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await receiver.stop()
  })

  it('makes a webhook from a preset, tests it, and sees an alert reach it', async () => {
    receiver.alwaysRespondsWith((_request, response) => response.end('ok'))
    const page = await console.open('/')
    await page.getByRole('link', { name: 'Choose a preset' }).click()
    await page.getByRole('searchbox', { name: 'Find a preset' }).fill('slack')
    await page.getByRole('button', { name: /^Discord/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Slack, blocks/ }).click()
    await page.getByRole('button', { name: 'Fill in the form' }).click()
    await page.getByText('Webhook URL is needed.').waitFor()
    await page.getByLabel('Webhook URL').fill(`${receiver.url}/services/T0/B0/x`)
    await page.getByRole('button', { name: 'Fill in the form' }).click()

    const sent = page
      .getByRole('region', { name: 'Preview' })
      .getByLabel('Body of the request', { exact: true })
    await sent.getByText('"blocks"').waitFor()
    assert.doesNotMatch((await sent.textContent()) ?? '', /%[A-Z]\w+%/, 'every marker has its value')

    await page.getByRole('button', { name: 'Send a test' }).click()
    const tested = page.getByRole('dialog', { name: 'Send a test' })
    await tested.getByRole('button', { name: 'Send it', exact: true }).click()
    await tested.getByText('The receiver accepted it').waitFor()
    await tested.getByRole('region', { name: 'Response' }).getByText('HTTP 200 OK', { exact: true }).waitFor()
    await tested.getByLabel('How long each part took').getByText('Total').waitFor()
    assert.equal(JSON.parse(receiver.requests[0]?.body ?? '').blocks[0].type, 'header')
    await tested.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night watch')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await headed(page, 'Night watch')

    await place(page, 'Deliveries').click()
    await page.getByText('Nothing has been delivered yet').waitFor()
    await report(console.app, { key: 'disk', name: 'Disk is full' })
    const row = page.getByRole('row').filter({ hasText: 'Disk is full' })
    await row.getByText('Delivered', { exact: true }).waitFor()
    await row.getByRole('link', { name: /^Delivery \d+: Disk is full/ }).click()
    const story = page.getByRole('dialog', { name: 'Delivery 1' })
    await story.getByText('Delivered with the first attempt').waitFor()
    await story.getByRole('link', { name: 'Night watch' }).waitFor()
    assert.equal(receiver.requests.length, 2)
  })

  it('keeps the focus in the page when the chosen preset makes room for its form', async () => {
    const page = await console.open('/webhooks/new')
    await page.getByRole('button', { name: /^Slack, blocks/ }).press('Enter')
    await page.getByLabel('Webhook URL').waitFor()
    await eventually('something in the page has the focus', async () => {
      const focused = await page.evaluate('document.activeElement.tagName')
      return focused !== 'BODY'
    })
  })

  it('creates a webhook and tests it in one go', async () => {
    receiver.alwaysRespondsWith((_request, response) => response.end('ok'))
    const requestsBefore = receiver.requests.length
    const page = await console.open('/webhooks/new')
    await page.getByRole('button', { name: /^Slack, blocks/ }).click()
    await page.getByLabel('Webhook URL').fill(`${receiver.url}/services/T0/B0/y`)
    await page.getByRole('button', { name: 'Fill in the form' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Day watch')
    await page.getByRole('button', { name: 'Create and test' }).click()

    await headed(page, 'Day watch')
    await page.getByText('The receiver accepted it').waitFor()
    assert.equal(receiver.requests.length, requestsBefore + 1)
  })

  it('sees on the overview what is done and what comes next', async () => {
    const page = await console.open('/')
    await page.getByRole('heading', { name: 'Healthy' }).waitFor()
    await page.getByRole('link', { name: 'Show deliveries of the last hour' }).click()
    await headed(page, 'Deliveries')
    await page.waitForURL(/state=delivered/)
    await page.getByRole('row').filter({ hasText: 'Disk is full' }).waitFor()
  })

  it('sees the response of the receiver when a test fails', async () => {
    receiver.alwaysRespondsWith((_request, response) => {
      response.statusCode = 404
      response.end('no_service')
    })
    const page = await console.open('/webhooks/1?tab=test')
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('status').getByText('Not accepted').waitFor()
    await page.getByLabel('Body of the response', { exact: true }).getByText('no_service').waitFor()
  })
})
