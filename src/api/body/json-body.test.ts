import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finish, LONG_AHEAD } from '../../domain/steps.ts'
import { decodeJson } from './json-body.ts'

describe('decodeJson', () => {
  it('lets others have their turn before and after the text is parsed', () => {
    const given = [...decodeJson(Buffer.from('[{"a": 1}, {"b": 2}]'))]

    assert.deepEqual(given, [undefined, LONG_AHEAD, undefined])
  })

  it('gives the value, and refuses two members with one name unless it is lenient', () => {
    const body = Buffer.from('[{"a": 1}, {"b": 2, "b": 3}]')

    assert.deepEqual(finish(decodeJson(body, true)), [{ a: 1 }, { b: 3 }])
    assert.throws(() => finish(decodeJson(body)), { code: 'invalid_request', message: /member "b" twice/ })
  })
})
