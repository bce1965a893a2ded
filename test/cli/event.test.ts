import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('tocsin event', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
    await app.store.createWebhook(newWebhook({ name: 'ops' }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'jobs', payloadType: 'JOB' }), NOW)
    await Promise.all([
      app.store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b', name: 'Disk' })], NOW),
      app.store.changeWebhook(1, { enabled: false }, { now: NOW }),
    ])
  })
  after(() => app.stop())

  const run = (line: string) =>
    runTool(words(line), { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })

  it('list: newest first, with what changed', async () => {
    const { code, out } = await run('event list --kind alert --alert 2')

    assert.equal(code, 0)
    assert.match(
      out,
      /^ID +ACCEPTED +SOURCE +CHANGE +NAME +SERVER\n +2 .* api +cleared → high +Disk +pg-orders-2\n$/,
    )
    assert.match(
      (await run('event list --kind job_run')).out,
      /^No event fits --kind job_run; there are others\.\n$/,
    )
  })

  it('show: what happened and its deliveries', async () => {
    const { out } = await run('event show 1')

    assert.match(out, /^Event 1: Replication lag, cleared → high\n/)
    assert.match(out, /\nDelivery 1 to webhook 1: pending\n/)
    assert.match(out, /tocsin event explain 1\n$/)
    assert.doesNotMatch(out, /undefined|\[object/)
  })

  it('explain: a sentence for each webhook', async () => {
    const { code, out } = await run('event explain 1')

    assert.equal(code, 0)
    assert.match(
      out,
      /^Event 1: Replication lag, cleared → high, accepted .*\nNotified:\n {2}1 {2}pending {2}Webhook 1 "ops" is disabled: it is notified when somebody enables it\.\n/,
    )
    assert.match(out, /\nNot notified:\n {2}Webhook 2 "jobs" gets job runs only, and this is an alert\.\n$/)
    const { json } = await run('event explain 1 --json')
    assert.deepEqual([json.notified.length, json.not_notified.length], [1, 1])
  })
})
