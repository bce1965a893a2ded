import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../domain/errors.ts'
import { fillPreset, type Filling } from './fill-preset.ts'
import type { Preset } from './preset.ts'

const PRESET: Preset = {
  id: 'example',
  name: 'Example',
  summary: 'Something.',
  kind: 'chat',
  fields: [
    field('url', { pattern: String.raw`https://\S+`, wanted: 'must be an https address' }),
    field('note', { pattern: '[^\n]+', wanted: 'must be one line' }),
    field('token', { pattern: '[a-z]+', wanted: 'must be letters', fallback: null }),
    field('room', { pattern: '[a-z]+', wanted: 'must be letters', fallback: 'lobby' }),
  ],
  method: 'PUT',
  url: '{{url}}?room={{room}}',
  headers: [
    { key: 'Authorization', value: 'Bearer {{token}}' },
    { key: 'X-Room', value: '{{room}}' },
  ],
  templates: { JOB: '{"note": "{{note}}", "job": "%JobName%"}' },
  escape: null,
  alertFlags: { low: false },
  responseRule: [{ kind: 'contains', text: 'ok' }],
  rateLimit: { count: 1, intervalMs: 1000 },
  limits: [],
  notes: [],
  documentation: 'https://example.com/',
}

function field(
  name: string,
  rest: Pick<Preset['fields'][number], 'pattern' | 'wanted' | 'fallback'>,
): Preset['fields'][number] {
  return { name, label: `The ${name}`, help: 'Ask around.', example: 'x', isSecret: false, ...rest }
}

const fill = (fields: Filling['fields'], rest: Omit<Filling, 'fields'> = {}) =>
  fillPreset(PRESET, { fields, ...rest })

const GOOD = { url: 'https://hooks.example.com/', note: 'x' }

