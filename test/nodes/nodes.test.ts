import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock, type Clock } from '../../src/runtime/clock.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { keepNode } from '../../src/housekeeping/keep-node.ts'
import { assertProblem } from '../support/app/assert-refused.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import type { TestApp } from '../support/app/start-app.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { withNodes } from './with-nodes.ts'

function hoursAway(hours: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + hours * 3_600_000 }
}

describe('nodes on one database', () => {
  it('are listed by each of them, until they stop', async () => {
    const api = { listen: true, settings: { TOCSIN_ROLE: 'api' } }
    const worker = { listen: true, settings: { TOCSIN_ROLE: 'worker' } }

    await withNodes([{ listen: true }, api, worker], async (first, second, third) => {
      const before = (await first!.call('GET', '/v1/status')).json
      await third!.stop()
      const after = (await second!.call('GET', '/v1/status')).json

      assert.match(before.database.version, /^\d+\.\d+$/)
      assert.equal(before.database.engine, 'PostgreSQL')
      assert.deepEqual(before.nodes.map(({ role }: { role: string }) => role).toSorted(), [
        'all',
        'api',
        'worker',
      ])
      assert.ok(before.nodes.some(({ id }: { id: string }) => id === before.node))
      assert.deepEqual(after.nodes.map(({ role }: { role: string }) => role).toSorted(), ['all', 'api'])
    })
  })

  it('that were killed leave the list after a minute', async () => {
    const killed = { id: 'killed', host: 'h', role: 'all', version: '1', startedAt: 0 } as const
    const { cluster, store } = await openPostgresStore({ url: await createTestDatabase(), poolMax: 2 })
    const now = Date.now()
    const list = async () => (await cluster.listNodes()).map(({ id }) => id)
    const task = keepNode(cluster, { now: () => now }, { ...killed, id: 'own' })

    await cluster.see({ ...killed, seenAt: now - 59_999 })
    assert.equal(await task.step(), 0)
    assert.deepEqual(await list(), ['killed', 'own'])
    await cluster.see({ ...killed, seenAt: now - 60_001 })
    assert.equal(await task.step(), 1)
    assert.deepEqual(await list(), ['own'])
    await store.close()
  })

  it('a worker serves nothing but what the machinery around it asks, and says so', async () => {
    await withNodes([{ listen: true, settings: { TOCSIN_ROLE: 'worker' } }], async (worker) => {
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        assert.equal((await worker!.call('GET', path)).status, 200, path)
      }
      for (const path of ['/v1/status', '/api/v15/webhook/', '/api/v99/webhook', '/docs', '/']) {
        // Not by `call`: the documents describe a node that serves everything.
        const refusal = await fetch(`${worker!.url}${path}`)
        const { detail } = (await refusal.json()) as { readonly detail: string }
        assert.equal(refusal.status, 404, path)
        assert.match(detail, /only delivers \(TOCSIN_ROLE=worker\).* role api or all/)
      }
    })
  })

  it('a node for the API alone is ready though it does not deliver', async () => {
    await withNodes([{ listen: true, settings: { TOCSIN_ROLE: 'api' } }], async (api) => {
      assert.equal((await api!.call('GET', '/readyz')).status, 200)
    })
  })

  it('count their connections', async () => {
    await withNodes([{}], async (node) => {
      const { text } = await node!.call('GET', '/metrics')

      assert.match(text, /^tocsin_database_connections\{state="idle"\} \d+$/m)
      assert.match(text, /^tocsin_database_connections_awaited 0$/m)
    })
  })

  it('say that a database of PostgreSQL is saved by its own tools', async () => {
    await withNodes([{}], async (node) => {
      const refusal = await node!.call('GET', '/v1/backup')

      assertProblem(refusal, 409)
      assert.match(refusal.json.detail, /pg_dump/)
      assert.deepEqual((await node!.call('GET', '/v1/audit?action=backup.taken')).json.items, [])
    })
  })

  it('agree on the time, however wrong the clocks of their machines are', async () => {
    const clocks = [hoursAway(-7), hoursAway(0), hoursAway(11)]

    await withNodes(
      clocks.map((clock) => ({ clock, listen: true })),
      async (...nodes) => {
        const times = await Promise.all(
          nodes.map(async (node, index) => {
            const key = `k${index}`
            await node.call('POST', '/v1/alerts', { key, name: key, state: 'high' })
            const { items } = (await node.call('GET', `/v1/alerts?key=${key}`)).json
            return Date.parse(items[0].since)
          }),
        )

        const status = (await nodes[0]!.call('GET', '/v1/status')).json
        const seen = status.nodes.map(({ seen_at }: { seen_at: string }) => Date.parse(seen_at))
        // Minutes on a machine that stalls now and then, and hours if a clock were believed.
        for (const time of [...times, ...seen]) assert.ok(Math.abs(time - Date.now()) < 600_000, String(time))
        assert.ok(nodes[0]!.lines.some(({ event }) => event === 'nodes.clock_skewed'))
        assert.ok(!nodes[1]!.lines.some(({ event }) => event === 'nodes.clock_skewed'))
      },
    )
  })
})

