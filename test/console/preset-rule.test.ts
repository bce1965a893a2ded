import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startConsole, type TestConsole } from './console.ts'
import { addWebhook, headed } from './story.ts'

describe('the response rule of a webhook, in the console', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())
  const ruleOf = async (id: number) =>
    (await console.app.call('GET', `/v1/webhooks/${id}`)).json.response_rule

  it('is proposed where a login page counts as delivered, and taken by a button', async () => {
    const url = 'https://hooks.slack.com/services/T0/B0/EXAMPLE'
    const id = await addWebhook(console.app, { name: 'Old chat', url })
    const page = await console.open(`/webhooks/${id}`)
    await page.getByText('counts any 2xx as delivered').waitFor()
    await page.getByRole('button', { name: "Take the preset's rule" }).click()
    const dialog = page.getByRole('dialog', { name: 'Take the response rule of slack-blocks?' })
    await dialog.getByText('Status is 200').waitFor()
    await dialog.getByText('Whole body is "ok"').waitFor()
    assert.equal(await ruleOf(id), null)
    await dialog.getByRole('button', { name: 'Take the rule' }).click()
    await page.getByText('Old chat has the response rule of slack-blocks.').waitFor()
    await page.getByText('counts any 2xx as delivered').waitFor({ state: 'detached' })
    assert.deepEqual(await ruleOf(id), [
      { part: 'status', equals: 200 },
      { part: 'body', equals: 'ok' },
    ])
    await page.getByRole('tab', { name: 'Definition' }).click()
    await page.getByText('Status is 200, and Whole body is "ok"').waitFor()
  })

  it('has each kind of condition in the form, and says what is wrong beside it', async () => {
    const id = await addWebhook(console.app, { name: 'Own', url: 'https://hooks.example.com/x' })
    const page = await console.open(`/webhooks/${id}/edit`)
    await headed(page, 'Edit Own')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Kind of condition 1').selectOption('Status is')
    await page.getByLabel('Value of condition 1').fill('404')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Kind of condition 2').selectOption('Content type is not')
    await page.getByLabel('Value of condition 2').fill('text/html')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be a status from 200 to 299').first().waitFor()
    assert.equal(await ruleOf(id), null)
    await page.getByLabel('Value of condition 1').fill('202')
    await page.getByRole('button', { name: 'Save' }).click()
    await headed(page, 'Own')
    assert.deepEqual(await ruleOf(id), [
      { part: 'status', equals: 202 },
      { part: 'content_type', not_equals: 'text/html' },
    ])
  })
})
