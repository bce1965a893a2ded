import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../scripts/find-node.mjs'
import { missingTools } from '../scripts/package/tools.ts'

describe('the tools that packages take', () => {
  it('are named for each kind that cannot be made, all at once', () => {
    assert.deepEqual(
      missingTools(['npm', 'deb', 'image'], (tool) => tool === 'apt-get'),
      [
        'The deb package needs nfpm or go, and this machine has none.',
        'The image package needs strip and dpkg-deb, and this machine has none.',
      ],
    )
    assert.deepEqual(
      missingTools(['deb'], (tool) => tool === 'go'),
      [],
    )
  })

  it('are looked for before anything is made, and what is in packages/ stays', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-no-tools-'))
    t.after(() => rmSync(folder, { recursive: true }))
    symlinkSync('/bin/sh', join(folder, 'sh'))
    const madeAt = () => existsSync(join(root, 'packages')) && statSync(join(root, 'packages')).mtimeMs
    const before = madeAt()

    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/package/main.ts')], {
      encoding: 'utf8',
      env: { PATH: folder, XDG_CACHE_HOME: folder },
    })

    assert.equal(status, 1)
    assert.match(stderr, /^The deb package needs nfpm or go.*\n.*\nThe image package needs strip/)
    assert.match(stderr, /\nWithout them: npm run package -- npm\n$/)
    assert.equal(madeAt(), before)
  })
})
