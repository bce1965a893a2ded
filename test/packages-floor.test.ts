import assert from 'node:assert/strict'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { aboveFloor, elfFilesIn } from '../scripts/package/check-floor.ts'
import { SYSTEM_FLOOR } from '../src/runtime/version.ts'

const ADD_ON = 'node_modules/better-sqlite3/prebuilds/linux-x64.node'
const NODE = globSync('node_modules/node-linux-*/bin')

describe('the oldest system that the packages run on', () => {
  for (const folder of ['node_modules/better-sqlite3/prebuilds', ...NODE]) {
    it(`has what the programs in ${folder} need of the C and C++ libraries`, () => {
      assert.ok(elfFilesIn(folder).length > 0)
      assert.deepEqual(aboveFloor(folder), [])
    })
  }

  it('is named where a program needs more, or another library', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-floor-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const plant = (name: string, from: string, to: string) => {
      const bytes = readFileSync(ADD_ON).toString('latin1').replaceAll(`\0${from}\0`, `\0${to}\0`)
      writeFileSync(join(folder, name), bytes, 'latin1')
    }
    plant('newer-c.node', 'GLIBC_2.34', 'GLIBC_2.35')
    plant('newer-c++.node', 'GLIBCXX_3.4.29', 'GLIBCXX_3.4.30')
    plant('other-library.node', 'libm.so.6', 'libz.so.1')
    copyFileSync(ADD_ON, join(folder, 'right.node'))
    copyFileSync('package.json', join(folder, 'no-program.node'))

    const asked = 'and the packages ask for glibc 2.34 and libstdc++ 11'
    assert.deepEqual([...aboveFloor(folder)].sort(), [
      `newer-c++.node needs GLIBCXX_3.4.30 of libstdc++.so.6, ${asked}`,
      `newer-c.node needs GLIBC_2.35 of libc.so.6, ${asked}`,
      'other-library.node needs libz.so.1, which the packages do not ask for',
    ])
  })

  it('is the one that the page names, for each way', () => {
    const page = readFileSync('docs/install.md', 'utf8')

    assert.equal(page.split(`glibc ${SYSTEM_FLOOR.glibc} `).length, 4)
    assert.equal(page.split(`libstdc++ ${SYSTEM_FLOOR.libstdcxx} `).length, 3)
  })
})
