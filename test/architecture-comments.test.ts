import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { sourcesOf } from './support/imports.ts'

const root = dirname(import.meta.dirname)

const WIDTH_MAX = 120

/** A doc comment that begins so has no subject, and needs the comment above it. */
const WITHOUT_SUBJECT =
  /^(?:What|Of|One|As|Those|The same|Who|So many|Likewise|And|Nor|The rest|Also|All but|(?:With|By|In) which)\b/

describe('comments', () => {
  it('are found wherever they begin', () => {
    assert.ok(openingsOf('  /** What leaves. */').some((opening) => WITHOUT_SUBJECT.test(opening)))
    assert.deepEqual(openingsOf('/**\n * Likewise.\n */\n'), ['Likewise.'])
  })

  for (const folder of ['src', 'cli', 'console/src', 'tools', 'scripts']) {
    it(`begin with their subject or a verb in the third person in ${folder}`, () => {
      const files = sourcesOf(join(root, folder))
      const found = files.flatMap((file) =>
        openingsOf(readFileSync(join(root, folder, file), 'utf8'))
          .filter((opening) => WITHOUT_SUBJECT.test(opening))
          .map((opening) => `${file}: ${opening}`),
      )

      assert.ok(files.length > 50)
      assert.deepEqual(found, [])
    })

    it(`are no wider than ${WIDTH_MAX} columns in ${folder}`, () => {
      const wide = sourcesOf(join(root, folder)).flatMap((file) =>
        readFileSync(join(root, folder, file), 'utf8')
          .split('\n')
          .filter((line) => line.length > WIDTH_MAX && /^\s*(?:\/\*\*|\*|\/\/) /.test(line))
          .map((line) => `${file}: ${line.trim().slice(0, 60)}`),
      )

      assert.deepEqual(wide, [])
    })
  }
})

/** The first line of each doc comment. */
function openingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*\/\*\*(?: (.*?)(?: \*\/)?$|\n\s*\* (.*)$)/gm)].map(
    ([, same, next]) => same ?? next ?? '',
  )
}
