import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { newWebhook, NOW } from '../support/build.ts'
import { asTokenWith } from '../support/app/make-token.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { attempt } from '../storage/suite/receiver-state/support.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin webhook states and resync', () => {
  let app: TestApp
  let clock: FakeClock
  let url: string
  beforeEach(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    // It responds, and delivers nothing: what is to be sent stays as it is.
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(() => app.stop())

  const run = (line: string, { environment, ...options }: ToolOptions = {}) =>
    runTool(words(line), {
      clock,
      ...options,
      environment: { TOCSIN_URL: url, TOCSIN_TOKEN: ADMIN_TOKEN, ...environment },
    })
  const add = (given: Parameters<typeof newWebhook>[0] = {}) =>
    app.store.createWebhook(newWebhook({ name: 'pager', mode: 'current_state', ...given }), NOW)
  const report = (state: string, key = 'lag') =>
    app.call('POST', '/v1/alerts', { key, name: `Alert ${key}`, state })
  const outOfSyncOf = async () => (await app.call('GET', '/v1/webhooks/1/health')).json.out_of_sync

  it('states: says that no alert is open', async () => {
    await add()

    const { code, out, err } = await run('webhook states 1')

    assert.deepEqual([code, err], [0, ''])
    assert.equal(out, 'No open alerts.\n')
  })

  it('states: lists what was last sent, what is current, and whether that is in sync', async () => {
    await add({ enabled: false })
    await add({ name: 'chat' })
    await report('high')
    await report('low', 'disk')
    clock.advance(180_000)

    const out_of_sync = await run('webhook states 1 --out-of-sync')
    const underWay = await run('webhook states 2')
    const none = await run('webhook states 2 --out-of-sync')
    const program = await run('webhook states 1 --json --limit 1')
    const part = await run('webhook states 1 --limit 1')

    assert.match(out_of_sync.out, /^ALERT +NAME +LAST SENT +CURRENT +STATUS +SINCE +NEXT REMINDER\n/)
    assert.match(out_of_sync.out, /\n +1 +Alert lag +cleared +high +out of sync +3 min ago/)
    assert.match(underWay.out, /\n +2 +Alert disk +cleared +low +on its way +3 min ago/)
    assert.match(none.out, /^No open alerts/)
    assert.equal(program.json.items[0].alert_name, 'Alert disk')
    assert.match(part.err, /^There is more: give --limit \(now 1\) or --all, or go on with --cursor /)
  })

  it('alert show: says what receivers know of it, to programs as well', async () => {
    await add({ enabled: false })
    await add({ name: 'log', mode: 'every_change' })
    await report('high')
    await report('low', 'disk')
    await report('cleared', 'disk')
    clock.advance(180_000)

    const notified = await run('alert show 1')
    const program = await run('alert show 1 --json')
    const nobody = await run('alert show 2')
    const nobodyJson = await run('alert show 2 --json')

    assert.match(
      notified.out,
      /\nWEBHOOK +NAME +LAST SENT +CURRENT +STATUS +SINCE +NEXT REMINDER\n +1 +pager +cleared +high +out of sync +3 min ago +–\n/,
    )
    assert.doesNotMatch(notified.out, /log/)
    assert.deepEqual(
      [program.json.name, program.json.receiver_states[0].webhook_name],
      ['Alert lag', 'pager'],
    )
    assert.doesNotMatch(nobody.out, /WEBHOOK/)
    assert.deepEqual(nobodyJson.json.receiver_states, [])
  })

  it('delete: says how many ends nobody tells, also where it does not ask', async () => {
    await add()
    await add({ name: 'never heard', enabled: false })
    await report('high')
    await attempt(app.store, clock.now())

    const asked = await run('webhook delete 1', { response: 'n' })
    const notified = await run('webhook delete 1 --yes')
    const never = await run('webhook delete 2 --yes')

    const sentence = 'Its receiver was notified of an alert that Tocsin will not clear there.'
    assert.ok(asked.err.includes(sentence), asked.err)
    assert.equal(notified.out, `Webhook 1 deleted. ${sentence}\n`)
    assert.equal(never.out, 'Webhook 2 deleted.\n')
  })

  it('show lists what is out of sync, and what has not cleared', async () => {
    await add({ enabled: false })
    await report('high')
    assert.match(
      (await run('webhook show 1')).out,
      /\nout of sync +1 alert \(tocsin webhook states 1 --out-of-sync\)\n/,
    )
    await app.call('PATCH', '/v1/webhooks/1', { mode: 'every_change' })
    await app.call('PATCH', '/v1/webhooks/1', { enabled: true })
    await report('low')
    // Moved, it may have been notified of everything that is raised.
    await app.call('PATCH', '/v1/webhooks/1', { mode: 'current_state' })

    const shown = await run('webhook show 1')

    assert.match(shown.out, /\nopen notifications +1 alert\n/)
  })

  it('resync: a dry run only counts', async () => {
    await report('high')
    await add()

    const { code, out, err } = await run('webhook resync 1 --dry-run')

    assert.deepEqual([code, err], [0, ''])
    assert.equal(out, 'The receiver of webhook 1 would be sent 1 alert.\n')
    assert.equal(await outOfSyncOf(), 0)
  })

  it('resync: asks with the number of alerts, and a no sends nothing', async () => {
    await report('high')
    await add()

    const no = await run('webhook resync 1', { response: 'n' })
    const outOfSyncAfterNo = await outOfSyncOf()
    const yes = await run('webhook resync 1', { response: 'y' })

    assert.equal(no.code, 1)
    assert.equal(
      no.err,
      'The receiver of webhook 1 would be sent 1 alert. Send it now? [y/N] Nothing was sent.\n',
    )
    assert.equal(outOfSyncAfterNo, 0)
    assert.deepEqual([yes.code, yes.out], [0, 'The receiver of webhook 1 is sent 1 alert.\n'])
    assert.equal(await outOfSyncOf(), 1)
  })

  it('resync: without a person it wants --yes, and --forget begins anew', async () => {
    await report('high')
    await add()

    const nobody = await run('webhook resync 1')
    const notified = await run('webhook resync 1 --yes')
    await app.store.createMissingDeliveries({ now: clock.now(), limit: 10 })
    const again = await run('webhook resync 1 --yes')
    const forgotten = await run('webhook resync 1 --forget --dry-run --json')

    assert.equal(nobody.code, 2)
    assert.match(nobody.err, /--yes/)
    assert.equal(notified.out, 'The receiver of webhook 1 is sent 1 alert.\n')
    assert.equal(again.out, 'Nothing differs: the receiver of webhook 1 has the current state.\n')
    assert.deepEqual([forgotten.json.alerts, forgotten.json.dry_run], [1, true])
  })

  it('resync: of one that is notified of changes, disabled or not there is refused with the remedy', async () => {
    await add({ mode: 'every_change' })
    await add({ enabled: false })

    const changes = await run('webhook resync 1 --yes')
    const disabled = await run('webhook resync 2 --yes')
    const unknown = await run('webhook resync 9 --yes')
    const { 'x-auth-token': token = '' } = await asTokenWith(app, 'deliveries:read')
    const reader = await run('webhook resync 1 --yes', { environment: { TOCSIN_TOKEN: token } })

    assert.deepEqual([changes.code, disabled.code, unknown.code, reader.code], [1, 1, 1, 1])
    assert.match(changes.err, /is in mode every_change, .* Set its mode to current_state first/)
    assert.match(disabled.err, /is disabled, .* Enable it: then it is resynced by itself/)
    assert.match(unknown.err, /webhook 9/i)
    assert.match(reader.err, /silences:write/)
  })

  it('edit: a dry run of another mode says what its receiver would know, and changes nothing', async () => {
    await add({ mode: 'every_change' })
    await report('high')
    await attempt(app.store, clock.now())
    await report('low', 'disk')

    const preview = await run('webhook edit 1 --mode current_state --dry-run')
    const program = await run('webhook edit 1 --mode current_state --dry-run --json')
    const { mode } = (await app.call('GET', '/v1/webhooks/1')).json
    await run('webhook edit 1 --mode current_state')
    const back = await run('webhook edit 1 --mode every_change --dry-run')

    assert.deepEqual([preview.code, preview.err, mode], [0, '', 'every_change'])
    assert.equal(
      preview.out,
      'Tocsin would assume that the receiver of webhook 1 knows about 1 open alert already (from its delivery history). 1 open alert is on the way and may have been sent already.\n',
    )
    assert.deepEqual([program.json.from_history, program.json.under_way], [1, 1])
    assert.match(
      back.out,
      /^Webhook 1 would get every change\. Tocsin would forget 2 open notifications; their clears follow/,
    )
  })

  it('edit: a dry run is of the mode alone, and is refused as the edit is', async () => {
    await add({ payloadType: 'JOB', mode: 'every_change' })

    const bare = await run('webhook edit 1 --dry-run')
    const more = await run('webhook edit 1 --mode current_state --disabled --dry-run')
    const jobs = await run('webhook edit 1 --mode current_state --dry-run')

    for (const { code, err } of [bare, more]) {
      assert.equal(code, 2)
      assert.match(err, /--dry-run previews only a change of --mode\.[^]*--mode current_state --dry-run/)
    }
    assert.equal(jobs.code, 1)
    assert.match(jobs.err, /mode/)
    assert.equal((await app.call('GET', '/v1/webhooks/1')).json.name, 'pager')
  })

  it('delivery list, show and event list know what was superseded, and why there is what', async () => {
    await report('high')
    await add()
    await run('webhook resync 1 --yes')
    await app.store.createMissingDeliveries({ now: clock.now(), limit: 10 })
    await report('low')

    const list = await run('delivery list --state superseded,outdated')
    const undelivered = await run('delivery list --undelivered')
    const shown = await run('delivery show 1')
    const events = await run('event list --trigger resync')
    const explained = await run('event explain 2')

    assert.match(list.out, /\n +1 +superseded .* - +a newer one says more\n$/)
    assert.doesNotMatch(undelivered.out, /superseded/)
    assert.match(shown.out, /^Delivery 1: superseded\n/)
    assert.match(shown.out, /\ncreated because +its receiver was resynced\n/)
    assert.match(shown.out, /\nnot sent because +a newer one says more\n/)
    assert.doesNotMatch(shown.out, /Try it again/)
    assert.match(events.out, /\n +2 .* cleared → high \(resync\) +Alert lag +-\n$/)
    assert.match(explained.out, /was not notified of this: a newer one says more\./)
  })
})