describe('filling a receiver', () => {
  it('puts the fields where they belong, and takes the rest from the receiver', () => {
    assert.deepEqual(fill({ ...GOOD, token: 'secret', room: 'ops' }), {
      name: 'Example',
      url: 'https://hooks.example.com/?room=ops',
      method: 'PUT',
      headers: [
        { key: 'Authorization', value: 'Bearer secret' },
        { key: 'X-Room', value: 'ops' },
      ],
      payloadType: 'JOB',
      payloadTemplate: '{"note": "x", "job": "%JobName%"}',
      mode: 'every_change',
      clearRequest: null,
      alertFlags: { low: false, medium: true, high: true, cleared: true },
      rateLimit: { count: 1, intervalMs: 1000 },
      responseRule: [{ kind: 'contains', text: 'ok' }],
      timeoutMs: null,
      retryScheduleMs: null,
    })
  })

  it('brings a time limit and a schedule for a receiver that makes a thing anew of each notification', () => {
    const patient = { ...PRESET, timeoutMs: 60_000, retryScheduleMs: [0, 300_000] }
    const { timeoutMs, retryScheduleMs } = fillPreset(patient, { fields: GOOD })

    assert.deepEqual([timeoutMs, retryScheduleMs], [60_000, [0, 300_000]])
  })

  it('writes user and password as HTTP Basic, or takes the next header of this name without a user', () => {
    const preset: Preset = {
      ...PRESET,
      headers: [
        { key: 'Authorization', value: 'Basic {{room:token}}' },
        { key: 'Authorization', value: 'Bearer {{token}}' },
      ],
      fields: PRESET.fields.map((field) => (field.name === 'room' ? { ...field, fallback: null } : field)),
    }
    const headers = (fields: object) => fillPreset(preset, { fields: { ...GOOD, ...fields } }).headers

    assert.deepEqual(headers({ room: 'ops', token: 'secret' }), [
      { key: 'Authorization', value: 'Basic b3BzOnNlY3JldA==' },
    ])
    assert.deepEqual(headers({ token: 'secret' }), [{ key: 'Authorization', value: 'Bearer secret' }])
    assert.deepEqual(headers({}), [])
    assert.throws(
      () => headers({ room: 'ops', token: ' ' }),
      ({ issues }: AppError) => {
        assert.deepEqual(issues, [{ path: 'fields.token', message: 'is required if room is given' }])
        return true
      },
    )
  })

  it('fills the request for the end as well, where there is one and the mode has ends', () => {
    const clearRequest = { method: 'PUT', url: '{{url}}/close', template: '{"note": "{{note}}"}' } as const
    const preset: Preset = {
      ...PRESET,
      kind: 'incident',
      templates: { ALERT: '{}', JOB: '{}' },
      clearRequest,
    }
    const fillFor = (payloadType: 'ALERT' | 'JOB') => {
      const { mode, clearRequest: filled } = fillPreset(preset, { fields: GOOD, payloadType })
      return [mode, filled]
    }

    assert.deepEqual(fillFor('ALERT'), [
      'current_state',
      { method: 'PUT', url: 'https://hooks.example.com/close', payloadTemplate: `{"note": "${GOOD.note}"}` },
    ])
    assert.deepEqual(fillFor('JOB'), ['every_change', null])
  })

  it('takes the address of a server with or without a slash at its end', () => {
    const preset = { ...PRESET, url: '{{url}}/api?u={{url}}' }
    const url = (text: string) => fillPreset(preset, { fields: { ...GOOD, url: text } }).url

    assert.equal(url('https://a.example'), 'https://a.example/api?u=https://a.example')
    assert.equal(url('https://a.example//'), 'https://a.example/api?u=https://a.example//')
  })

  it('leaves out a header whose field was not given, and takes a default where there is one', () => {
    const { headers, url } = fill({ ...GOOD, token: '  ' })

    assert.deepEqual(headers, [{ key: 'X-Room', value: 'lobby' }])
    assert.equal(url, 'https://hooks.example.com/?room=lobby')
  })

  it('takes a value without the blanks around it', () => {
    assert.equal(fill({ ...GOOD, url: ' https://a.example/\n' }).url, 'https://a.example/?room=lobby')
  })

  it('keeps the template valid, and makes no marker of what the user wrote', () => {
    const { payloadTemplate } = fill({ ...GOOD, note: 'a "b" \\ %AlertName% {{room}} $& $1' })

    assert.ok(!payloadTemplate.includes('%AlertName%'))
    assert.equal(JSON.parse(payloadTemplate).note, 'a "b" \\ %AlertName% {{room}} $& $1')
  })

  it('takes the name that is given', () => {
    assert.equal(fill(GOOD, { name: 'Night shift' }).name, 'Night shift')
  })

  const wrong: readonly (readonly [what: string, filling: Filling, issues: readonly string[]])[] = [
    [
      'fields that are missing',
      { fields: { url: ' ' } },
      ['fields.url: is required (The url). Ask around.', 'fields.note: is required (The note). Ask around.'],
    ],
    [
      'a value of another form',
      { fields: { ...GOOD, url: 'ftp://x' } },
      ['fields.url: must be an https address'],
    ],
    [
      'a value that only begins well',
      { fields: { ...GOOD, room: 'ops 7' } },
      ['fields.room: must be letters'],
    ],
    [
      'an unknown field',
      { fields: { ...GOOD, chanel: 'x' } },
      ['fields.chanel: is no field of example; known are url, note, token, room'],
    ],
    [
      'a long value',
      { fields: { ...GOOD, note: 'x'.repeat(8_193) } },
      ['fields.note: must have at most 8192 characters'],
    ],
    [
      'another payload type',
      { fields: GOOD, payloadType: 'ALERT' },
      ['payload_type: must be JOB: example has no template for ALERT'],
    ],
  ]
  for (const [what, filling, expected] of wrong) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => fillPreset(PRESET, filling),
        (error) => {
          assert.ok(error instanceof AppError)
          assert.deepEqual(
            error.issues.map(({ path, message }) => `${path}: ${message}`),
            expected,
          )
          return true
        },
      )
    })
  }
})
