import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { systemChance, systemClock } from '../../src/runtime/clock.ts'
import type { Notification } from '../../src/storage/cluster.ts'
import { Listener } from '../../src/storage/postgres/cluster/notifications.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { eventually } from '../support/time/eventually.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { TransactionPooler } from '../support/databases/transaction-pooler.ts'

/** A listener that notes what it receives, and what it says of itself. */
function listenAt(url: string, notify: (payload: string) => Promise<void>) {
  const received: Notification[] = []
  const lines: string[] = []
  const keep = (fields: Readonly<Record<string, unknown>>, name: string) =>
    void lines.push(`${name} ${fields['error'] instanceof Error ? fields['error'].message : ''}`.trim())
  const listener = new Listener({
    url,
    clock: systemClock,
    chance: systemChance,
    log: { error: keep, warn: keep, info: keep, debug: keep },
    notify,
    onNotification: (notification) => void received.push(notification),
  })
  listener.start()
  return { received, lines, listener }
}

describe('what nodes tell each other', () => {
  it('is heard, and everything is taken for new when hearing begins', async () => {
    const url = await createTestDatabase()
    const { cluster, store, notify } = await openPostgresStore({ url, poolMax: 2 })
    const { received, listener } = listenAt(url, notify)
    await eventually('it listens', () => received.length === 2)
    assert.deepEqual(received.splice(0), ['work', 'tokens'])

    for (let index = 0; index < 500; index += 1) cluster.notify('work')
    await eventually('the notification is heard', () => received.length > 0)
    cluster.notify('tokens')
    await eventually('the next is heard', () => received.includes('tokens'))

    // The first, and one for all that came in the same moment.
    assert.ok(received.filter((notification) => notification === 'work').length <= 3, received.join())
    await listener.stop()
    await store.close()
  })

  it('is heard again after the connection was cut, and what was missed is taken for new', async () => {
    const url = await createTestDatabase()
    const { store, notify } = await openPostgresStore({ url, poolMax: 2 })
    const stranger = new Client({ connectionString: url })
    await stranger.connect()
    const { received, lines, listener } = listenAt(url, notify)
    await eventually('it listens', () => received.length === 2)

    for (let cuts = 2; cuts <= 3; cuts += 1) {
      await stranger.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tocsin listener' AND datname = current_database()",
      )
      await eventually('it listens again', () => received.length === 2 * cuts)
    }

    assert.deepEqual(lines, [])
    await listener.stop()
    await store.close()
    await stranger.end()
  })

  it('does not come through a pooler in transaction mode: that is found out and said once', async () => {
    const pooler = await TransactionPooler.start(await createTestDatabase())
    const { store, notify } = await openPostgresStore({ url: pooler.url, poolMax: 2 })
    let tries = 0
    const { received, lines, listener } = listenAt(pooler.url, (payload) => {
      tries += 1
      return notify(payload)
    })

    await eventually('it has failed twice, and tries again', () => tries === 3)

    assert.equal(lines.length, 1)
    assert.match(
      lines[0] ?? '',
      /^nodes\.listen_lost .*pooler in transaction mode\? .*TOCSIN_DATABASE_LISTEN/,
    )
    assert.deepEqual(received, [])
    await listener.stop()
    await store.close()
    await pooler.stop()
  })
})
