import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin apply, while others are at work', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())
  afterEach(async () => {
    for (const { id } of await all()) {
      await app.call('PATCH', `/v1/webhooks/${id}`, { fallback_webhook_id: null })
    }
    for (const { id } of await all()) await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  const all = async () => (await app.call('GET', '/v1/webhooks?limit=500')).json.items
  const named = async (name: string) =>
    (await all()).find((webhook: { name: string }) => webhook.name === name)
  const run = (line: string, input: string, options: ToolOptions = {}) =>
    runTool(words(line), {
      input,
      ...options,
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...options.environment },
    })
  const apply = (input: string, options: ToolOptions = {}) => run('apply -f - --yes', input, options)

  const PAGER = `webhooks:
  - name: pager
    url: https://pager.example.com/hook
    fallback: chat
  - name: chat
    url: https://chat.example.com/
`

  it('changes nothing if somebody changes a webhook after the plan was shown', async () => {
    await apply(PAGER)
    const { id } = await named('pager')
    const changed = PAGER.replaceAll('.example.com', '.example.org')
    const { code, err } = await run('apply -f - --prune', changed, {
      response: 'y',
      meanwhile: () => app.call('PATCH', `/v1/webhooks/${id}`, { description: 'mine' }),
    })

    assert.equal(code, 1)
    assert.match(
      err,
      /Somebody created, changed or deleted a webhook since the plan was made\. Nothing was changed/,
    )
    assert.deepEqual(
      [(await named('pager')).url, (await named('chat')).url],
      ['https://pager.example.com/hook', 'https://chat.example.com/'],
    )
  })

  it('creates nothing a second time that somebody creates after the plan was shown', async () => {
    const body = { name: 'chat', url: 'https://mine.example/' }
    const { code, err } = await run('apply -f -', PAGER, {
      response: 'y',
      meanwhile: () => app.call('POST', '/v1/webhooks', body),
    })

    assert.equal(code, 1)
    assert.match(err, /Somebody created, changed or deleted a webhook/)
    assert.deepEqual(
      (await all()).map(({ name }: { name: string }) => name),
      ['chat'],
    )
  })

  it('two runs at the same time create each webhook once', async () => {
    const runs = await Promise.all([apply(PAGER), apply(PAGER)])
    const names = (await all()).map(({ name }: { name: string }) => name)

    assert.ok(runs.some(({ code }) => code === 0))
    assert.deepEqual(names.toSorted(), ['chat', 'pager'])
  })

  it('applies hundreds of definitions at once', async () => {
    const names = Array.from({ length: 220 }, (_, index) => `h${index}`)
    const file = JSON.stringify({ webhooks: names.map((name) => ({ name, url: 'https://h.example/' })) })
    const first = await apply(file)
    const second = await apply(file)

    assert.match(first.out, /\n {2}… and 20 more\n220 to create\.\n220 created\.\n$/)
    assert.match(second.out, /^220 unchanged\./)
  })
})
