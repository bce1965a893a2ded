import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../support/time/fake-clock.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('tocsin audit', () => {
  let app: TestApp
  const clock = new FakeClock()
  before(async () => {
    app = await startApp({ clock, listen: true })
    clock.advance(86_400_000)
    const headers = [{ http_header_key: 'X-Key', http_header_value: 'geheim' }]
    const url = 'http://127.0.0.1:9/'
    await app.call('POST', '/v1/webhooks', { name: 'pager', url, http_headers: headers })
    await app.call('POST', '/v1/webhooks', { name: 'other', url })
    clock.advance(3_600_000)
    await app.call('PUT', '/api/v6/webhook/1', { enabled: false, name: 'quiet' })
    await app.call('POST', '/v1/webhooks/2/test', { sample: 'cleared' })
    clock.advance(60_000)
  })
  after(() => app.stop())

  const run = (argv: readonly string[]) =>
    runTool(argv, { clock, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })

  it('list: when, who, what, on what, and the members that changed', async () => {
    const { code, out } = await run(['audit', 'list'])

    assert.equal(code, 0)
    assert.deepEqual(
      out.split('\n').map((line) => line.trimEnd().replaceAll(/ {2,}/g, ' | ').trim()),
      [
        'ID | WHEN | WHO | WHAT | ON WHAT | CHANGED',
        '5 | 1 min ago | admin token (token 1) | webhook.tested | webhook 2, other | with the sample cleared',
        '4 | 1 min ago | admin token (token 1) | webhook.changed | webhook 1, quiet | name, enabled (through v6)',
        '3 | 1 h ago | admin token (token 1) | webhook.created | webhook 2, other | -',
        '2 | 1 h ago | admin token (token 1) | webhook.created | webhook 1, pager | -',
        '1 | 1 d ago | tocsin | token.created | token 1, admin token | -',
        '',
      ],
    )
  })

  it('list: of one webhook, one actor, one kind of action, one time', async () => {
    const idsOf = async (line: string) =>
      (await run(words(`audit list ${line} --json`))).json.items.map(({ id }: { id: number }) => id)

    assert.deepEqual(await idsOf('--webhook 1'), [4, 2])
    assert.deepEqual(await idsOf('--actor tocsin'), [1])
    assert.deepEqual(await idsOf('--action webhook.tested,token.created'), [5, 1])
    assert.deepEqual(await idsOf('--since 30m'), [5, 4])
    assert.deepEqual(await idsOf('--until 2h'), [1])
    assert.deepEqual(await idsOf('--delivery 1'), [])
    assert.match((await run(words('audit list --delivery 1'))).out, /^There is no delivery 1\.\n$/)
  })

  it('list: a mistake is named before anything is sent', async () => {
    const both = await run(words('audit list --webhook 1 --delivery 1'))
    const unknown = await run(words('audit list --action webhook.eaten'))

    assert.deepEqual([both.code, unknown.code], [2, 2])
    assert.match(both.err, /--webhook and --delivery exclude each other/)
    assert.match(unknown.err, /webhook\.eaten/)
  })

  it('show: each member as it was and as it became, and no secret', async () => {
    const changed = await run(words('audit show 4'))
    const created = await run(words('audit show 2'))

    assert.match(changed.out, /^Entry 4: webhook\.changed\n/)
    assert.match(changed.out, /\nwhen +2026-09-15T04:00:00\.000Z\n/)
    assert.match(changed.out, /\nfrom +127\.0\.0\.1\n/)
    assert.match(changed.out, /\nnote +through v6\n/)
    assert.match(changed.out, /\nname: pager → quiet\nenabled: true → false\n$/)
    assert.match(created.out, /\nhttp_headers\[1\]: - → X-Key: \*\*\*\n/)
    assert.doesNotMatch(created.out, /geheim/)
  })

  it('show: an unknown entry is refused', async () => {
    const { code, err } = await run(words('audit show 99'))

    assert.equal(code, 1)
    assert.match(err, /There is no audit entry 99\./)
  })
})
