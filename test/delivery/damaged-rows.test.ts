import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { runForeignSql } from '../support/databases/foreign-sql.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'

/** One character of what was stored as JSON is another one. */
const SPOILED = (column: string) => `'!' || substr(${column}, 2)`

/** An app that does not deliver yet, and a receiver for two webhooks of it. */
async function start(t: TestContext, engine: 'sqlite' | 'postgres') {
  const receiver = await Receiver.start()
  const app = await startApp({ database: engine })
  t.after(() => Promise.all([app.stop(), receiver.stop()]))
  const createWebhook = async (name: string, more: object = {}): Promise<number> => {
    const url = `${receiver.url}/${name}`
    const { json } = await app.call('POST', '/v1/webhooks', {
      name,
      url,
      mode: 'every_change',
      payload_template: '{}',
      ...more,
    })
    return json.id as number
  }
  return { app, receiver, createWebhook }
}

async function raise(app: TestApp, key: string): Promise<number> {
  const { json } = await app.call('POST', '/v1/alerts', { key, name: key, state: 'high' })
  return json.results[0].event_id as number
}

async function statesOf(app: TestApp, query = ''): Promise<readonly [number, string, string | null][]> {
  const { json } = await app.call('GET', `/v1/deliveries?limit=100${query}`)
  return json.items.map((one: Record<string, never>) => [one['event_id'], one['state'], one['last_reason']])
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`${engine}: a damaged row`, () => {
    it('of an event ends its deliveries as failed, and all others go out', async (t) => {
      const { app, receiver, createWebhook } = await start(t, engine)
      const webhookId = await createWebhook('one')
      await createWebhook('two')
      const damagedId = await raise(app, 'first')
      await raise(app, 'second')
      await runForeignSql(app.database, `UPDATE events SET body = ${SPOILED('body')} WHERE id = ${damagedId}`)

      await app.start()
      await eventually('everything has ended', async () =>
        (await statesOf(app)).every(([, state]) => state === 'failed' || state === 'delivered'),
      )

      assert.equal(receiver.requests.length, 2)
      const ended = await statesOf(app, `&webhook_id=${webhookId}`)
      const reason =
        'its event was not sent: what is stored of it is not what was taken in (its digest is another)'
      assert.deepEqual(
        ended.map(([eventId, state]) => [eventId === damagedId, state]),
        [
          [false, 'delivered'],
          [true, 'failed'],
        ],
      )
      assert.equal(ended[1]?.[2], reason)
      assert.equal(app.lines.filter(({ event }) => event === 'delivery.unreadable').length, 2)
      assert.equal(app.lines.filter(({ event }) => event === 'delivery.stalled').length, 0)
      await assertListsLive(app, damagedId)
    })

    it('of an event that can be read, but is not what was taken in, is not sent, and is said everywhere', async (t) => {
      const { app, receiver, createWebhook } = await start(t, engine)
      await createWebhook('one')
      const alteredId = await raise(app, 'altered')
      await raise(app, 'whole')
      const change = "body = replace(body, '\"high\"', '\"low\"'), name = name || '!'"
      await runForeignSql(app.database, `UPDATE events SET ${change} WHERE id = ${alteredId}`)

      await app.start()
      await eventually('everything has ended', async () =>
        (await statesOf(app)).every(([, state]) => state === 'failed' || state === 'delivered'),
      )

      const [, altered] = await statesOf(app)
      const reason =
        'its event was not sent: what is stored of it is not what was taken in (its digest is another)'
      assert.deepEqual(altered, [alteredId, 'failed', reason])
      assert.equal(receiver.requests.length, 1)
      const ready = await app.call('GET', '/readyz')
      assert.deepEqual([ready.status, ready.json.status], [200, 'degraded'])
      assert.match(
        ready.json.reasons[0].message,
        /^Delivery \d+ to webhook \d+ was not sent: its event was not sent/,
      )
      assert.match((await app.call('GET', '/metrics')).text, /^tocsin_database_damages_total 1$/m)
      assert.match((await app.call('GET', '/v1/status')).json.problems[0].message, /not what was taken in/)
    })

    it('of an event lets the next of its alert go out', async (t) => {
      const { app, receiver, createWebhook } = await start(t, engine)
      await createWebhook('one')
      const damagedId = await raise(app, 'same')
      await app.call('POST', '/v1/alerts', { key: 'same', name: 'same', state: 'cleared' })
      await runForeignSql(app.database, `UPDATE events SET body = '7' WHERE id = ${damagedId}`)

      await app.start()

      await eventually('the next has arrived', () => receiver.requests.length === 1)
    })

    it('of a webhook disables that webhook alone, and says what to give anew', async (t) => {
      const { app, receiver, createWebhook } = await start(t, engine)
      const rate = { rate_limit: '100/1s' }
      const damagedId = await createWebhook('one', rate)
      await createWebhook('two')
      await raise(app, 'before')
      await damageWebhook(app, damagedId)

      await app.start()
      await raise(app, 'after')
      await eventually('the other one got both', () => receiver.requests.length === 2)

      await eventually('its delivery has ended', async () =>
        (await statesOf(app, `&webhook_id=${damagedId}`)).every(([, state]) => state === 'failed'),
      )
      const [[, , reason] = [0, '', '']] = await statesOf(app, `&webhook_id=${damagedId}`)
      assert.match(reason ?? '', /^its webhook cannot be read: .* damaged .*: rate_limit\. Give that anew/)
      const { json } = await app.call('GET', `/v1/webhooks/${damagedId}`)
      assert.equal(json.enabled, false)
      assert.match(json.disabled_reason, /damaged and cannot be read: rate_limit/)
      assert.equal((await app.call('PATCH', `/v1/webhooks/${damagedId}`, { enabled: true })).status, 409)
      const mended = await app.call('PATCH', `/v1/webhooks/${damagedId}`, { enabled: true, ...rate })
      assert.equal(mended.status, 200)
      assert.equal(mended.json.enabled, true)
    })

    it('of an operation on many deliveries ends that one as failed, and the others go on', async (t) => {
      const { app, createWebhook } = await start(t, engine)
      const ids = [await createWebhook('one'), await createWebhook('two'), await createWebhook('three')]
      await raise(app, 'first')
      const operations = await Promise.all(ids.map((id) => cancelAll(app, { webhook_id: id })))
      const [unreadable, widened, whole] = operations
      const spoil = (filter: string, id: number | undefined) =>
        runForeignSql(app.database, `UPDATE operations SET filter = ${filter} WHERE id = ${id}`)
      await spoil(SPOILED('filter'), unreadable)
      // It can be read, and would fit the deliveries of all webhooks.
      await spoil(`replace(filter, '"webhookId"', '"webhookIe"')`, widened)

      await app.start()
      const ended = await eventually('all have ended', async () => {
        const { json } = await app.call('GET', '/v1/delivery-operations')
        const items: readonly Record<string, string | number>[] = json.items
        return items.every(({ state }) => state !== 'running') && items
      })

      const endOf = (id: number | undefined) => ended.find((one) => one['id'] === id)
      for (const id of [unreadable, widened]) {
        assert.equal(endOf(id)?.['state'], 'failed')
        assert.match(String(endOf(id)?.['reason']), /^what is stored of its filter is damaged/)
        assert.equal(endOf(id)?.['changed'], 0)
      }
      assert.equal(endOf(whole)?.['state'], 'done')
      const { json: audit } = await app.call('GET', '/v1/audit?action=operation.ended')
      assert.equal(audit.items.length, 3)
    })

    it('of an event fits no severity of an operation, which goes on', async (t) => {
      const { app, createWebhook } = await start(t, engine)
      const webhookId = await createWebhook('one')
      const damagedId = await raise(app, 'first')
      await raise(app, 'second')
      // What is held stays until the operation comes to it.
      await app.call('PATCH', `/v1/webhooks/${webhookId}`, { enabled: false })
      await runForeignSql(app.database, `UPDATE events SET body = ${SPOILED('body')} WHERE id = ${damagedId}`)
      const id = await cancelAll(app, { severity: ['high'] })

      await app.start()

      await eventually(
        'it has ended',
        async () => (await app.call('GET', `/v1/delivery-operations/${id}`)).json.state === 'done',
      )
      assert.deepEqual(
        (await statesOf(app)).map(([eventId, state]) => [eventId === damagedId, state]),
        [
          [false, 'cancelled'],
          [true, 'pending'],
        ],
      )
    })
  })
}

