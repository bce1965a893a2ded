import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatEncryptionKey, parseEncryptionKeys } from './setting-parsers.ts'

describe('encryption keys', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index * 3))
  const other = Buffer.alloc(32, 7)

  it('are read in base64, URL-safe base64 and hex, several by commas or lines, and written in base64', () => {
    for (const text of [
      formatEncryptionKey(key),
      key.toString('base64url'),
      key.toString('hex'),
      key.toString('hex').toUpperCase(),
      ` ${formatEncryptionKey(key)} ,`,
      `${formatEncryptionKey(key)}\r\n`,
    ]) {
      assert.deepEqual(parseEncryptionKeys(text), [key], text)
    }
    assert.deepEqual(parseEncryptionKeys(`${other.toString('hex')},\n${formatEncryptionKey(key)}`), [
      other,
      key,
    ])
    assert.deepEqual(parseEncryptionKeys(''), [])
  })

  it('are refused if they are of another length, given twice, or too many, and never repeated', () => {
    const many = Array.from({ length: 11 }, (_, index) => Buffer.alloc(32, index).toString('hex'))
    for (const [text, wanted] of [
      ['SECRETpassphrase', /has a key \(number 1\) that is not 32 bytes .* tocsin encryption new-key/],
      [`${key.toString('hex')},${key.toString('hex').slice(2)}`, /number 2/],
      [key.subarray(1).toString('base64'), /number 1/],
      [Buffer.alloc(33).toString('base64'), /number 1/],
      [`${formatEncryptionKey(key)},${key.toString('hex')}`, /has a key twice/],
      [many.join(','), /at most 10 keys/],
    ] as const) {
      assert.throws(
        () => parseEncryptionKeys(text),
        ({ message }: Error) => wanted.test(message) && !message.includes(text.slice(0, 10)),
      )
    }
  })
})
