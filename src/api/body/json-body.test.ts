import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finish, LONG_AHEAD } from '../../domain/steps.ts'
import { bodyWarning } from '../../intake/reading/dialect.ts'
import { decodeForeignJson, decodeJson } from './json-body.ts'

describe('decodeJson', () => {
  it('lets others have their turn before and after the text is parsed', () => {
    const given = [...decodeJson(Buffer.from('[{"a": 1}, {"b": 2}]'))]

    assert.deepEqual(given, [undefined, LONG_AHEAD, undefined])
  })

  it('gives the value, and refuses two members with one name unless it is lenient', () => {
    const body = Buffer.from('[{"a": 1}, {"b": 2, "b": 3}]')

    assert.deepEqual(finish(decodeForeignJson(body, undefined)), [{ a: 1 }, { b: 3 }])
    assert.throws(() => finish(decodeJson(body)), { code: 'invalid_request', message: /member "b" twice/ })
  })

  it('refuses what is no UTF-8, with the remedy', () => {
    assert.throws(() => finish(decodeJson(Buffer.from('"\xe4"', 'latin1'))), {
      code: 'invalid_request',
      message: /not valid UTF-8\. Send it as UTF-8: .*PowerShell/,
    })
  })
})

describe('decodeForeignJson', () => {
  const read = (text: string, charset?: string) =>
    finish(decodeForeignJson(Buffer.from(text, 'latin1'), charset))

  it('keeps numbers as they were written, wherever they stand, and texts that look like them', () => {
    for (const text of [
      '{"id":1234567890123456789}',
      '[1234567890123456790,{"a":[0.10,-0,1e400,1.0E+2,0.0000001,12345678901234567890.5]},"0.10"]',
      '0.10',
      '{"a":"\\"1.0","b":1.50}',
    ]) {
      assert.equal(JSON.stringify(read(text)), text)
    }
    assert.deepEqual(read('[0,-1,15,1.5,-2.25,true,null,123456789012345]'), [
      0,
      -1,
      15,
      1.5,
      -2.25,
      true,
      null,
      123456789012345,
    ])
  })

  it('makes nothing valid that is not', () => {
    for (const text of ['[007]', '[1.]', '[.5]', '[1e]', '[+1.0]', '[0x10]', '[--1.0]']) {
      assert.throws(() => read(text), { code: 'invalid_request' }, text)
    }
  })

  it('reads what is no UTF-8 by the charset that is named, or else as windows-1252, and says so', () => {
    for (const [bytes, charset, letter, name] of [
      ['\xe4', undefined, 'ä', 'windows-1252'],
      ['\xe4', 'ISO-8859-1', 'ä', 'windows-1252'],
      ['\x80', 'utf-8', '€', 'windows-1252'],
      ['\xe4', 'koi8-r', 'Д', 'koi8-r'],
      ['\xa4', 'iso-8859-15', '€', 'iso-8859-15'],
      ['\xe4', 'no such charset', 'ä', 'windows-1252'],
    ] as const) {
      const body = read(`{"a":"${bytes}"}`, charset)

      assert.deepEqual(body, { a: letter })
      assert.match(bodyWarning(body) ?? '', new RegExp(`not in UTF-8 and was read as ${name};`))
    }
    const plain = finish(decodeForeignJson(Buffer.from('{"a":"ä"}'), 'iso-8859-1'))
    assert.deepEqual([plain, bodyWarning(plain)], [{ a: 'ä' }, undefined])
  })
})
