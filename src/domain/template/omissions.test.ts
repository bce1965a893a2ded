import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { cpuTimeMs } from '../../../test/support/time/cpu-time.ts'
import { compileTemplate } from './template.ts'

type Values = Readonly<Record<string, string>>

function compile(template: string, contentType = 'application/json') {
  return compileTemplate(template, { payloadType: 'ALERT', contentType })
}

function render(template: string, values: Values, contentType?: string): string {
  return compile(template, contentType).render((name) => values[name] ?? '')
}

const A = { AlertName: 'a' }

describe('what a JSON template leaves out when a marker has no value', () => {
  const cases: readonly (readonly [template: string, values: Values, expected: string])[] = [
    ['{"a": "%AlertName|omit%"}', A, '{"a": "a"}'],
    ['{"a": "%AlertName|omit%"}', {}, '{}'],
    ['{"a": "%AlertName|omit%", "b": 1}', {}, '{"b": 1}'],
    ['{"b": 1, "a": "%AlertName|omit%"}', {}, '{"b": 1}'],
    ['{"b": 1, "a": "%AlertName|omit%", "c": 2}', {}, '{"b": 1, "c": 2}'],
    ['{\n  "a": %AlertName|omit%,\n  "b": 1\n}', {}, '{\n  "b": 1\n}'],
    ['{\n  "b": 1,\n  "a": %AlertName|omit%\n}', {}, '{\n  "b": 1\n}'],
    ['{"a": "%AlertName|omit%", "b": "%AlertInfo|omit%"}', {}, '{}'],
    ['{"a": "%AlertName|omit%", "b": "%AlertInfo|omit%"}', A, '{"a": "a"}'],
    ['{"a": "%AlertInfo|omit%", "b": "%AlertName|omit%"}', A, '{"b": "a"}'],
    ['{"a": "%AlertInfo|omit%", "b": "%AlertInfo|omit%", "c": 1, "d": "%AlertInfo|omit%"}', {}, '{"c": 1}'],
    ['["%AlertInfo|omit%", 1, "%AlertInfo|omit%"]', {}, '[1]'],
    // In whatever part of it the marker stands.
    ['{"a": "see %AlertInfo|omit%, %AlertName%", "b": 1}', A, '{"b": 1}'],
    ['{"%AlertInfo|omit%": 1, "b": 1}', {}, '{"b": 1}'],
    ['{"a": "%AlertName|omit% %AlertInfo|omit%", "b": 1}', A, '{"b": 1}'],
    // What encloses it.
    ['{"a": {"b": {"c": "%AlertInfo|omit%"}}}', {}, '{"a": {"b": {}}}'],
    ['{"a": {"b": {"c": "%AlertInfo|omit:2%"}}, "d": 1}', {}, '{"a": {}, "d": 1}'],
    ['{"a": {"b": {"c": "%AlertInfo|omit:3%"}}, "d": 1}', {}, '{"d": 1}'],
    ['[{"u": "%AlertInfo|omit:2%", "t": "x"}, {"u": "%AlertName|omit:2%"}]', A, '[{"u": "a"}]'],
    ['{"l": [{"u": "%AlertInfo|omit:3%"}], "t": 1}', {}, '{"t": 1}'],
    ['{"a": {"b": "%AlertInfo|omit:2%", "c": "%AlertInfo|omit%"}, "d": 1}', {}, '{"d": 1}'],
    // Other filters go before it.
    ['{"a": "%AlertName|slack|20|omit%", "b": "%AlertInfo|in:UTC|line|omit%"}', A, '{"a": "a"}'],
    // The outermost value stays.
    ['"%AlertInfo|omit%"', {}, '""'],
    ['{"a": "%AlertInfo|omit:2%"}', {}, '{"a": ""}'],
    // Brackets in strings are no structure.
    [String.raw`{"a,]}": "\"},%AlertInfo|omit%", "b": "[,"}`, {}, '{"b": "[,"}'],
  ]
  for (const [template, values, expected] of cases) {
    it(`${template} with ${JSON.stringify(values)} is ${expected}`, () => {
      assert.equal(render(template, values), expected)
      JSON.parse(expected)
    })
  }

  it('is decided line by line where each line is JSON', () => {
    const template = '{"a": "%AlertInfo|omit%", "b": 1}\n{"b": 2, "a": "%AlertName|omit%"}\n'

    assert.equal(render(template, A, 'application/x-ndjson'), '{"b": 1}\n{"b": 2, "a": "a"}\n')
  })

  it('takes no room from what stays', () => {
    const { render } = compile('{"a": ["%Parameters%", "%AlertInfo|omit:2%"], "b": "%AlertName%"}')

    const body = render((name) => ({ Parameters: 'x'.repeat(1024 * 1024), AlertName: 'kept' })[name] ?? '')

    assert.equal(body, '{"b": "kept"}')
  })

  it('warns if it has no effect, because the text is not JSON or nothing encloses the marker', () => {
    const notified = (template: string, contentType?: string) =>
      compile(template, contentType).warnings.map(({ message }) => message.replace(/^.*?: /, ''))

    const idle = ['%AlertName|…omit% leaves something out of JSON only; here it does nothing.']
    assert.deepEqual(notified('a=%AlertName|omit%', 'application/x-www-form-urlencoded'), idle)
    assert.deepEqual(notified('%AlertName|omit%', 'text/plain'), idle)
    assert.deepEqual(notified("{'a': '%AlertName|omit%'}").slice(1), idle)
    assert.match(notified('{"a": "%AlertName|omit:2%"}')[0] ?? '', /the outermost value always stays/)
    assert.deepEqual(notified('{"a": "%AlertName|omit%"}'), [])
    assert.equal(render('a=%AlertName|omit%', {}, 'application/x-www-form-urlencoded'), 'a=')
  })

  it('costs time in proportion to the text, however many go and however deep', () => {
    const members = Array.from({ length: 9_000 }, (_, at) => `"${at}": "%AlertInfo|omit%"`).join(',')
    const deep = `${'{"a":['.repeat(9_000)}"%AlertInfo|omit%"${']}'.repeat(9_000)}`
    const costMs = cpuTimeMs(() => {
      assert.equal(render(`{${members}}`, {}), '{}')
      assert.equal(render(deep, {}).length, deep.length - '"%AlertInfo|omit%"'.length)
      assert.equal(JSON.parse(render(`[${'"%AlertInfo|omit%", 1,'.repeat(9_000)}2]`, {})).length, 9_001)
    })

    assert.ok(costMs < 15_000, `${costMs} ms`)
  })
})

