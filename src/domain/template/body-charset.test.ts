import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyEncoder, checkCharset } from './body-charset.ts'

describe('bodyEncoder', () => {
  const TEXT = 'Größe: 5 €, 🐘'
  for (const [contentType, expected] of [
    ['text/plain; charset=ISO-8859-1', 'Gr\xf6\xdfe: 5 ?, ?'],
    ['text/plain;charset="windows-1252"', 'Gr\xf6\xdfe: 5 \x80, ?'],
    ['text/plain; charset=us-ascii', 'Gr??e: 5 ?, ?'],
    ['application/json; charset=latin1', 'Gr\xf6\xdfe: 5 \\u20ac, \\ud83d\\udc18'],
    ['application/json; charset=us-ascii', 'Gr\\u00f6\\u00dfe: 5 \\u20ac, \\ud83d\\udc18'],
    ['application/xml; charset=iso-8859-1', 'Gr\xf6\xdfe: 5 &#8364;, &#128024;'],
  ] as const) {
    it(`sends ${contentType}`, () => {
      const bytes = bodyEncoder(contentType)?.(TEXT)

      assert.equal(Buffer.from(bytes ?? []).toString('latin1'), expected)
    })
  }

  it('leaves UTF-8 as it is', () => {
    for (const contentType of [
      'application/json',
      'text/plain; charset=utf-8',
      'text/plain; charset=UTF8',
      '',
      'text/plain; charset=%Name%',
    ]) {
      assert.equal(bodyEncoder(contentType), undefined)
    }
  })

  it('keeps JSON valid and the same, whatever is in it', () => {
    const value = { a: 'ö\u2028"\\€🐘', ß: ['ÿ'] }
    for (const charset of ['us-ascii', 'iso-8859-1', 'windows-1252']) {
      const bytes = bodyEncoder(`application/json; charset=${charset}`)?.(JSON.stringify(value)) ?? []

      assert.deepEqual(JSON.parse(new TextDecoder(charset).decode(Uint8Array.from(bytes))), value)
    }
  })
})

describe('checkCharset', () => {
  it('refuses what cannot be sent, with the remedy', () => {
    assert.match(
      checkCharset('text/plain; charset=utf-16') ?? '',
      /"utf-16", in which bodies cannot be sent; take utf-8, iso-8859-1/,
    )
    assert.match(checkCharset('text/plain; charset=shift_jis') ?? '', /shift_jis/)
    assert.equal(checkCharset('text/plain; charset=utf-8; format=flowed'), undefined)
    assert.equal(checkCharset('text/plain'), undefined)
  })
})
