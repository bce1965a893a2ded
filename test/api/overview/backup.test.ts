import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { backupRoutes } from '../../../src/api/v1/overview/backup.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { NOW } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { partOfApi } from '../../support/app/part-of-api.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'
import { ADMIN_TOKEN, startApp } from '../../support/app/start-app.ts'
import { SQLITE_ONLY } from '../../support/databases/test-engine.ts'

describe('GET /v1/backup', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-backup-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('sends a database that a service can be started with', { skip: SQLITE_ONLY }, async () => {
    const app = await startApp({ clock: new FakeClock(NOW) })
    await app.call('POST', '/v1/alerts', { key: 'kept', name: 'Lag', state: 'high' })

    const response = await app.server.inject({ url: '/v1/backup', headers: { 'x-auth-token': ADMIN_TOKEN } })
    await app.stop()

    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['content-type'], 'application/vnd.sqlite3')
    assert.equal(response.headers['content-length'], String(response.rawPayload.length))
    assert.equal(
      response.headers['content-disposition'],
      'attachment; filename="tocsin-2026-09-14T03-00-00-000Z.db"',
    )
    const file = join(folder, 'copy.db')
    await writeFile(file, response.rawPayload)
    const { store } = await openSqliteStore({ file, sizeMax: 0 })
    const [alert] = await store.listAlerts({}, { limit: 1 })
    await store.close()
    assert.equal(alert?.key, 'kept')
  })

  it('makes one at a time, and leaves nothing on the disk', async () => {
    const making = Promise.withResolvers<void>()
    const { download } = serveBackups(folder, async (file) => {
      await making.promise
      await writeFile(file, 'copy')
    })

    const first = download()
    await eventually('the first one is being made', async () => (await readdir(folder)).length > 0)
    const second = await download()
    making.resolve()

    assert.equal(second.statusCode, 409)
    assert.equal((await first).payload, 'copy')
    assert.deepEqual(await readdir(folder), [])
  })

  it('can be asked again after one that failed', async () => {
    let isBroken = true
    const { download } = serveBackups(folder, async (file) => {
      await writeFile(file, 'half a copy')
      if (isBroken) throw new AppError('unavailable', 'The disk is full.')
    })

    const failed = await download()
    isBroken = false
    const again = await download()

    assert.equal(failed.statusCode, 503)
    assert.equal(again.statusCode, 200)
    assert.deepEqual(await readdir(folder), [])
  })

  it('ends a download that never gets on', async () => {
    const bytes = 64 * 1024 ** 2
    const { clock, server, download } = serveBackups(folder, (file) => writeFile(file, Buffer.alloc(bytes)))
    const origin = await server.listen({ host: '127.0.0.1', port: 0 })
    const stalled = await fetch(`${origin}/v1/backup`)
    assert.equal((await download()).statusCode, 409)

    clock.advance(3600_000)

    await assert.rejects(stalled.arrayBuffer())
    await eventually('another one is possible', async () => (await download()).statusCode === 200)
    await server.close()
  })
})

function serveBackups(folder: string, backup: (file: string) => Promise<void>) {
  const clock = new FakeClock(NOW)
  const server = serveRoutes(
    backupRoutes(
      partOfApi({ store: { backup, recordAudit: async () => undefined }, clock, backupFolder: folder }),
    ),
  )
  return { clock, server, download: () => server.inject({ method: 'GET', url: '/v1/backup' }) }
}
