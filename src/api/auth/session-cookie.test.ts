import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCookie } from './session-cookie.ts'

describe('readCookie', () => {
  for (const [cookie, value] of [
    [undefined, undefined],
    ['', undefined],
    ['name=a', 'a'],
    ['other=1; name=a ; name=b', 'a'],
    ['other=1;name=a=b', 'a=b'],
    ['name=', ''],
    ['xname=1; my-name=2', undefined],
    ['x=name=1; name=2', '2'],
    ['x name=1', undefined],
    [' name=1;', '1'],
    [';;; name = 1', undefined],
  ] as const) {
    it(`reads ${value} from ${cookie}`, () => {
      assert.equal(readCookie(cookie === undefined ? {} : { cookie }, 'name'), value)
    })
  }
})
