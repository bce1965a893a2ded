import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { DEFAULT_WORDS, readFieldMapping } from './field-mapping.ts'

const path = (text: string) => ({ text, fromBody: false, steps: text.split('.') })
const MINIMAL = { key: 'id', name: 'title' }
const RUN = { job_id: 'job', run_id: 'run', name: 'job', status: 'status' }

function read(members: Readonly<Record<string, unknown>>) {
  const mistakes: string[] = []
  return { mapping: readFieldMapping('s', members, mistakes), mistakes }
}

describe('readFieldMapping', () => {
  it('reads where each value lies', () => {
    const { mapping, mistakes } = read({
      items: 'alerts',
      fields: {
        key: { join: ['server', 'rule.id'] },
        name: 'title',
        state: 'state',
        severity: ['severity', 'level'],
        object_type: { text: 'server' },
      },
      cleared: ['DONE', true, 0],
      expires_after: '30m',
    })

    assert.deepEqual(mistakes, [])
    assert.deepEqual(mapping, {
      kind: 'alert',
      items: path('alerts'),
      fields: {
        key: { joined: [path('server'), path('rule.id')] },
        name: { firstOf: [path('title')] },
        state: { firstOf: [path('state')] },
        severity: { firstOf: [path('severity'), path('level')] },
        object_type: { text: 'server' },
      },
      words: {
        cleared: new Set(['done', 'true', '0']),
        success: new Set(DEFAULT_WORDS.success),
        cancelled: new Set(DEFAULT_WORDS.cancelled),
      },
      expiresAfterMs: 1_800_000,
    })
  })

  it('has default values for states and results, which the file replaces', () => {
    const { mapping } = read({ kind: 'job', fields: RUN, cancelled: ['stopped'] })

    assert.deepEqual([...mapping.words.success], DEFAULT_WORDS.success)
    assert.deepEqual([...mapping.words.cancelled], ['stopped'])
  })

  it('lets all alerts of a monitor without severities count as something else than medium', () => {
    assert.deepEqual(read({ fields: MINIMAL, severity: { otherwise: 'high' } }).mistakes, [])
  })

  for (const [members, ...expected] of [
    [{}, /^s\.fields: must say where/, /^s\.fields\.key: is missing/, /^s\.fields\.name: is missing/],
    [{ kind: 'event', fields: MINIMAL }, /^s\.kind: must be alert or job$/],
    [{ kind: 'job', fields: { ...RUN, finished_at: 'x' } }, /^s\.fields\.finished_at: is called ended_at$/],
    [{ fields: { ...MINIMAL, colour: 'x' } }, /^s\.fields\.colour: is not known; known are key, name, state/],
    [
      { kind: 'job', fields: { ...RUN, severity: 'x' } },
      /^s\.fields\.severity: is not known; known are job_id/,
    ],
    [{ kind: 'job', fields: {} }, /job_id: is missing/, /run_id: /, /name: /, /status: is missing/],
    [{ fields: { ...MINIMAL, at: 'a..b' } }, /^s\.fields\.at: must be a path such as rule\.name/],
    [{ fields: { ...MINIMAL, at: 3 } }, /^s\.fields\.at: must be a path/],
    [{ fields: { ...MINIMAL, at: ['x', ''] } }, /^s\.fields\.at\[1\]: must be a path/],
    [{ fields: { ...MINIMAL, at: [] } }, /^s\.fields\.at: must be a list of paths, at least one/],
    [{ fields: { ...MINIMAL, at: { join: 'x' } } }, /^s\.fields\.at\.join: must be a list of paths/],
    [{ fields: { ...MINIMAL, at: { text: 'x', join: ['x'] } } }, /^s\.fields\.at: must be a path, a list/],
    [{ fields: { ...MINIMAL, at: { path: 'x' } } }, /^s\.fields\.at: must be a path, a list/],
    [{ fields: { ...MINIMAL, labels: '$.labels' } }, /^s\.fields\.labels: must be the path of an object in/],
    [{ fields: { ...MINIMAL, annotations: { text: 'x' } } }, /^s\.fields\.annotations: must be the path/],
    [{ fields: MINIMAL, items: 1 }, /^s\.items: must be a path/],
    [
      { fields: { ...MINIMAL, state: 'x' }, cleared: 'ok' },
      /^s\.cleared: must be a list of words, 100 at most$/,
    ],
    [{ fields: { ...MINIMAL, state: 'x' }, cleared: [null] }, /^s\.cleared: must be a list of words/],
    [{ fields: MINIMAL, success: ['ok'] }, /^s\.success: is for sources with `kind: job` only$/],
    [{ fields: MINIMAL, cleared: ['ok'] }, /^s\.cleared: has no effect without `fields\.state`/],
    [
      { fields: MINIMAL, severity: { high: ['a'] } },
      /^s\.severity: has no effect without `fields\.severity`/,
    ],
    [{ kind: 'job', fields: RUN, severity: {} }, /^s\.severity: is for sources with `kind: alert` only$/],
    [
      { kind: 'job', fields: RUN, expires_after: '1h' },
      /^s\.expires_after: is for sources with `kind: alert`/,
    ],
    [{ fields: MINIMAL, expires_after: '0s' }, /^s\.expires_after: must be a duration such as 90s/],
    [{ fields: MINIMAL, expires_after: 30 }, /^s\.expires_after: must be a duration/],
    [{ fields: MINIMAL, expires_after: '31d' }, /^s\.expires_after: .* at most 30d$/],
  ] as const) {
    it(`refuses ${JSON.stringify(members)}`, () => {
      const { mistakes } = read(members)

      assert.equal(mistakes.length, expected.length, mistakes.join('\n'))
      for (const [index, sentence] of expected.entries()) assert.match(mistakes[index] ?? '', sentence)
    })
  }

  it('never throws, and says where what is wrong stands', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('kind', 'items', 'fields', 'cleared'), fc.jsonValue()),
        (members) => {
          for (const mistake of read(members).mistakes)
            assert.match(mistake, /^s\.(kind|items|fields|cleared)/)
        },
      ),
    )
  })
})
