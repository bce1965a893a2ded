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

describe('a maintenance window', () => {
  let folder: string
  let receiver: Receiver
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-window-'))
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
      const text = await response.text()
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
      return text === '' ? { id: 0 } : (JSON.parse(text) as { readonly id: number })
    }
  const received = () => receiver.requests.map(({ body }) => body.toString())

  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    it(`goes on after a kill, on ${engine}: begin and end are sent once, and what it held`, async (t) => {
      receiver.requests.length = 0
      const database =
        engine === 'SQLite' ? `sqlite:${join(folder, 'window.db')}` : await createTestDatabase()
      const first = await startService({ folder, database })
      t.after(() => first.kill())
      const call = callOf(first)
      await call('POST', '/v1/webhooks', {
        name: 'chat',
        url: receiver.url,
        maintenance_windows: true,
        payload_template: '%x.StateText%: %AlertName%',
      })
      // Whatever the time is, it is under way, and does not end before the test.
      const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
      const { id } = await call('POST', '/v1/windows', {
        name: 'patching',
        match: 'name=~"lag|disk"',
        zone: 'UTC',
        begins: '00:00',
        for: '3d',
        days: [day(-86_400_000)],
        reason: 'patches',
      })
      await eventually('the begin is sent', () => receiver.requests.length === 1)
      await call('POST', '/v1/alerts', { key: 'lag', name: 'lag', state: 'high' })
      // An attempt that is under way when the service is killed is made again.
      await eventually('the attempt is recorded', async () => (await unfinished(first)) === 0)
      await first.kill()

      const second = await startService({ folder, database })
      t.after(() => second.kill())
      const callAgain = callOf(second)
      await callAgain('POST', '/v1/alerts', { key: 'disk', name: 'disk', state: 'high' })
      await callAgain('POST', '/v1/alerts', { key: 'other', name: 'other', state: 'high' })
      await eventually('only what it does not hold is sent', () => receiver.requests.length === 2)
      await callAgain('DELETE', `/v1/windows/${id}`)
      await eventually('the rest is sent', () => receiver.requests.length >= 5)

      assert.deepEqual(received().toSorted(), [
        'High: disk',
        'High: lag',
        'High: other',
        'Maintenance over: Maintenance window patching',
        'Maintenance: Maintenance window patching',
      ])
    })
  }
})