describe('tokens of several nodes', () => {
  it('one admin token is made by all that start at the same moment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-first-'))
    const options = ['a', 'b', 'c'].map((name) => ({
      settings: { TOCSIN_ADMIN_TOKEN: '', TOCSIN_DATA_FOLDER: join(folder, name) },
    }))

    await withNodes(options, async (...nodes) => {
      const made = nodes.flatMap(({ firstAdminToken }) => firstAdminToken ?? [])
      assert.equal(made.length, 1)
      const headers = { 'x-auth-token': made[0]!.secret }
      for (const node of nodes) {
        const { items } = (await node.call('GET', '/v1/tokens', undefined, headers)).json
        assert.equal(items.length, 1)
      }
      const names = await readdir(folder, { recursive: true })
      assert.equal(names.filter((name) => name.endsWith('admin-token')).length, 1)
      assert.equal((await readFile(made[0]!.file, 'utf8')).trim(), made[0]!.secret)
    })
    await rm(folder, { recursive: true })
  })

  it('a configured one is made once as well', async () => {
    await withNodes([{}, {}, {}], async (node) => {
      assert.equal((await node!.call('GET', '/v1/tokens')).json.items.length, 1)
    })
  })

  it('a revoked one ends on all nodes at once', async () => {
    // Without notification the other node would ask again some seconds later; its clock is stopped.
    const waiting = { listen: true, clock: new FakeClock(Date.now()) }
    await withNodes([{ listen: true }, waiting], async (first, second) => {
      const { id, token } = await makeToken(first!)
      const opens = async () =>
        (await second!.call('GET', '/v1/webhooks', undefined, { 'x-auth-token': token })).status
      assert.equal(await opens(), 200)

      await first!.call('DELETE', `/v1/tokens/${id}`)
      await eventually('the token opens nothing on the other node', async () => (await opens()) === 401)
    })
  })

  it('and within some seconds where nodes do not hear each other', async () => {
    const withoutListen = { listen: true, settings: { TOCSIN_DATABASE_LISTEN: 'off' } }
    await withNodes([withoutListen, withoutListen], async (first, second) => {
      const { id, token } = await makeToken(first!)
      const opens = async () =>
        (await second!.call('GET', '/v1/webhooks', undefined, { 'x-auth-token': token })).status
      assert.equal(await opens(), 200)

      await first!.call('DELETE', `/v1/tokens/${id}`)
      await eventually('the token opens nothing on the other node', async () => (await opens()) === 401)
    })
  })
})

async function makeToken(node: TestApp) {
  const made = await node.call('POST', '/v1/tokens', { name: 't', scopes: ['webhooks:read'] })
  assert.equal(made.status, 201, made.text)
  return made.json as { readonly id: number; readonly token: string }
}
