import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from './decode-text.ts'

const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding)
const TEXT = 'sources:\n  # Störung 🚨\n'

describe('decodeText', () => {
  for (const [saved, given] of [
    ['UTF-8', bytes(TEXT, 'utf8')],
    ['UTF-8 with a byte order mark, as Notepad does', bytes(`\ufeff${TEXT}`, 'utf8')],
    ['UTF-16, as > of PowerShell 5 does', bytes(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16 of the other order', bytes(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ] as const) {
    it(`reads ${saved}`, () => {
      assert.equal(decodeText(given), TEXT)
    })
  }

  for (const [saved, given, message] of [
    [
      'Latin-1',
      bytes('a\nb: Störung\n', 'latin1'),
      'is not UTF-8 text (byte 0xF6 in line 2); save it as UTF-8',
    ],
    [
      'Latin-1 after a real U+FFFD',
      Buffer.concat([bytes('\ufffd\n', 'utf8'), bytes('é', 'latin1')]),
      'is not UTF-8 text (byte 0xE9 in line 2); save it as UTF-8',
    ],
    ['a cut character', bytes('é', 'utf8').subarray(0, 1), /^is not UTF-8 text \(byte 0xC3 in line 1\)/],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x00]), /^is not UTF-16 text, though it begins/],
  ] as const) {
    it(`refuses ${saved}, and names the place`, () => {
      assert.throws(() => decodeText(given), { message })
    })
  }
})
