import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { StaticFiles } from './static-files.ts'

describe('StaticFiles', () => {
  it('gives all who ask for a file the same bytes, which are in memory once', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-files-'))
    test.after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'a.js'), 'first')
    const files = new StaticFiles(folder)

    const [one, other] = await Promise.all([files.read('a.js'), files.read('a.js')])
    assert.equal(one?.content.toString(), 'first')
    assert.equal(other?.content, one?.content)
    assert.equal((await files.read('a.js'))?.content, one?.content)

    await writeFile(join(folder, 'a.js'), 'changed')
    const changed = await files.read('a.js')
    assert.equal(changed?.content.toString(), 'changed')
    assert.notEqual(changed?.etag, one?.etag)
    assert.equal(await files.read('none.js'), undefined)
    assert.equal(await files.read('.'), undefined)
    assert.equal(await files.read('../package.json'), undefined)
  })

  it('does not send a file again to a caller that has it', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-files-'))
    test.after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'a.css'), 'a {}')
    const files = new StaticFiles(folder)

    const first = await files.send('a.css', {}, 'no-cache')
    const etag = String(first?.headers?.['etag'])
    const again = await files.send('a.css', { 'if-none-match': `"other", ${etag}` }, 'no-cache')
    const other = await files.send('a.css', { 'if-none-match': '"other"' }, 'no-cache')

    assert.deepEqual([first?.status, again?.status, other?.status], [200, 304, 200])
    assert.deepEqual([again?.body, again?.headers?.['etag']], [undefined, etag])
  })
})
