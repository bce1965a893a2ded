import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainUnknownIntake } from './not-found.ts'

const known = ['/intake/prometheus/api/v2/alerts', '/intake/pgdash']

describe('explainUnknownIntake', () => {
  for (const [path, sentence] of [
    [
      '/intake',
      'No source is named at this address; reports are taken at /pem/intake/prometheus/api/v2/alerts, ',
    ],
    ['/intake/', 'No source is named at this address; '],
    ['/intake//pgdash', 'No source is named at this address; '],
    ['/intake/pgdsh', 'There is no source "pgdsh" at this address; reports are taken at /pem/intake/'],
    [
      '/intake/prometheus',
      'The source prometheus takes reports at /pem/intake/prometheus/api/v2/alerts. Senders of its kind add /api/v2/alerts by themselves: give them the address that ends with /pem/intake/prometheus.',
    ],
    [
      '/intake/prometheus/api/v1/alerts',
      'The source prometheus takes reports at /pem/intake/prometheus/api/v2/',
    ],
    ['/intake/pgdash/tcn_abc', 'A token in an address stands before the source: /pem/intake/<token>/pgdash.'],
    [
      '/intake/pgdash/api/v2/alerts',
      'The source pgdash takes reports at /pem/intake/pgdash, and there is nothing below it.',
    ],
  ] as const) {
    it(`says at ${path} what is right`, () => {
      const { message } = explainUnknownIntake(path, known, '/pem')

      assert.ok(message.startsWith(sentence), message)
    })
  }

  it('names no more addresses than anybody reads', () => {
    const many = Array.from({ length: 500 }, (_, index) => `/intake/source-${index}`)
    const { message } = explainUnknownIntake('/intake/x', many, '')

    assert.match(message, /\/intake\/source-49, and 450 more\.$/)
  })
})
