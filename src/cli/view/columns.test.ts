import assert from 'node:assert/strict'
import { it } from 'node:test'
import stringWidth from 'string-width'
import { columnsOf } from './columns.ts'

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
