import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startService } from '../support/app/service.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** A lease lasts longer: what waits for its end has not been taken up again. */
const TAKEN_UP_MS_MAX = 30_000

const folder = await mkdtemp(join(tmpdir(), 'tocsin-flush-'))
const receiver = await Receiver.start()
after(async () => {
  await receiver.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a flush that fails', () => {
  for (const failures of [1, 2, 5, 20]) {
    it(`gives back what it claimed, ${failures} times`, async (t) => {
      const control = join(folder, `failures-${failures}`)
      const service = await startService({
        folder: await mkdtemp(join(folder, 'service-')),
        preload: join(import.meta.dirname, '../support/fail-flushes.ts'),
        settings: { TOCSIN_TEST_FAIL_FLUSHES: control },
      })
      t.after(() => service.stop())
      const path = `/${failures}`
      const made = await service.request('POST', '/v1/webhooks', {
        name: 'a',
        url: `${receiver.url}${path}`,
        mode: 'every_change',
      })
      assert.equal(made.status, 201)

      await writeFile(control, String(failures))
      const report = { key: 'k', name: 'Disk', state: 'high' }
      await eventually('the report is taken in', async () => {
        return (await service.request('POST', '/v1/alerts', report)).status === 200
      })
      const acceptedAt = performance.now()
      await eventually('the notification arrives', () =>
        receiver.requests.some((request) => request.path === path),
      )

      assert.ok(performance.now() - acceptedAt < TAKEN_UP_MS_MAX)
      await eventually('it is ready', async () => (await service.request('GET', '/readyz')).status === 200)
    })
  }
})
