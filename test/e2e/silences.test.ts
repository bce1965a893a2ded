import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startService, type Service } from '../support/app/service.ts'
import { unfinished } from '../support/app/unfinished.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** Milliseconds that are left of the silence when the service is killed: it ends while nothing runs. */
const REST_MS = 3_000

describe('a silence', () => {
  let folder: string
  let receiver: Receiver
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-silence-'))
    receiver = await Receiver.start()
  })
  after(async () => {
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const callOf =
    (service: Service) =>
    async (method: string, path: string, body?: unknown): Promise<{ readonly id: number }> => {
      const response = await service.request(method, path, body)
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
      return (await response.json()) as { readonly id: number }
    }
  const received = () => receiver.requests.map(({ body }) => body.toString()).toSorted()

  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    it(`that ends while the service is killed, on ${engine}: what is still true is sent once`, async (t) => {
      receiver.requests.length = 0
      const database =
        engine === 'SQLite' ? `sqlite:${join(folder, 'silence.db')}` : await createTestDatabase()
      const first = await startService({ folder, database })
      t.after(() => first.kill())
      const call = callOf(first)
      for (const mode of ['current_state', 'every_change'])
        await call('POST', '/v1/webhooks', {
          name: mode,
          url: receiver.url,
          mode,
          payload_template: `${mode} %AlertName% %CurrentState%`,
        })
      const report = (key: string, state: string) => call('POST', '/v1/alerts', { key, name: key, state })
      await report('before', 'high')
      await eventually('both are notified', () => receiver.requests.length === 2)

      const { id } = await call('POST', '/v1/silences', {
        match: 'name=~".+"',
        reason: 'patching',
        for: '1h',
      })
      await report('stays', 'low')
      await report('stays', 'high')
      await report('over', 'high')
      await report('over', 'cleared')
      await report('before', 'cleared')
      await eventually('the clear passes', () => receiver.requests.length === 4)
      // An attempt that is under way when the service is killed is made again.
      await eventually('the attempts are recorded', async () => (await unfinished(first)) === 0)
      const end = Date.now() + REST_MS
      await call('PATCH', `/v1/silences/${id}`, { ends_at: new Date(end).toISOString() })
      await first.kill()

      await eventually('the silence is over', () => Date.now() > end)
      const second = await startService({ folder, database })
      t.after(() => second.kill())
      await eventually('the rest is sent', () => receiver.requests.length >= 6)
      await callOf(second)('POST', '/v1/alerts', { key: 'stays', name: 'stays', state: 'cleared' })
      await eventually('and cleared', () => receiver.requests.length >= 8)

      const expected = ['current_state', 'every_change'].flatMap((mode) => [
        `${mode} before Cleared`,
        `${mode} before High`,
        `${mode} stays Cleared`,
        `${mode} stays High`,
      ])
      assert.deepEqual(received(), expected.toSorted())
    })
  }
})
