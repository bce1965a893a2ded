import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeHeaders } from './webhook-edit.ts'

const header = (id: number, key: string, value: string) => ({
  http_header_id: id,
  http_header_key: key,
  http_header_value: value,
})

const known = [header(1, 'X-Team', 'dba'), header(2, 'Authorization', 'Bearer s3cret')]

describe('changeHeaders', () => {
  it('replaces the header of the same name, whatever its case, and keeps its id', () => {
    const set = [{ http_header_key: 'x-team', http_header_value: 'sre' }]

    assert.deepEqual(changeHeaders(known, { set, removed: [] }), [header(1, 'x-team', 'sre'), known[1]])
  })

  it('adds what is new without an id', () => {
    const set = [{ http_header_key: 'X-New', http_header_value: '1' }]

    assert.deepEqual(changeHeaders(known, { set, removed: [] }), [...known, ...set])
  })

  it('leaves out what is removed', () => {
    assert.deepEqual(changeHeaders(known, { set: [], removed: ['AUTHORIZATION'] }), [known[0]])
  })

  it('refuses to remove what is not there', () => {
    assert.throws(
      () => changeHeaders(known, { set: [], removed: ['X-Other'] }),
      /--remove-header is "X-Other", but the webhook has no such header; it has X-Team, Authorization\./,
    )
  })
})