/**
 * JSON with markers that leave things out, as a tree, so that what should be left can be said without reading any text.
 */
type Tree =
  | { readonly text: readonly Marked[] }
  | { readonly list: readonly Tree[] }
  | { readonly members: readonly (readonly [string, Tree])[] }

/** A marker, and how many levels go with it; 0: none. */
interface Marked {
  readonly name: string
  readonly levels: number
}

const marked = fc.record({
  name: fc.constantFrom('AlertName', 'AlertInfo', 'CurrentValue'),
  levels: fc.integer({ min: 0, max: 4 }),
})
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    fc.record({ text: fc.array(marked, { maxLength: 2 }) }),
    fc.record({ list: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({
      members: fc
        .uniqueArray(fc.constantFrom('a', 'b', 'c', '}', '",'), { maxLength: 4 })
        .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), tie('tree'))))),
    }),
  ),
}))

describe('any JSON template with whatever it leaves out', () => {
  it('is valid JSON, and exactly what stays', () => {
    let leftOut = 0
    fc.assert(
      fc.property(
        tree,
        fc.constantFrom('', ' ', '\n  '),
        fc.subarray(['AlertName', 'AlertInfo', 'CurrentValue']),
        (given, space, known) => {
          const values = Object.fromEntries(known.map((name) => [name, `"${name}`]))
          const body = render(textOf(given, space), values)

          assert.deepEqual(JSON.parse(body), leave(given, values).value)
          leftOut += body.length < render(textOf(given, space), ALL).length ? 1 : 0
        },
      ),
      { numRuns: 2_000 },
    )
    assert.ok(leftOut > 300, `only ${leftOut} left something out`)
  })
})

const ALL = { AlertName: '"AlertName', AlertInfo: '"AlertInfo', CurrentValue: '"CurrentValue' }

function textOf(tree: Tree, space: string): string {
  if ('text' in tree) {
    return JSON.stringify(tree.text.map(({ name, levels }) => `%${name}${OMIT[levels]}%`).join('-'))
  }
  const parts =
    'list' in tree
      ? tree.list.map((item) => textOf(item, space))
      : tree.members.map(([name, item]) => `${JSON.stringify(name)}:${space}${textOf(item, space)}`)
  const inside = parts.map((part) => space + part).join(`${space},`)
  return 'list' in tree ? `[${inside}${space}]` : `{${inside}${space}}`
}

const OMIT = ['', '|omit', '|omit:2', '|omit:3', '|omit:4']

/** What is left of a tree, and how many levels above it go. What would take the outermost value takes nothing. */
function leave(tree: Tree, values: Values, depth = 0): { readonly value: unknown; readonly gone: number } {
  if ('text' in tree) {
    const wanting = tree.text.filter(({ name, levels }) => levels <= depth && !(name in values))
    return {
      value: tree.text.map(({ name }) => values[name] ?? '').join('-'),
      gone: Math.max(0, ...wanting.map(({ levels }) => levels)),
    }
  }
  const names = 'members' in tree ? tree.members.map(([name]) => name) : []
  const items = 'members' in tree ? tree.members.map(([, item]) => item) : tree.list
  const left = items.map((item) => leave(item, values, depth + 1))
  const kept = left.flatMap(({ value, gone }, at) => (gone > 0 ? [] : [[names[at] ?? '', value] as const]))
  return {
    value: 'list' in tree ? kept.map(([, value]) => value) : Object.fromEntries(kept),
    gone: Math.max(0, ...left.map(({ gone }) => gone - 1)),
  }
}
