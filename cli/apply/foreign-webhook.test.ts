import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { idOfPartial, readForeignWebhooks } from './foreign-webhook.ts'

const WHOLE = {
  id: 7,
  name: 'pager',
  url: 'https://h.example/',
  enabled: false,
  method: 'PUT',
  http_headers: [{ http_header_id: 1, http_header_key: 'X-Team', http_header_value: 'dba' }],
  payload_template: '%AlertName%',
  low_alert: true,
  med_alert: false,
  high_alert: true,
  cleared_alert: false,
  payload_type: 'JOB',
}
const read = (...webhooks: readonly unknown[]) => readForeignWebhooks(webhooks, 15)
const reasons = (...webhooks: readonly unknown[]) =>
  read(...webhooks).refused.map(
    ({ name, issues }) => `${name}: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
  )

describe('readForeignWebhooks', () => {
  it('takes every member of the interface, without the ids of the other server', () => {
    const { id: _id, name: _name, ...members } = WHOLE

    const { webhooks, refused, notes } = read(WHOLE)
    const header = { http_header_key: 'X-Team', http_header_value: 'dba' }

    assert.deepEqual(
      [webhooks[0]?.name, webhooks[0]?.members, refused, notes],
      ['pager', { ...members, http_headers: [header] }, [], []],
    )
  })

  it('says nothing of members that the server does not name, or has no value for', () => {
    const [definition] = read({
      name: 'a',
      url: 'https://h.example/',
      method: null,
      http_headers: null,
    }).webhooks

    assert.deepEqual(definition?.members, { url: 'https://h.example/' })
  })

  for (const { webhook, says } of [
    { webhook: { ...WHOLE, enabled: 'yes' }, says: 'pager: enabled is a text, but must be true or false' },
    { webhook: { ...WHOLE, url: undefined }, says: 'pager: url is missing, but must be a text' },
    {
      webhook: { ...WHOLE, payload_template: {}, low_alert: 1 },
      says: 'pager: payload_template is an object, but must be a text; low_alert is the number 1, but must be true or false',
    },
    {
      webhook: { ...WHOLE, payload_type: 'MAIL' },
      says: 'pager: payload_type is a text, but must be ALERT or JOB',
    },
    { webhook: { ...WHOLE, http_headers: {} }, says: 'pager: http_headers is an object, but must be a list' },
    {
      webhook: { ...WHOLE, http_headers: [{ http_header_key: 'A' }] },
      says: 'pager: http_headers[0] must have the texts http_header_key and http_header_value',
    },
    {
      webhook: { ...WHOLE, name: 9 },
      says: '(no name, id 7): name is no text: a webhook is found by its name',
    },
    {
      webhook: null,
      says: '(no name, entry 1): name is no text: a webhook is found by its name; url is missing, but must be a text',
    },
  ]) {
    it(says, () => assert.deepEqual(reasons(webhook), [says]))
  }

  it('carries none of several webhooks of one name', () => {
    const { webhooks, refused } = read(WHOLE, { ...WHOLE, id: 9 }, { ...WHOLE, name: 'other' })

    assert.deepEqual(
      webhooks.map(({ name }) => name),
      ['other'],
    )
    assert.match(
      refused[0]?.issues[0]?.message ?? '',
      /^stands for 2 webhooks of the other server \(ids 7, 9\)/,
    )
  })

  it('knows a value that is not shown by its asterisks', () => {
    const header = (http_header_key: string, http_header_value: string | null) => ({
      http_header_key,
      http_header_value,
    })
    const [definition] = read({
      ...WHOLE,
      url: 'https://h.example/?token=***',
      http_headers: [
        header('A', '********'),
        header('B', 'Bearer ***'),
        header('C', '**'),
        header('D', null),
      ],
    }).webhooks

    assert.equal(definition?.isUrlHidden, true)
    assert.deepEqual(definition?.members['http_headers'], [
      header('A', '***'),
      header('B', '***'),
      header('C', '**'),
      header('D', ''),
    ])
    assert.equal(definition?.members['url'], undefined)
  })

  it('counts what other products have besides', () => {
    const { notes } = read({ ...WHOLE, oauth: 1 }, { ...WHOLE, name: 'b', oauth: 2, profile_id: 3 })

    assert.deepEqual(notes, [
      '2 of the webhooks there have oauth, which is not copied.',
      '1 of the webhooks there has profile_id, which is not copied.',
    ])
  })

  it('says that versions before 14 do not say what is for job runs', () => {
    assert.match(readForeignWebhooks([], 6).notes.join(), /^v6 does not say which webhooks are for job runs/)
  })

  it('never fails, whatever the server sends', () => {
    const member = fc.constantFrom(...Object.keys(WHOLE), 'x')
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(member, fc.jsonValue()))), (list) => {
        const { webhooks, refused } = readForeignWebhooks(list, 15)
        const names = [...webhooks, ...refused].map(({ name }) => name)
        assert.equal(new Set(names).size, names.length)
        assert.ok(list.length === 0 || names.length > 0)
        list.map(idOfPartial)
      }),
    )
  })
})

describe('idOfPartial', () => {
  it('names a webhook of which something is missing', () => {
    const { http_headers: _headers, ...partial } = WHOLE

    assert.deepEqual([WHOLE, partial, { name: 'a' }, 3].map(idOfPartial), [
      undefined,
      7,
      undefined,
      undefined,
    ])
  })
})
