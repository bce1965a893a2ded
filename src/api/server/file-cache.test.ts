import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FileCache } from './file-cache.ts'

describe('FileCache', () => {
  it('gives all who ask for a file the same bytes, which are in memory once', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-files-'))
    test.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'a.js')
    await writeFile(file, 'first')
    const cache = new FileCache()

    const [one, other] = await Promise.all([cache.read(file), cache.read(file)])
    assert.equal(one?.toString(), 'first')
    assert.equal(other, one)
    assert.equal(await cache.read(file), one)

    await writeFile(file, 'changed')
    assert.equal((await cache.read(file))?.toString(), 'changed')
    assert.equal(await cache.read(join(folder, 'none.js')), undefined)
    assert.equal(await cache.read(folder), undefined)
  })
})
