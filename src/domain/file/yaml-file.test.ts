import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readYaml } from './yaml-file.ts'

const read = (text: string) => readYaml(text, (written) => ({ text: written, mistakes: [], unset: [] }))
const said = (text: string) =>
  read(text).mistakes.map(({ line, path, message }) => `${line} ${path} ${message}`)

/** Each level takes the one before nine times, `as` a list, a map or a merge. */
function bomb(as: (name: string) => string): string {
  const first = `a0: &a0 {${[...'klmnopqrs'].map((name) => `${name}: 1`).join()}}\n`
  return first + Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} ${as(`*a${at}`)}\n`).join('')
}
const nine = (text: string) => Array(9).fill(text).join()

describe('readYaml', () => {
  it('merges what a member << names, which what stands beside it replaces', () => {
    const { value } = read(
      'x-all: &all {a: 1, b: {c: 2}}\nx-more: &more {a: 9, d: 3}\none:\n  <<: [*all, *more]\n  b: 4\n',
    )

    assert.deepEqual(value, { one: { a: 1, b: 4, d: 3 } })
  })

  it('takes an anchor as often as people write it', () => {
    const many = `x-t: &t {a: 1}\nl:\n${'  - <<: *t\n    b: 2\n'.repeat(2000)}${'  - *t\n'.repeat(2000)}`
    const { value, mistakes } = read(many)

    assert.deepEqual(mistakes, [])
    assert.equal((value as { l: unknown[] }).l.length, 4000)
  })

  for (const [what, text] of [
    ['lists', bomb((name) => `[${nine(name)}]`)],
    ['maps', bomb((name) => `{${[...'abcdefghi'].map((key) => `${key}: ${name}`).join()}}`)],
    ['merges', bomb((name) => `{<<: [${nine(name)}]}`)],
  ] as const) {
    it(`refuses ${what} that grow by aliases, at once`, () => {
      const started = performance.now()

      assert.deepEqual(said(text), [
        '1  cannot be read: its aliases make more than 64 MB of it; write fewer of them',
      ])
      assert.ok(performance.now() - started < 2000)
    })
  }

  for (const [what, text, message] of [
    ['an alias within its anchor', 'a: &a\n  b: *a\n', /^1 {2}cannot be read: the alias \*a stands within/],
    ['a merge of itself', 'a: &a\n  <<: *a\n', /the alias \*a stands within its own anchor/],
    ['an alias of nothing', 'a: *nobody\n', /^1 {2}cannot be read: Unresolved alias .*: nobody/],
    ['a merge of a number', 'a:\n  <<: 3\n', /^1 {2}cannot be read: Merge sources must be maps/],
    ['a member twice', 'a: 1\nb: 2\na: 3\n', /^3 {2}is not valid YAML: Map keys must be unique/],
    ['two documents', 'a: 1\n---\na: 2\n', /^2 {2}is a second document \(---\); write everything into one/],
    ['lists in lists without end', '['.repeat(9000), /^1 {2}is not valid YAML/],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.match(said(text)[0] ?? '', message)
    })
  }

  it('passes over members x-… at the top only', () => {
    assert.deepEqual(read('x-a: 1\na: {x-b: 2}\n').value, { a: { 'x-b': 2 } })
  })
})
