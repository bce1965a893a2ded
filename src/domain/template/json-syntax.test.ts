import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { finish } from '../steps.ts'
import { findJsonError, findRepeatedMember } from './json-syntax.ts'

const CASES: readonly (readonly [text: string, errorAt: number | undefined])[] = [
  ['{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"]}', undefined],
  [' [] ', undefined],
  ['{}', undefined],
  ['', 0],
  ['  ', 2],
  ["{'a': 1}", 1],
  ['{"a": 1,}', 8],
  ['[1,]', 3],
  ['[,1]', 1],
  ['{"a" 1}', 5],
  ['{"a": 1', 7],
  ['{"a": "x', 8],
  ['{"a": "x\ny"}', 8],
  ['{"a": "\\x"}', 7],
  ['[1}', 2],
  ['{} x', 3],
  ['01', 1],
  ['[1 2]', 3],
  ['\ufeff{}', 0],
  [':', 0],
  ['}', 0],
  ['{1: 2}', 1],
]

for (const [text, errorAt] of CASES) {
  test(`finds that ${JSON.stringify(text)} ${errorAt === undefined ? 'is JSON' : `goes wrong at ${errorAt}`}`, () => {
    assert.equal(findJsonError(text), errorAt)
  })
}

test('takes what stands for strings for such, wherever a string may be', () => {
  const errorIn = (text: string) => {
    const strings = [...text.matchAll(/%\w+%/g)].map(({ 0: name, index }) => ({
      start: index,
      end: index + name.length,
    }))
    return findJsonError(text, strings)
  }

  assert.equal(errorIn('{%A%: [%B%, "%C%", %D%]}'), undefined)
  assert.equal(errorIn('[%A% %B%]'), 5)
  assert.equal(errorIn('[1 %A%]'), 3)
  assert.equal(errorIn('[%A%, %%]'), 6)
  assert.equal(errorIn('{%A%}'), 4)
})

test('agrees with JSON.parse about any text', () => {
  const fragments = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    '\\u12',
    ' ',
    '\n',
    '0',
    '-',
    '1.5',
    'e',
    'true',
    'nul',
    '\u0000',
  ]
  const nearlyJson = fc.array(fc.constantFrom(...fragments), { maxLength: 9 }).map((parts) => parts.join(''))
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...fragments, ''))
    .map(
      ([json, offset, part]) =>
        json.slice(0, offset % (json.length + 1)) + part + json.slice((offset % (json.length + 1)) + 1),
    )

  fc.assert(
    fc.property(fc.oneof(nearlyJson, broken, fc.json(), fc.string({ unit: 'binary' })), (text) => {
      assert.equal(findJsonError(text) === undefined, isJson(text))
    }),
    { numRuns: 2000 },
  )
})

test('takes deep nesting and long texts without a stack of its own', () => {
  assert.equal(findJsonError('['.repeat(300_000)), 300_000)
  assert.equal(findJsonError(`"${'a'.repeat(3_000_000)}"`), undefined)
  assert.equal(findJsonError(`"${'\\n'.repeat(300_000)}`), 600_001)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const repeatedMember = (json: string) => finish(findRepeatedMember(json))

const MEMBERS: readonly (readonly [json: string, repeated: string | undefined])[] = [
  ['{"a": 1, "a": 2}', 'a'],
  ['{"a": {"b": 1, "c": [], "b": 2}}', 'b'],
  ['[{"a": 1}, {"a": 1}]', undefined],
  ['{"a": {"a": {"a": 1}}, "b": ["a", "a"]}', undefined],
  ['{"a": "b", "b": "a", "c": "a"}', undefined],
  ['{"\\u0061": 1, "a": 2}', 'a'],
  ['{"a\\\\": 1, "a\\"": 2, "a\\\\": 3}', 'a\\'],
  ['{"a": "\\",\\"a\\": 1", "b": 2}', undefined],
  ['{"": 1, "": 2}', ''],
  ['{"a": [{"b": 1}], "b": 1, "a": 2}', 'a'],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
  ['"a"', undefined],
]

for (const [json, repeated] of MEMBERS) {
  test(`finds ${repeated === undefined ? 'no member twice' : `${JSON.stringify(repeated)} twice`} in ${json}`, () => {
    assert.equal(repeatedMember(json), repeated)
  })
}

test('finds no member twice in what JSON.stringify wrote, and finds each that is added again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
      const json = JSON.stringify(object)
      assert.equal(repeatedMember(json), undefined)
      const [name = ''] = Object.keys(object)
      assert.equal(repeatedMember(`${json.slice(0, -1)},${JSON.stringify(name)}:0}`), name)
    }),
  )
})

test('looks for repeated members in a text of any size and depth in passing', () => {
  assert.equal(repeatedMember(`{"a":"${'\\\\'.repeat(500_000)}"}`), undefined)
  assert.equal(repeatedMember(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), undefined)
})

test('rests again and again while it looks for repeated members in a long text', () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => `"${'\\"'.repeat(20)}${at}":1`).join()
  const stepsOf = (json: string) => [...findRepeatedMember(json)].length

  const [one, ten] = [stepsOf(`{${names(1_000)}}`), stepsOf(`[${`{${names(1_000)}},`.repeat(10)}1]`)]

  assert.ok(one > 0)
  assert.ok(ten >= 9 * one, `${ten} steps for a text ten times as long as one that takes ${one}`)
})
