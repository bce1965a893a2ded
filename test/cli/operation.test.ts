import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin delivery and operation, on many deliveries', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ listen: true })
    await app.store.createWebhook(newWebhook(), NOW)
    const keys = ['a', 'b', 'c']
    // Disabled in the same transaction, so that nothing is ever sent.
    await Promise.all([
      app.store.acceptObservations(
        keys.map((key) => observation({ key })),
        NOW,
      ),
      app.store.changeWebhook(1, { enabled: false }, { now: NOW }),
    ])
  })
  afterEach(() => app.stop())

  const run = (line: string, options: ToolOptions = {}) =>
    runTool(words(line), {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN },
      ...options,
    })

  const countIn = async (state: string) =>
    (await app.call('GET', `/v1/deliveries?state=${state}`)).json.items.length

  it('asks with the number of deliveries, waits, and says what was done', async () => {
    const cancelled = await run('delivery cancel --webhook 1', { response: 'y' })
    const again = await run('delivery cancel --webhook 1', { response: 'y' })
    const retried = await run('delivery retry --state cancelled --yes')

    assert.equal(cancelled.err, 'Cancel 3 deliveries? [y/N] ')
    assert.equal(cancelled.code, 0)
    assert.match(cancelled.out, /^Operation 1: done, 3 cancelled, (just now|\d+ \w+ ago)\n$/)
    assert.deepEqual([again.code, again.out], [0, ''])
    assert.match(again.err, /^No delivery fits these options\.\n$/)
    assert.deepEqual([retried.code, retried.err], [0, ''])
    assert.match(retried.out, /^Operation 2: done, 0 due again, 3 waiting until their webhook is enabled, /)
    assert.equal(await countIn('cancelled'), 0)
  })

  it('a no does nothing', async () => {
    const { code, err } = await run('delivery cancel --all', { response: 'n' })

    assert.equal(code, 1)
    assert.match(err, /Nothing was done\.\n$/)
    assert.deepEqual((await app.call('GET', '/v1/delivery-operations')).json.items, [])
  })

  it('reroute: to another webhook, and the whole response with --json', async () => {
    const to = await app.store.createWebhook(newWebhook({ enabled: false }), NOW)

    const { code, json, err } = await run(`delivery reroute --to ${to.id} --webhook 1 --yes --json`)

    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(
      [json.kind, json.state, json.webhook_id, json.changed, json.done_share],
      ['reroute', 'done', to.id, 3, 1],
    )
    const { out } = await run('delivery list --undelivered --webhook 2')
    assert.equal(out.match(/pending/g)?.length, 3)
  })

  it('reroute: says before and after that nobody is notified, where the other webhook knows it all', async () => {
    await app.store.createWebhook(newWebhook({ enabled: false }), NOW)
    await run('delivery reroute --to 2 --webhook 1 --yes')

    const again = await run('delivery reroute --to 2 --webhook 1 --state cancelled', { response: 'y' })

    assert.equal(
      again.err,
      'Reroute 3 deliveries to webhook 2 (0 sent to the other webhook, 3 notified there already)? [y/N] ',
    )
    assert.match(
      again.out,
      /^Operation 2: done, 0 sent to the other webhook, 3 notified there already, 3 left as they were, /,
    )
  })

  it('--detach does not wait; operation list and show tell how it goes', async () => {
    const begun = await run('delivery cancel --webhook 1 --yes --detach')
    const escalated = await run('delivery cancel --all --yes')
    const list = await run('operation list')
    const shown = await run('operation show 1')

    assert.deepEqual([begun.code, begun.out], [0, 'Operation 1 has begun. See: tocsin operation show 1\n'])
    assert.equal(escalated.code, 0)
    assert.match(
      list.out,
      /\n +1 +done +100 % +3 +0 .* cancel of waiting, pending, sending deliveries to webhook 1\n/,
    )
    assert.match(shown.out, /^Operation 1: done\n(.*\n)*changed +3\n/)
  })

  it('Ctrl-C ends the waiting only, and says how to stop it', async () => {
    const interrupt = AbortSignal.abort()

    const { code, out, err } = await run('delivery cancel --webhook 1 --yes', { interrupt })

    assert.equal(code, 1)
    assert.equal(out, '')
    assert.match(err, /^Operation 1 goes on in the background\. .*\nStop it with: tocsin operation stop 1\n$/)
  })

  it('draws its progress where there is a screen', async () => {
    const { err } = await run('delivery cancel --webhook 1 --yes', { showsProgress: true })

    assert.match(err, /^\r\[-{30}\] {3}0 % {2}0 cancelled/)
    assert.ok(err.endsWith('\r\u001b[K'))
  })

  it('delivery show and retry: name the webhook, why nothing is sent, and the way out', async () => {
    const shown = await run('delivery show 1')
    await run('delivery cancel 1')
    const cancelled = await run('delivery show 1')
    const retried = await run('delivery retry 1')

    assert.match(shown.out, /\nwebhook +1, dba hook \(disabled\)\n/)
    assert.match(shown.out, /\nnext +waits until its webhook is enabled\n/)
    assert.match(
      cancelled.out,
      /\nTry it again with: tocsin webhook edit 1 --enabled && tocsin delivery retry 1\n$/,
    )
    assert.equal(retried.out, 'Delivery 1: pending, waits until its webhook is enabled\n')
  })

  it('operation stop: refuses one that has ended, with the reason', async () => {
    await run('delivery cancel --webhook 1 --yes')

    const { code, err } = await run('operation stop 1')

    assert.equal(code, 1)
    assert.match(err, /^Operation 1 is not running; it has ended as done\./)
  })

  it('cancel by id: each one for itself', async () => {
    const { code, out, err } = await run('delivery cancel 1 99 2')

    assert.equal(code, 1)
    assert.equal(out, 'Delivery 1: cancelled\nDelivery 2: cancelled\n')
    assert.match(err, /There is no delivery 99\./)
  })
})
