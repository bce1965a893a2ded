import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findSignatureFault, readBodySignature, type BodySignature } from './body-signature.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')
const BODY = Buffer.from('{"a":"ä"}')
/** As `openssl dgst -sha256 -hmac s3cret` has them: of the body, and of `1772323200:` with the body. */
const PLAIN = '85b4d4dd842a43986a91d68235ada5092b76ae619658c1ca1e2bc9d516061789'
const TIMED = 'd1748d4dcdcf0b0a79af5255a7e3321909d89dc7431ee15aef945ebb9aa89943'

const plain: BodySignature = { secret: 's3cret', header: 'X-Sig', timestampHeader: null }
const timed: BodySignature = { ...plain, timestampHeader: 'X-Time' }

const faultOf = (
  signature: BodySignature,
  headers: Readonly<Record<string, string>>,
  { body = BODY, now = NOW } = {},
) => findSignatureFault(signature, { body, headers }, now)

describe('the signature of a body', () => {
  it('is right as Grafana makes it, with and without the time', () => {
    assert.equal(faultOf(plain, { 'x-sig': PLAIN }), undefined)
    assert.equal(faultOf(plain, { 'x-sig': ` ${PLAIN.toUpperCase()}` }), undefined)
    assert.equal(faultOf(timed, { 'x-sig': TIMED, 'x-time': '1772323200' }), undefined)
  })

  it('is missed', () => {
    assert.match(faultOf(plain, {}) ?? '', /^The header X-Sig is missing/)
    assert.match(faultOf(timed, { 'x-sig': PLAIN }) ?? '', /^The header X-Time must be there/)
    for (const time of ['', 'now', '-1', '1772323200.5', '1'.repeat(13)]) {
      assert.match(faultOf(timed, { 'x-sig': TIMED, 'x-time': time }) ?? '', /^The header X-Time must/)
    }
  })

  it('is wrong if a byte, the time or the secret is another one, or it is cut', () => {
    const WRONG = /^The signature in X-Sig does not fit body: /
    for (const signature of [
      '',
      PLAIN.slice(0, -1),
      `${PLAIN}0`,
      TIMED,
      `${PLAIN}, ${PLAIN}`,
      'ÿ'.repeat(64),
    ])
      assert.match(faultOf(plain, { 'x-sig': signature }) ?? '', WRONG, signature)
    assert.match(faultOf(plain, { 'x-sig': PLAIN }, { body: Buffer.from('{"a": "ä"}') }) ?? '', WRONG)
    assert.match(faultOf({ ...plain, secret: 'S3cret' }, { 'x-sig': PLAIN }) ?? '', WRONG)
    for (const [signature, time] of [
      [TIMED, '1772323201'],
      [PLAIN, '1772323200'],
    ] as const) {
      const fault = faultOf(timed, { 'x-sig': signature, 'x-time': time })
      assert.match(fault ?? '', /^The signature in X-Sig does not fit X-Time and body: /)
    }
  })

  it('is believed for five minutes, by a clock that may be wrong by as much', () => {
    const headers = { 'x-sig': TIMED, 'x-time': '1772323200' }
    for (const seconds of [-300, 300])
      assert.equal(faultOf(timed, headers, { now: NOW + seconds * 1000 }), undefined)
    for (const seconds of [-301, 301]) {
      const fault = faultOf(timed, headers, { now: NOW + seconds * 1000 })
      assert.match(fault ?? '', /\(X-Time: 1772323200\), more than 5 minutes from now/)
    }
  })
})

describe('how a source is signed', () => {
  for (const [value, mistakes] of [
    ['s3cret', ['s: must have members, at least `secret`']],
    [{}, [/^s\.secret: must be a text of 1 to 1000 characters/]],
    [{ secret: '' }, [/^s\.secret: must be a text/]],
    [{ secret: 12_345 }, [/a number needs quotes$/]],
    [{ secret: 'x'.repeat(1_001) }, [/^s\.secret: must be a text/]],
    [{ secret: 'x', key: 'y' }, ['s.key: is not known; known are secret, header, timestamp_header']],
    [{ secret: 'x', header: 'X Sig' }, [/^s\.header: must be the name of a header/]],
    [
      { secret: 'x', header: 'X-A', timestamp_header: 'x-a' },
      ['s.timestamp_header: must be another one than that of the signature, X-A'],
    ],
    [{ header: 7, timestamp_header: '' }, [/^s\.header/, /^s\.timestamp_header/, /^s\.secret/]],
  ] as const) {
    it(`is not said by ${JSON.stringify(value).slice(0, 60)}`, () => {
      const found: string[] = []
      readBodySignature('s', value, found)

      assert.equal(found.length, mistakes.length, found.join('\n'))
      for (const [index, mistake] of mistakes.entries()) {
        if (typeof mistake === 'string') assert.equal(found[index], mistake)
        else assert.match(found[index] ?? '', mistake)
      }
    })
  }
})
