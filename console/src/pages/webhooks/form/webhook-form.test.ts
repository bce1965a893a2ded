import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewWebhook, Webhook } from '../webhook-types.ts'
import {
  describeCondition,
  readValue,
  showValue,
  toResponseRule,
  toConditions,
} from './response-conditions.ts'
import { keepDraft, mayHoldSecret, readDraft, toDraft } from './draft-store.ts'
import { LABELS, SECTIONS } from './field-labels.ts'
import { fieldOf, sentenceFor, sentenceForEntry } from './form-issues.ts'
import { toChange, toNewWebhook } from './webhook-change.ts'
import { mergeForms, theirChanges } from './webhook-conflict.ts'
import { changedFields, EMPTY_FORM, FORM_FIELDS, toCopy, toForm } from './webhook-form.ts'

const webhook: Webhook = {
  id: 7,
  name: 'ops',
  description: 'who is on call',
  tags: { team: 'dba' },
  url: 'https://hooks.slack.com/services/***',
  enabled: true,
  method: 'POST',
  payload_type: 'ALERT',
  payload_template: '{"text": "%AlertName%"}',
  high_alert: true,
  med_alert: true,
  low_alert: false,
  cleared_alert: true,
  http_headers: [
    { http_header_id: 3, http_header_key: 'Authorization', http_header_value: '***' },
    { http_header_id: 4, http_header_key: 'Content-Type', http_header_value: 'application/json' },
  ],
  match: null,
  mode: 'every_change',
  acknowledgements: false,
  maintenance_windows: false,
  missed_alerts: 'skip',
  clear_request: null,
  remind: null,
  timeout: '10s',
  retry_schedule: null,
  max_age: null,
  concurrency: 4,
  rate_limit: null,
  response_size_max: null,
  response_rule: [{ member: 'ok', equals: true }],
  fallback_webhook_id: null,
  fallback_after: null,
  tls: { ca_certificates: null, client_certificate: 'PEM', client_key: '***', insecure: false },
  signed: false,
  disabled_reason: null,
  revision: 5,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

const base = toForm(webhook)

describe('the form of a webhook', () => {
  it('opened and not touched, changes nothing', () => {
    assert.deepEqual(changedFields(base, toForm(webhook)), [])
    assert.deepEqual(toChange(base, base), {})
  })

  it('is the same when a row of it was taken out and typed again', () => {
    const again = base.http_headers.map((entry) => ({ ...entry, row: `again-${entry.row}` }))
    assert.deepEqual(changedFields(base, { ...base, http_headers: again }), [])
  })

  it('sends only what differs', () => {
    const form = { ...base, name: 'ops 2', timeout: '', concurrency: '8', insecure: true }
    assert.deepEqual(toChange(base, form), {
      name: 'ops 2',
      timeout: null,
      concurrency: 8,
      tls: { insecure: true },
    })
  })

  it('keeps what is hidden by its id and the sign for it', () => {
    const [authorization, type] = base.http_headers
    assert.ok(authorization && type)
    const form = { ...base, http_headers: [authorization, { ...type, value: 'text/plain' }] }
    assert.deepEqual(toChange(base, form), {
      http_headers: [
        { http_header_id: 3, http_header_key: 'Authorization', http_header_value: '***' },
        { http_header_id: 4, http_header_key: 'Content-Type', http_header_value: 'text/plain' },
      ],
    })
  })

  it('adds a header without an id', () => {
    const form = {
      ...base,
      http_headers: [...base.http_headers, { row: 'new-1', id: null, name: 'X-A', value: '1' }],
    }
    assert.deepEqual(toChange(base, form).http_headers?.at(-1), {
      http_header_key: 'X-A',
      http_header_value: '1',
    })
  })

  it('gives a new webhook everything, and no TLS settings where there are none', () => {
    const created = toNewWebhook({ ...EMPTY_FORM, name: 'a', url: 'https://example.com/' })
    assert.equal(created.tls, null)
    assert.equal(created.timeout, null)
    assert.equal(created.response_rule, null)
    assert.equal(created.payload_type, 'ALERT')
  })

  it('copied, names what could not be copied', () => {
    const { form, hidden } = toCopy(webhook)
    assert.equal(form.name, 'Copy of ops')
    assert.equal(form.url, '')
    assert.deepEqual(
      form.http_headers.map(({ id, value }) => [id, value]),
      [
        [null, ''],
        [null, 'application/json'],
      ],
    )
    assert.deepEqual(hidden, ['the URL', 'the header Authorization', 'the client key'])
  })

  it('has every field in exactly one section, with a label', () => {
    const inSections = SECTIONS.flatMap(({ fields }) => fields)
    assert.deepEqual([...inSections].sort(), [...FORM_FIELDS].sort())
    assert.deepEqual(Object.keys(LABELS).sort(), [...FORM_FIELDS].sort())
  })
})

describe('the form of a webhook in mode current_state', () => {
  const clear_request = { method: 'PUT', url: 'https://h.example/***', payload_template: 'over' }
  const only = { missed_alerts: 'notify', clear_request, remind: '1h,4h' } as const
  const present = toForm({ ...webhook, mode: 'current_state', ...only })

  it('says so, with the request for the end', () => {
    const { mode, missed_alerts, clear_request: sent, max_age: age } = toNewWebhook(present)
    assert.deepEqual([mode, missed_alerts, sent, age], ['current_state', 'notify', clear_request, null])
    assert.deepEqual(toChange(present, present), {})
    assert.deepEqual(toChange(present, { ...present, clear_method: 'POST' }), {
      clear_request: { ...clear_request, method: 'POST' },
    })
  })

  it('gives up with the mode what only that mode knows', () => {
    const away = { mode: 'every_change', missed_alerts: 'skip', clear_request: null, remind: null }
    assert.deepEqual(toChange(present, { ...present, mode: 'every_change', max_age: '2h' }), {
      ...away,
      max_age: '2h',
    })
    assert.deepEqual(toChange(present, { ...present, payload_type: 'JOB' }), {
      payload_type: 'JOB',
      ...away,
    })
    assert.deepEqual(toChange(present, { ...present, has_clear_request: false }), { clear_request: null })
  })

  it('is what a new webhook begins with, and a stored one keeps its own', () => {
    assert.equal(toNewWebhook(EMPTY_FORM).mode, 'current_state')
    assert.equal(toNewWebhook({ ...EMPTY_FORM, payload_type: 'JOB' }).mode, 'every_change')
    const onlyClears = { high_alert: false, med_alert: false, low_alert: false }
    assert.equal(toNewWebhook({ ...EMPTY_FORM, ...onlyClears }).mode, 'every_change')
    assert.equal(toNewWebhook(base).mode, 'every_change')
    assert.equal(toForm({ name: 'a', url: 'b' }).mode, 'current_state')
  })

  it('keeps the secret of its address out of copies and drafts', () => {
    const { form, hidden } = toCopy({ ...webhook, mode: 'current_state', clear_request })
    assert.equal(form.clear_url, '')
    assert.ok(hidden.includes('the clear URL'))
    const typed = { ...base, clear_url: 'https://h.example/?key=typed-secret' }
    const draft = toDraft(base, typed, 5)
    assert.ok(!JSON.stringify(draft).includes('typed-secret'))
    assert.deepEqual(draft.leftOut, ['the clear URL'])
  })
})

describe('conditions of a response rule', () => {
  it('are read as what they look like, and shown so that they are read the same', () => {
    for (const value of [true, 5, null, 'ok', 'true', '5', '"quoted"', '', ' spaced ']) {
      assert.deepEqual(readValue(showValue(value)), value)
    }
    assert.equal(readValue('true'), true)
    assert.equal(readValue('"true"'), 'true')
    assert.equal(readValue('{"a":1}'), '{"a":1}')
  })

  it('come back as they were', () => {
    const rule: NonNullable<NewWebhook['response_rule']> = [
      { member: 'ok', equals: true },
      { member: 'name', matches: 'spaces/.+' },
      { part: 'status', equals: 202 },
      { part: 'status', matches: '20[02]' },
      { part: 'content_type', not_equals: 'text/html' },
      { part: 'body', equals: '12' },
      { contains: 'done' },
      { lacks: 'error' },
    ]
    assert.deepEqual(toResponseRule(toConditions(rule)), rule)
    assert.equal(toResponseRule([]), null)
    assert.deepEqual(rule.map(describeCondition), [
      'JSON member ok is true',
      'JSON member name matches spaces/.+',
      'Status is 202',
      'Status matches 20[02]',
      'Content type is not "text/html"',
      'Whole body is "12"',
      'Body contains "done"',
      'Body lacks "error"',
    ])
  })
})

describe('what is wrong with a form', () => {
  const issues = [
    { path: 'url', message: 'must be an absolute address' },
    { path: 'http_headers[1].http_header_value', message: 'must not have control characters' },
    { path: 'tls.client_key', message: 'is not a key' },
    { path: 'change.timeout', message: 'is too long' },
  ]

  it('stands at its field', () => {
    assert.equal(sentenceFor('url', issues), 'Must be an absolute address.')
    assert.equal(sentenceFor('client_key', issues), 'Is not a key.')
    assert.equal(sentenceFor('timeout', issues), 'Is too long.')
    assert.equal(sentenceFor('http_headers', issues), undefined)
    assert.equal(fieldOf('something'), undefined)
    assert.deepEqual(['clear_request', 'clear_request.url', 'clear_request.payload_template'].map(fieldOf), [
      'has_clear_request',
      'clear_url',
      'clear_template',
    ])
  })

  it('stands at its entry of a list', () => {
    assert.deepEqual(sentenceForEntry('http_headers', 1, issues), {
      member: 'http_header_value',
      message: 'Must not have control characters.',
    })
    assert.equal(sentenceForEntry('http_headers', 0, issues), undefined)
  })
})

describe('two people at one webhook', () => {
  const mine = { ...base, name: 'mine', timeout: '20s' }
  const theirs = { ...base, name: 'theirs', description: 'new note', timeout: '20s' }

  it('see what the other person changed, and what both did', () => {
    assert.deepEqual(theirChanges({ base, mine, theirs }), [
      { field: 'name', kind: 'conflict' },
      { field: 'description', kind: 'theirs' },
    ])
  })

  it('keep field by field what they choose', () => {
    const kept = mergeForms({ base, mine, theirs }, new Set(['name']))
    assert.deepEqual([kept.name, kept.description, kept.timeout], ['mine', 'new note', '20s'])
    const taken = mergeForms({ base, mine, theirs }, new Set())
    assert.equal(taken.name, 'theirs')
    assert.deepEqual(toChange(theirs, kept), { name: 'mine' })
  })

  it('get a header that was deleted meanwhile as a new one, without its hidden value', () => {
    const withHeader = {
      ...base,
      http_headers: base.http_headers.map((entry) => ({ ...entry, name: `${entry.name}-2` })),
    }
    const without = { ...base, http_headers: [] }
    const merged = mergeForms({ base, mine: withHeader, theirs: without }, new Set(['http_headers']))
    assert.deepEqual(
      merged.http_headers.map(({ id, value }) => [id, value]),
      [
        [null, ''],
        [null, 'application/json'],
      ],
    )
  })
})

describe('the draft of a form', () => {
  it('holds what was typed, and no secrets', () => {
    const mine = {
      ...base,
      name: 'typed',
      url: 'https://hooks.slack.com/services/T0/B0/abcDEF123456',
      client_key: '-----BEGIN PRIVATE KEY-----',
      http_headers: [
        ...base.http_headers,
        { row: 'new-1', id: null, name: 'X-Token', value: 'typed-secret' },
      ],
    }
    const draft = toDraft(base, mine, 5)
    const text = JSON.stringify(draft)
    assert.equal(draft.mine.name, 'typed')
    assert.equal(draft.base.name, 'ops')
    for (const secret of ['abcDEF123456', 'PRIVATE KEY', 'typed-secret']) assert.ok(!text.includes(secret))
    assert.deepEqual(draft.leftOut, ['the URL', 'the value of the header X-Token', 'the client key'])
  })

  it('leaves a stored header as it is, whose new value is not kept', () => {
    const http_headers = [
      ...base.http_headers.map((entry) => (entry.id === 3 ? { ...entry, value: 'typed-secret' } : entry)),
      { row: 'new-1', id: null, name: 'X-Title', value: 'kept' },
    ]
    const draft = toDraft(base, { ...base, http_headers }, 5)
    assert.deepEqual(draft.leftOut, ['the value of the header Authorization'])
    const restored = toChange({ ...base, ...draft.base }, { ...base, ...draft.mine })
    assert.deepEqual(
      restored.http_headers?.map(({ http_header_value }) => http_header_value),
      ['***', 'application/json', 'kept'],
    )
  })

  it('comes back from the storage, and what is damaged does not', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const draft = toDraft(base, { ...base, name: 'typed' }, 5)
    keepDraft(storage, '7', draft)
    assert.deepEqual(readDraft(storage, '7'), draft)
    kept.set([...kept.keys()][0] ?? '', '{"mine"')
    assert.equal(readDraft(storage, '7'), undefined)
  })

  it('keeps addresses that anybody may read', () => {
    assert.equal(mayHoldSecret('https://receiver.example.com/alerts/%AlertID%'), false)
    assert.equal(mayHoldSecret('https://receiver.example.com/a?key=b'), true)
    assert.equal(mayHoldSecret('https://user:pass@receiver.example.com/'), true)
    assert.equal(mayHoldSecret('https://discord.com/api/webhooks/1/aBcD1234efgh'), true)
  })
})
