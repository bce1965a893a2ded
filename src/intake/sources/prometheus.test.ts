import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../domain/alert/alert.ts'
import { formatInstant } from '../../domain/instant.ts'
import { severityReader } from '../../domain/alert/severity.ts'
import { ALERTS_MAX, type ReadContext } from '../reading/dialect.ts'
import { LABELS_LENGTH_MAX, PAIRS_MAX, TEXT_LENGTH_MAX } from '../reading/label-alert.ts'
import { PROMETHEUS } from './prometheus.ts'

const NOW = Date.parse('2026-09-14T03:16:40Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const DEMO = { alertname: 'DemoAlert', server: 'ni3', severity: 'critical' }

const SENDER = { principal: 'token 1', name: 'prometheus', address: '10.0.3.17' }

function contextAt(now: number): ReadContext {
  return {
    source: 'prometheus',
    now,
    sender: SENDER,
    severity: severityReader(),
    ignoreLabels: [],
    raised: [],
  }
}

describe('PROMETHEUS', () => {
  it('reads a firing alert', () => {
    const annotations = { summary: 'Replica is 412 s behind', value: '412', threshold: '60' }
    const { observations, errors } = PROMETHEUS.read(
      [
        {
          labels: DEMO,
          annotations,
          startsAt: '2026-09-14T03:12:40.117Z',
          endsAt: '2026-09-14T03:20:40.117Z',
          generatorURL: 'https://prom.example.com/graph?g0.expr=up',
        },
      ],
      contextAt(NOW),
    )

    assert.deepEqual(errors, [])
    assert.deepEqual(observations, [
      {
        source: 'prometheus',
        key: '8a07086b74f3ba78',
        name: 'DemoAlert',
        state: 'high',
        at: Date.parse('2026-09-14T03:12:40.117Z'),
        since: Date.parse('2026-09-14T03:12:40.117Z'),
        countsByArrival: true,
        push: {
          reporter: '23w6CDlnRs0',
          token: '4HNwpw',
          name: 'prom.example.com (10.0.3.17)',
          startsAt: Date.parse('2026-09-14T03:12:40.117Z'),
          endsAt: Date.parse('2026-09-14T03:20:40.117Z'),
          expiresAfterMs: 5 * MINUTE,
        },
        expiresAt: Date.parse('2026-09-14T03:20:40.117Z'),
        details: {
          objectType: 'server',
          objectName: 'ni3',
          serverName: 'ni3',
          currentValue: '412',
          thresholdValue: '60',
          info: 'Replica is 412 s behind',
          sourceLink: 'https://prom.example.com/graph?g0.expr=up',
          labels: DEMO,
          annotations,
        },
      },
    ])
  })

  it('knows a reporter by its token, its page without the query, and its address; a script by its token alone', () => {
    const reporterOf = (given: object, sender: Partial<typeof SENDER> = {}) => {
      const context = { ...contextAt(NOW), sender: { ...SENDER, ...sender } }
      return PROMETHEUS.read([{ labels: DEMO, ...given }], context).observations[0]?.push?.reporter
    }
    const page = { generatorURL: 'https://prom.example.com/graph?g0.expr=up' }
    const known = reporterOf(page)

    assert.equal(reporterOf({ generatorURL: 'https://prom.example.com/graph?g0.expr=down' }), known)
    assert.notEqual(reporterOf({ generatorURL: 'https://prom-2.example.com/graph?g0.expr=up' }), known)
    assert.notEqual(reporterOf(page, { principal: 'token 2' }), known)
    assert.notEqual(reporterOf(page, { address: '10.0.3.18' }), known)
    assert.equal(reporterOf({}, { address: '10.0.3.18' }), reporterOf({}))
    assert.notEqual(reporterOf({}, { principal: 'token 2' }), reporterOf({}))
  })

  it('lets what names no end fire for as long as its source says', () => {
    const context = { ...contextAt(NOW), expiresAfterMs: 24 * 60 * MINUTE }
    const [observation] = PROMETHEUS.read([{ labels: DEMO }], context).observations

    assert.equal(observation?.expiresAt, NOW + 24 * 60 * MINUTE)
  })

  it('reads a resolved alert: its endsAt has come', () => {
    for (const endsAt of [NOW, NOW - MINUTE]) {
      const [observation] = read({ startsAt: formatInstant(NOW - 2 * MINUTE), endsAt: formatInstant(endsAt) })

      assert.equal(observation.state, 'cleared')
      assert.equal(observation.at, endsAt)
      assert.equal(observation.since, undefined)
      assert.equal(observation.expiresAt, undefined)
    }
  })

  const times: readonly [string, object, { at: number; since: number; expiresAt: number }][] = [
    ['no times', {}, { at: NOW, since: NOW, expiresAt: NOW + 5 * MINUTE }],
    [
      'the zero time of Go',
      { startsAt: '0001-01-01T00:00:00Z', endsAt: '0001-01-01T00:00:00Z' },
      { at: NOW, since: NOW, expiresAt: NOW + 5 * MINUTE },
    ],
    ['null', { startsAt: null, endsAt: null }, { at: NOW, since: NOW, expiresAt: NOW + 5 * MINUTE }],
    [
      'nanoseconds and a zone',
      { startsAt: '2026-09-14T05:16:39.123456789+02:00' },
      { at: NOW - 877, since: NOW - 877, expiresAt: NOW + 5 * MINUTE },
    ],
    [
      'a start long ago',
      { startsAt: formatInstant(NOW - 60 * MINUTE) },
      { at: NOW - 60 * MINUTE, since: NOW - 60 * MINUTE, expiresAt: NOW + 5 * MINUTE },
    ],
    [
      'a start in the future, from a fast clock',
      { startsAt: formatInstant(NOW + 5 * MINUTE), endsAt: formatInstant(NOW + 9 * MINUTE) },
      { at: NOW, since: NOW, expiresAt: NOW + 9 * MINUTE },
    ],
    [
      'an end only',
      { endsAt: formatInstant(NOW + MINUTE) },
      { at: NOW, since: NOW, expiresAt: NOW + MINUTE },
    ],
  ]
  for (const [what, given, expected] of times) {
    it(`understands ${what}`, () => {
      const [{ state, at, since, expiresAt }] = read(given)

      assert.deepEqual({ state, at, since, expiresAt }, { state: 'high', ...expected })
    })
  }

  it('drops labels with an empty value before it computes the key', () => {
    const [{ key, details }] = read({ labels: { ...DEMO, replica: '' } })

    assert.equal(key, '8a07086b74f3ba78')
    assert.deepEqual(details.labels, DEMO)
  })

  it('keeps severities it knows, and takes others for medium with a warning', () => {
    const about = (labels: object) => {
      const [{ state, warnings }] = read({ labels: { alertname: 'x', ...labels } })
      return { state, warnings }
    }

    assert.deepEqual(about({ severity: 'info' }), { state: 'low', warnings: undefined })
    assert.deepEqual(about({}), { state: 'medium', warnings: undefined })
    assert.deepEqual(about({ severity: 'sev-9' }), {
      state: 'medium',
      warnings: ['The severity "sev-9" is not known, so the alert counts as medium.'],
    })
  })

  it('takes an alert without a name, with a warning', () => {
    const [{ name, warnings }] = read({ labels: { instance: 'a:1' } })

    assert.equal(name, 'unnamed alert')
    assert.deepEqual(warnings, ['The alert has no label alertname.'])
  })

  it('takes any text in labels and annotations as it is, up to 64 KiB', () => {
    const text = `"quotes" \\ \n\t <b> 🐘 ${'x'.repeat(TEXT_LENGTH_MAX - 30)}`
    const [{ details }] = read({ labels: { ...DEMO, 'ein Näme': text }, annotations: { description: text } })

    assert.equal(details.labels?.['ein Näme'], text)
    assert.equal(details.info, text)
  })

  it('mends half characters, which no database could keep', () => {
    const [{ details }] = read({ labels: { alertname: 'x\ud800' } })

    assert.equal(details.labels?.['alertname'], 'x\ufffd')
  })

  it('passes over members that nobody knows', () => {
    const { observations } = PROMETHEUS.read(
      [{ labels: DEMO, status: { state: 'active' }, fingerprint: 1 }],
      contextAt(NOW),
    )

    assert.equal(observations.length, 1)
  })

  it('takes an empty array', () => {
    assert.deepEqual(PROMETHEUS.read([], contextAt(NOW)), { observations: [], errors: [] })
  })

  it('takes the same alert twice', () => {
    const { observations } = PROMETHEUS.read([{ labels: DEMO }, { labels: DEMO }], contextAt(NOW))

    assert.deepEqual(
      observations.map(({ key }) => key),
      ['8a07086b74f3ba78', '8a07086b74f3ba78'],
    )
  })
})

describe('PROMETHEUS, of what is wrong', () => {
  const mistakes: readonly [string, unknown, RegExp][] = [
    ['not an object', 'x', /must be an object/],
    ['an array', [], /must be an object/],
    ['null', null, /must be an object/],
    ['no labels', {}, /labels must be an object of strings/],
    ['labels of the wrong type', { labels: ['a'] }, /labels must be an object of strings/],
    ['empty labels', { labels: {} }, /labels must have at least one pair/],
    ['labels that are all empty', { labels: { a: '' } }, /labels must have at least one pair/],
    ['a number as label', { labels: { a: 1 } }, /labels\.a must be a string/],
    ['an empty label name', { labels: { '': 'x' } }, /labels must not have an empty name/],
    [
      'an annotation that is null',
      { labels: DEMO, annotations: { a: null } },
      /annotations\.a must be a string/,
    ],
    ['annotations of the wrong type', { labels: DEMO, annotations: 'x' }, /annotations must be an object/],
    [
      'a time that is none',
      { labels: DEMO, startsAt: 'yesterday' },
      /startsAt must be a time as in RFC 3339/,
    ],
    ['a time as number', { labels: DEMO, endsAt: 1789363805 }, /endsAt must be a time as in RFC 3339/],
    ['a generatorURL of the wrong type', { labels: DEMO, generatorURL: 1 }, /generatorURL must be a string/],
    [
      'an end before its start',
      { labels: DEMO, startsAt: formatInstant(NOW), endsAt: formatInstant(NOW - 1) },
      /endsAt must not be before startsAt/,
    ],
    [
      'a value beyond 64 KiB',
      { labels: { a: 'x'.repeat(TEXT_LENGTH_MAX + 1) } },
      /labels\.a must have at most 65536 characters/,
    ],
    [
      'a name beyond 64 KiB',
      { labels: { ['x'.repeat(TEXT_LENGTH_MAX + 1)]: 'a' } },
      /labels\.x+… must have at most 65536 characters/,
    ],
    [
      'too many labels',
      { labels: Object.fromEntries(Array.from({ length: PAIRS_MAX + 1 }, (_, i) => [`l${i}`, 'x'])) },
      /labels must have at most 1000 pairs/,
    ],
    [
      'labels that are too long in all',
      {
        labels: Object.fromEntries(
          Array.from({ length: Math.ceil(LABELS_LENGTH_MAX / TEXT_LENGTH_MAX) }, (_, i) => [
            `l${i}`,
            'x'.repeat(TEXT_LENGTH_MAX),
          ]),
        ),
      },
      /labels must have at most 1000000 characters in all/,
    ],
  ]
  for (const [what, element, message] of mistakes) {
    it(`names ${what}, and takes the others`, () => {
      const { observations, errors } = PROMETHEUS.read(
        [{ labels: DEMO }, element, { labels: DEMO }],
        contextAt(NOW),
      )

      assert.equal(observations.length, 2)
      assert.equal(errors.length, 1)
      assert.match(errors[0] ?? '', /^alert 1: /)
      assert.match(errors[0] ?? '', message)
    })
  }

  it('names what is not an array', () => {
    for (const body of [null, {}, 'x', 1, { alerts: [] }]) {
      assert.deepEqual(PROMETHEUS.read(body, contextAt(NOW)), {
        observations: [],
        errors: ['the body must be a JSON array of alerts'],
      })
    }
  })

  it('names a hundred mistakes and counts the rest', () => {
    const { errors } = PROMETHEUS.read(
      Array.from({ length: 130 }, () => 0),
      contextAt(NOW),
    )

    assert.equal(errors.length, 101)
    assert.equal(errors.at(-1), 'and 30 more of the kind')
  })

  it('refuses a request with too many alerts whole', () => {
    const body = Array.from({ length: ALERTS_MAX + 1 }, () => ({ labels: DEMO }))

    assert.throws(() => PROMETHEUS.read(body, contextAt(NOW)), { code: 'payload_too_large' })
    assert.equal(PROMETHEUS.read(body.slice(1), contextAt(NOW)).observations.length, ALERTS_MAX)
  })
})

function read(given: object, now = NOW): readonly [Observation] {
  const { observations, errors } = PROMETHEUS.read([{ labels: DEMO, ...given }], contextAt(now))
  assert.deepEqual(errors, [])
  const [observation] = observations
  assert.ok(observation)
  return [observation]
}
