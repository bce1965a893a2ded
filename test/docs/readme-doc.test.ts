import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const LINES_MAX = 90
const COLUMNS_MAX = 140

const README = readFileSync('README.md', 'utf8')
const COMPARISON = readFileSync('docs/comparison.md', 'utf8')

/** The rows of the table beside others, by their first cell. */
const rows = [...(README.split('## Beside others')[1] ?? '').matchAll(/^\| ([A-Z][^|]*?) *\|/gm)].map(
  ([, name = '']) => name,
)
const sections = new Map(
  COMPARISON.split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section] as const),
)

describe('README.md', () => {
  it('is read in a minute', () => {
    const lines = README.trimEnd().split('\n')

    assert.ok(lines.length <= LINES_MAX, `${lines.length} lines`)
    assert.deepEqual(
      lines.filter((line) => line.length > COLUMNS_MAX),
      [],
    )
  })

  it('compares in eight rows, each with its evidence', () => {
    assert.equal(rows.length, 8)
    assert.deepEqual(
      rows.filter((name) => !sections.has(name)),
      [],
    )
  })
})

describe('docs/comparison.md', () => {
  for (const [name, section] of sections) {
    it(`${name}: has a link for what others do, or a dash`, () => {
      const others = [...section.matchAll(/^- \*\*(?!Tocsin)[^*]+\*\* ([^]*?)(?=^- |$(?![^]))/gm)].map(
        ([, text = '']) => text.trim(),
      )

      assert.ok(others.length > 0)
      assert.deepEqual(
        others.filter((text) => !/\]\(https:\/\//.test(text) && text !== '–'),
        [],
      )
    })
  }
})
