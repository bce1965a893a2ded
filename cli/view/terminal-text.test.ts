import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assert as assertProperty, integer, property, string } from 'fast-check'
import stringWidth from 'string-width'
import {
  columnsOf,
  cutToWidth,
  escapeForTerminal,
  escapeJsonForTerminal,
  linesForTerminal,
} from './terminal-text.ts'

const DANGEROUS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/u
const anyText = string({ unit: 'binary' })

describe('escapeForTerminal', () => {
  for (const [what, text, expected] of [
    ['colours and cursor moves', '\u001b[2J\u001b[31mred', '\\x1b[2J\\x1b[31mred'],
    ['the 8-bit form of the same', '\u009b2J', '\\x9b2J'],
    ['line ends, which would fake a line', 'one\r\ntwo\u2028three', 'one\\r\\ntwo\\u2028three'],
    ['text that turns the reading direction', 'abc\u202egnp.exe', 'abc\\u202egnp.exe'],
    ['half a character', 'a\ud83d', 'a\\ud83d'],
    ['letters, accents and emoji stay', 'Größe 重要 👩‍💻 é', 'Größe 重要 👩‍💻 é'],
  ] as const) {
    it(`spells out ${what}`, () => {
      assert.equal(escapeForTerminal(text), expected)
    })
  }

  it('leaves nothing that can drive a terminal, whatever comes', () => {
    assertProperty(property(anyText, (text) => assert.doesNotMatch(escapeForTerminal(text), DANGEROUS)))
  })
})

describe('escapeJsonForTerminal', () => {
  it('keeps the meaning, and leaves nothing that can drive a terminal', () => {
    assertProperty(
      property(anyText, (text) => {
        const safe = escapeJsonForTerminal(JSON.stringify({ text }))

        assert.deepEqual(JSON.parse(safe), { text })
        assert.doesNotMatch(safe, DANGEROUS)
      }),
    )
  })
})

describe('linesForTerminal', () => {
  it('keeps lines apart, widens tabs, and escapes the rest', () => {
    assert.deepEqual(linesForTerminal('{\r\n\t"a": "\u001b"\n}\n'), ['{', '  "a": "\\x1b"', '}'])
  })
})

describe('cutToWidth', () => {
  it('cuts between letters, never inside of one', () => {
    assert.equal(cutToWidth('重要な通知', 6), '重要…')
    assert.equal(cutToWidth('short', 6), 'short')
  })

  it('never gives more columns than asked for', () => {
    assertProperty(
      property(string({ unit: 'grapheme' }), integer({ min: 1, max: 40 }), (text, width) => {
        assert.ok(stringWidth(cutToWidth(text, width)) <= width)
      }),
    )
  })
})

it('columnsOf counts as the library does, for what it counts itself and for the rest', () => {
  const simple = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))
  const texts = [
    '',
    'naïve',
    'a…b',
    '1 – 2 → 3',
    '名前',
    '🔔 x',
    'e\u0301',
    '\u00ad',
    '1\ufe0f\u20e3',
    'a\u200d',
  ]
  for (const text of [...simple, ...texts])
    assert.equal(columnsOf(text), stringWidth(text), JSON.stringify(text))
})
