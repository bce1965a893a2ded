import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { circlesOf, importsOf, sourcesOf } from './support/imports.ts'

const root = dirname(import.meta.dirname)

/** Side by side in one folder, tests not counted: more than anybody looks through for the one that is meant. storage/changes has most. */
const FILES_MAX = 23

/** Put the parts together, and are used by the commands that start a service; everything else lies below. */
const ROOT = '.'

describe('circlesOf', () => {
  it('finds what can be reached from itself', () => {
    const arrows = ['ab', 'bc', 'ca', 'cd', 'de', 'ed', 'ff'].map(
      (two) => [two[0] ?? '', two[1] ?? ''] as const,
    )

    assert.deepEqual(circlesOf(arrows), [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })
})

for (const tree of ['src', 'cli', 'console/src', 'tools/bench']) {
  describe(`the modules of ${tree}`, () => {
    const folder = join(root, tree)
    const files = sourcesOf(folder)
    const imports = importsOf(folder, files).filter(({ target }) => !target.startsWith('..'))

    it('no file needs itself, by whatever way, for its types either', () => {
      assert.ok(imports.length > 200)
      assert.deepEqual(circlesOf(imports.map(({ file, target }) => [file, target])), [])
    })

    it('no two modules need each other', () => {
      const arrows = imports.map(({ file, target }) => [dirname(file), dirname(target)] as const)

      assert.deepEqual(circlesOf(arrows.filter((arrow) => !arrow.includes(ROOT))), [])
    })

    it(`no module has more than ${FILES_MAX} files`, () => {
      const modules = Map.groupBy(files, (file) => dirname(file))

      assert.deepEqual(
        [...modules].filter(([, { length }]) => length > FILES_MAX).map(([module]) => module),
        [],
      )
    })
  })
}
