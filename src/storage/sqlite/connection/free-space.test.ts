import assert from 'node:assert/strict'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { jobRunReport, NOW, observation } from '../../../../test/support/build.ts'
import { createEngine } from '../engine/engine.ts'
import { FreeSpace, spaceAround, type DiskSpace } from './free-space.ts'
import { migrate } from '../migrate.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

function setup(freeMin: number, space: DiskSpace) {
  const db = new Database(':memory:')
  migrate(db)
  const disk = { ...space, checkCount: 0 }
  const readSpace = () => {
    disk.checkCount += 1
    return disk
  }
  return { db, disk, freeSpace: new FreeSpace(db, { freeMin, readSpace }) }
}

const REFUSED = { code: 'unavailable', retryAfterMs: 30_000, message: /TOCSIN_DATABASE_FREE_MIN/ }

describe('FreeSpace', () => {
  it('no reports on a nearly full disk, and all else goes on; with room again they are taken', () => {
    const { db, disk, freeSpace } = setup(GB, { freeBytes: 2 * GB, totalBytes: 100 * GB })
    const { methods } = createEngine(db, undefined, freeSpace)
    methods.acceptObservations([observation()], NOW)
    disk.freeBytes = GB - 1

    const later = NOW + 2_000
    assert.throws(() => methods.acceptObservations([observation({ key: 'b' })], later), REFUSED)
    assert.throws(() => methods.acceptJobRuns([jobRunReport()], later), REFUSED)
    assert.throws(() => methods.checkHealth(later), REFUSED)
    assert.equal(methods.listAlerts({}, { limit: 10 }).length, 1)
    methods.expireAlerts({ expiredBefore: later, now: later, limit: 10 })
    methods.pruneHistory({ endedBefore: 0, now: later, limit: 10 })

    disk.freeBytes = GB
    methods.checkHealth(later + 2_000)
    assert.equal(methods.acceptObservations([observation({ key: 'b' })], later + 2_000)[0]?.result, 'raised')
  })

  it('looks at the disk now and then only, also when the clock is set back', () => {
    const { disk, freeSpace } = setup(GB, { freeBytes: 2 * GB, totalBytes: 100 * GB })

    for (let step = 0; step < 20; step += 1) freeSpace.require(NOW + step * 100)
    assert.equal(disk.checkCount, 1)
    freeSpace.require(NOW - 60_000)
    assert.equal(disk.checkCount, 2)
  })

  it('keeps at most a twentieth of a small disk free, and nothing if the setting is 0', () => {
    const small = { freeBytes: 51 * MB, totalBytes: 1000 * MB }

    assert.doesNotThrow(() => setup(GB, small).freeSpace.require(NOW))
    assert.throws(() => setup(GB, { ...small, freeBytes: 49 * MB }).freeSpace.require(NOW), REFUSED)
    assert.doesNotThrow(() => setup(0, { ...small, freeBytes: 0 }).freeSpace.require(NOW))
  })

  it('what was pruned leaves room inside of the file', () => {
    const { db, freeSpace } = setup(MB, { freeBytes: 0, totalBytes: GB })
    db.exec('CREATE TABLE filler (text TEXT)')
    db.prepare('INSERT INTO filler VALUES (?)').run('x'.repeat(2 * MB))

    assert.throws(() => freeSpace.require(NOW), REFUSED)
    db.exec('DROP TABLE filler')
    assert.doesNotThrow(() => freeSpace.require(NOW + 2_000))
  })

  it('asks the file system that the file lies on', () => {
    const { totalBytes, freeBytes } = spaceAround(join(tmpdir(), 'tocsin.db'))()
    const { blocks, bsize } = statfsSync(tmpdir())

    assert.equal(totalBytes, blocks * bsize)
    assert.ok(freeBytes > 0 && freeBytes <= totalBytes)
  })
})
