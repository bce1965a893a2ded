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

  it('leaves a webhook alone that somebody changes between plan and deed, and does the rest', async () => {
    await apply(PAGER)
    const { id } = await named('pager')
    const changed = PAGER.replaceAll('.example.com', '.example.org')
    const { code, out } = await run('apply -f -', changed, {
      response: 'y',
      meanwhile: () => app.call('PATCH', `/v1/webhooks/${id}`, { description: 'mine' }),
    })

    assert.equal(code, 1)
    assert.match(
      out,
      /! failed {2}pager {2}Somebody changed it since the plan was made, so it was left alone; run the command again/,
    )
    assert.match(out, /1 changed, 1 failed\.\n$/)
    assert.deepEqual(
      [(await named('pager')).url, (await named('chat')).url],
      ['https://pager.example.com/hook', 'https://chat.example.org/'],
    )
  })

  it('makes nothing a second time that somebody makes between plan and deed', async () => {
    const body = { name: 'chat', url: 'https://mine.example/' }
    const { code, out } = await run('apply -f -', PAGER, {
      response: 'y',
      meanwhile: () => app.call('POST', '/v1/webhooks', body),
    })

    assert.equal(code, 1)
    assert.match(out, /! failed {2}chat {2}Somebody made a webhook of this name since the plan was made; run/)
    assert.deepEqual(
      (await all()).map(({ name }: { name: string }) => name),
      ['chat', 'pager'],
    )
  })

  it('deletes nothing if something else failed', async () => {
    await apply(
      'webhooks:\n  - {name: a, url: "https://h.example/"}\n  - {name: old, url: "https://h.example/"}\n',
    )
    const { id } = await named('a')
    const { code, out } = await run(
      'apply -f - --prune',
      'webhooks:\n  - {name: a, url: "https://i.example/"}\n',
      {
        response: 'y',
        meanwhile: () => app.call('PATCH', `/v1/webhooks/${id}`, { description: 'mine' }),
      },
    )

    assert.equal(code, 1)
    assert.match(out, /1 left out, 1 failed\./)
    assert.ok(await named('old'))
  })

  it('begins nothing more when it is interrupted, and says what is left', async () => {
    const interrupt = new AbortController()
    const names = Array.from({ length: 60 }, (_, index) => `h${index}`)
    const file = JSON.stringify({ webhooks: names.map((name) => ({ name, url: 'https://h.example/' })) })
    const { code, out } = await apply(file, {
      showsProgress: true,
      interrupt: interrupt.signal,
      onErr: (text) => {
        if (text.includes('60 done')) interrupt.abort()
      },
    })

    const made = (await all()).length
    assert.equal(code, 1)
    assert.ok(made > 0 && made < 60, `${made} were made`)
    assert.ok(out.endsWith(`\n${made} created, ${60 - made} left out.\n`), out.slice(-80))
  })

  it('carries hundreds of definitions out, and shows how far it has come', async () => {
    const names = Array.from({ length: 220 }, (_, index) => `h${index}`)
    const file = JSON.stringify({ webhooks: names.map((name) => ({ name, url: 'https://h.example/' })) })
    const first = await apply(file, { showsProgress: true })
    const second = await apply(file)

    assert.match(first.out, /\n {2}… and 20 more\n220 to create\.\n220 created\.\n$/)
    assert.match(first.err, /\r.*\d of 220 checked …/)
    assert.match(second.out, /^220 unchanged\./)
  })
})