async function cancelAll(app: TestApp, filter: object): Promise<number> {
  const { json } = await app.call('POST', '/v1/delivery-operations', { kind: 'cancel', filter })
  return json.id as number
}

/** And sees to it that the service reads it again. */
async function damageWebhook(app: TestApp, id: number): Promise<void> {
  const damage = `UPDATE webhooks SET rate_limit = ${SPOILED('rate_limit')}`
  if (app.database.startsWith('sqlite:')) {
    // It reads a webhook again that it has written.
    const trigger = `CREATE TRIGGER damage AFTER UPDATE ON webhooks BEGIN ${damage} WHERE id = ${id}; END`
    await runForeignSql(app.database, trigger)
    await app.call('PATCH', `/v1/webhooks/${id}`, { description: 'x' })
    await runForeignSql(app.database, 'DROP TRIGGER damage')
    return
  }
  await runForeignSql(
    app.database,
    `UPDATE webhooks_version SET version = version + 1;
     ${damage}, changed_in = (SELECT version FROM webhooks_version) WHERE id = ${id}`,
  )
}

/** Whatever shows events or deliveries goes on, and what cannot be shown says so. */
async function assertListsLive(app: TestApp, damagedId: number): Promise<void> {
  for (const path of ['/v1/deliveries', '/v1/events', '/v1/alerts', '/v1/overview']) {
    assert.equal((await app.call('GET', path)).status, 200, path)
  }
  const { json: page } = await app.call('GET', '/v1/events?limit=1')
  assert.equal(page.items.length, 1)
  const one = await app.call('GET', `/v1/events/${damagedId}`)
  assert.equal(one.status, 503)
  assert.equal(one.json.type, 'urn:tocsin:problem:damaged')
  assert.match(one.json.detail, /event \d+ is damaged/)
  assert.equal((await app.call('GET', '/readyz')).status, 200)
}
