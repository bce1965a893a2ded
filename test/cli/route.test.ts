import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

describe('tocsin route', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
    await app.store.createWebhook(newWebhook({ name: 'dba', match: 'label.team="dba"' }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'rest', match: 'otherwise' }), NOW)
    for (const team of ['dba', 'web']) {
      const given = observation({ key: team, name: `Lag of ${team}`, details: { labels: { team } } })
      await app.store.acceptObservations([given], NOW)
    }
  })
  after(() => app.stop())

  const run = (...argv: readonly string[]) =>
    runTool(argv, { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })

  it('test: who would be notified, and why others would not', async () => {
    const { code, out } = await run('route', 'test', '--label', 'team=dba', '--severity', 'low')

    assert.equal(code, 0)
    assert.equal(
      out,
      `Would be notified:
  Webhook 1 "dba": label.team="dba"
Would not be notified:
  Webhook 2 "rest" gets what no other webhook takes, and another one takes this.
`,
    )
    assert.match((await run('route', 'test', '--job-status', 'failure')).out, /^Nobody would be notified\.\n/)
  })

  it('preview: which of the last events a webhook would get', async () => {
    const { out } = await run('route', 'preview', '--webhook', '1', '--match', 'label.team="web"')

    assert.match(
      out,
      /^Of the last 2 events it would get 1: 1 new, 1 no longer\.\n {2}\+ 2 {2}Lag of web, cleared → high, .*\n {2}- 1 {2}Lag of dba/,
    )
    const made = await run('route', 'preview', '--match', 'label.tem="dba"')
    assert.match(
      made.out,
      /would get 0: .*\nNo event of the last 2 meets label\.tem="dba"\. .*did you mean label\.team\?/,
    )
  })

  it('preview, webhook add and edit: a mistake in the matchers is shown with its place', async () => {
    const { code, err } = await run('route', 'preview', '--match', 'server="a')
    assert.equal(code, 1)
    assert.match(err, /match: has a mistake at character 8: the double quote is not closed/)
    const added = await run(
      'webhook',
      'add',
      '--name',
      'x',
      '--url',
      'http://127.0.0.1:9/',
      '--match',
      'team=dba',
    )
    assert.match(
      added.err,
      /match: has a mistake at character 1: there is no field team; .* write label\.team/,
    )
    await run('webhook', 'edit', '1', '--match', 'label.team="web"')
    assert.match((await run('webhook', 'show', '1')).out, /matchers +label\.team="web"/)
  })

  it('event list --notified-nobody: what no webhook took', async () => {
    assert.match(
      (await run('event', 'list', '--notified-nobody')).out,
      /^No event fits --notified-nobody; there are others\.\n$/,
    )
    await app.store.changeWebhook(2, { enabled: false }, { now: NOW + 1 })
    await app.store.acceptObservations([observation({ key: 'x', name: 'Unheard', at: NOW + 2 })], NOW + 2)
    assert.match((await run('event', 'list', '--notified-nobody')).out, /Unheard/)
  })
})
