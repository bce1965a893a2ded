import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { labelFingerprint } from './fingerprint.ts'

describe('labelFingerprint', () => {
  it('gives what Alertmanager gives (payload in prometheus/alertmanager issue 2447)', () => {
    const labels = { alertname: 'DemoAlert', server: 'ni3', severity: 'critical' }

    assert.equal(labelFingerprint(labels), '8a07086b74f3ba78')
  })

  it('gives what a running Alertmanager 0.25 gave for text beyond ASCII', () => {
    const labels = { alertname: 'Zürich 🐘', b: 'é\n"x"' }

    assert.equal(labelFingerprint(labels), '87b507ae26bf2dde')
  })

  it('does not depend on the order in which the labels stand', () => {
    const labels = { severity: 'critical', server: 'ni3', alertname: 'DemoAlert' }

    assert.equal(labelFingerprint(labels), '8a07086b74f3ba78')
  })

  it('does not depend on that order for any labels', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a', '1', '10', '2', '__proto__', 'ﬀ', '🔔'),
    )
    const labels = fc
      .uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, minLength: 1, maxLength: 8 })
      .chain((pairs) => fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })))
    fc.assert(
      fc.property(labels, ([pairs, shuffled]) => {
        const fingerprint = labelFingerprint(Object.fromEntries(pairs))
        assert.equal(labelFingerprint(Object.fromEntries(shuffled)), fingerprint)
        assert.match(fingerprint, /^[0-9a-f]{16}$/)
      }),
    )
  })

  it('gives the offset basis for no labels', () => {
    assert.equal(labelFingerprint({}), 'cbf29ce484222325')
  })

  it('agrees with the textbook form of FNV-1a for any labels, whatever their characters', () => {
    const characters = fc.oneof(
      fc.constantFrom('a', '\u007f', '\u0080', 'ÿ', '€'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    const text = fc.string({ unit: characters, maxLength: 40 }).map((given) => given.toWellFormed())
    const labels = fc.dictionary(text, text, { maxKeys: 8 })

    fc.assert(fc.property(labels, (given) => labelFingerprint(given) === textbookFingerprint(given)))
  })

  it('keeps names and values apart', () => {
    assert.notEqual(labelFingerprint({ ab: 'c' }), labelFingerprint({ a: 'bc' }))
  })
})

/** The definition, a byte at a time. */
function textbookFingerprint(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels)
    .map(([name, value]) => [Buffer.from(name), Buffer.from(value)] as const)
    .sort(([a], [b]) => Buffer.compare(a, b))
  const separator = Buffer.of(0xff)
  const bytes = Buffer.concat(pairs.flatMap(([name, value]) => [name, separator, value, separator]))
  const hash = bytes.reduce(
    (hash, byte) => ((hash ^ BigInt(byte)) * 1_099_511_628_211n) & 0xffff_ffff_ffff_ffffn,
    14_695_981_039_346_656_037n,
  )
  return hash.toString(16).padStart(16, '0')
}
