import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { LogFlush } from './log-flush.ts'

/** A disk that takes as long as the test says. */
async function open(test: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-flush-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'log'), '')
  const disk = { ms: 0.1, now: 0, error: null as Error | null, inPlace: 0, beside: 0 }
  const work = () => {
    disk.now += disk.ms
    if (disk.error) throw disk.error
  }
  const flush = new LogFlush(join(folder, 'log'), {
    monotonic: () => disk.now,
    flush: () => {
      disk.inPlace += 1
      work()
    },
    flushBeside: (_descriptor, done) => {
      disk.beside += 1
      try {
        work()
        done(null)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  test.after(() => flush.close())
  const run = () => {
    const ends: (Error | null)[] = []
    flush.run((error) => void ends.push(error))
    return ends
  }
  return { disk, run }
}

describe('LogFlush', () => {
  it('waits in place for a disk that has shown to be quick', async (test) => {
    const { disk, run } = await open(test)
    for (let count = 0; count < 10; count += 1) assert.deepEqual(run(), [null])
    assert.deepEqual([disk.inPlace, disk.beside], [9, 1])
  })

  it('lets another thread wait for a slow disk, until that is quick again', async (test) => {
    const { disk, run } = await open(test)
    run()
    disk.ms = 20
    for (let count = 0; count < 10; count += 1) run()
    assert.deepEqual([disk.inPlace, disk.beside], [1, 10], 'one in place, to see that it is slow')

    disk.ms = 0.1
    for (let count = 0; count < 100; count += 1) run()

    assert.ok(disk.inPlace > 70, `${disk.inPlace} in place`)
  })

  it('tells of a disk that fails, wherever it was waited for', async (test) => {
    const { disk, run } = await open(test)
    disk.error = new Error('EIO')
    assert.deepEqual(run(), [disk.error])
    disk.error = null
    run()
    disk.error = new Error('ENOSPC')
    assert.deepEqual(run(), [disk.error])
    assert.deepEqual([disk.inPlace, disk.beside], [2, 1])
  })
})
