import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { labelFingerprint } from '../../../src/domain/alert/fingerprint.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

/** What Go writes for a time that nobody set. */
const ZERO_TIME = '0001-01-01T00:00:00Z'
const BASE = '/intake/prometheus/api/v2'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    'critical',
    'info',
    'none',
    '\ud800',
    '2026-09-14T03:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-13-45T99:00:00Z',
  ),
)
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, -0, 2 ** 60, [], {}))
const names = fc.oneof(
  fc.constantFrom('alertname', 'severity', 'instance', 'datname', 'constructor', 'toString', '0', ''),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const pairs = (value: fc.Arbitrary<unknown>) => fc.dictionary(names, value, { maxKeys: 5 })
const element = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        labels: fc.oneof(
          { weight: 5, arbitrary: pairs(text) },
          { weight: 1, arbitrary: pairs(anything) },
          anything,
        ),
        annotations: fc.oneof({ weight: 5, arbitrary: pairs(text) }, anything),
        startsAt: text,
        endsAt: text,
        generatorURL: fc.oneof(text, anything),
        fingerprint: fc.oneof(
          { weight: 9, arbitrary: anything },
          { weight: 1, arbitrary: fc.constant(JSON.parse('[{"__proto__": false}]')) },
        ),
      },
      { requiredKeys: ['labels'] },
    ),
  },
  { weight: 1, arbitrary: anything },
)

/** Bodies of any kind; and, in arrays, alerts that are valid for certain, among others of any kind. */
describe('POST of any JSON to the Prometheus intake', () => {
  const clock = new FakeClock()
  let app: TestApp
  let count = 0
  before(async () => {
    app = await startApp({ clock })
  })
  after(() => app.stop())

  it('is answered 200, or 400 with a sentence for each invalid alert; the valid ones are stored all the same', async () => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 6 }), fc.nat({ max: 6 }), async (elements, place) => {
        count += 1
        const sure = { labels: { alertname: 'sure', run: String(count) }, annotations: { note: '1' } }
        const sureIndex = Math.min(place, elements.length)
        const body = JSON.stringify(elements.toSpliced(sureIndex, 0, sure))

        const { status, json, text } = await app.call('POST', `${BASE}/alerts`, body)

        assert.ok(status === 200 || status === 400, text)
        const named = status === 200 ? [] : indexesIn(json)
        refused += named.length
        assert.deepEqual(
          named,
          [...new Set(named)].toSorted((a, b) => a - b),
          text,
        )
        assert.ok(!named.includes(sureIndex), text)
        // What was not named was taken, and is shown until it ends.
        const alerts = new Map((await shown()).map((alert) => [alert.fingerprint, alert.labels]))
        for (const [index, each] of JSON.parse(body).entries()) {
          if (named.includes(index) || hasEnded(each)) continue
          const labels = wellFormedLabels(each.labels)
          assert.deepEqual(alerts.get(labelFingerprint(labels)), labels)
        }
      }),
      { numRuns: 80 },
    )
    assert.ok(refused > 50, `only ${refused} alerts were refused`)
  })

  it('is answered 400 with a sentence when it is no array, and changes nothing', async () => {
    const alertsBefore = await shown()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anything, element).filter((body) => body !== undefined && !Array.isArray(body)),
        async (body) => {
          const { status, json } = await app.call('POST', `${BASE}/alerts`, JSON.stringify(body))
          assert.deepEqual([status, json], [400, 'the body must be a JSON array of alerts'])
        },
      ),
      { numRuns: 50 },
    )
    assert.deepEqual(await shown(), alertsBefore)
  })

  it('knows an alert again by its labels, in whatever order they come', async () => {
    const labels = fc
      .uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ minLength: 1 })), {
        selector: ([name]) => name,
        minLength: 1,
        maxLength: 5,
      })
      .filter((pairs) => pairs.every(([name]) => name !== '__proto__'))
      .chain((pairs) => fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })))
    await fc.assert(
      fc.asyncProperty(labels, async ([pairs, shuffled]) => {
        count += 1
        const own: [string, string] = ['run', String(count)]
        for (const each of [
          [own, ...pairs],
          [...shuffled, own],
        ]) {
          assert.equal(
            (await app.call('POST', `${BASE}/alerts`, [{ labels: Object.fromEntries(each) }])).status,
            200,
          )
        }
        const found = (await shown()).filter(({ labels }) => labels['run'] === String(count))
        assert.equal(found.length, 1)
        const [raised, ...more] = (await app.store.listEvents({}, { limit: 2 })).filter(
          (event) => event.kind === 'alert' && event.alertKey === found[0]?.fingerprint,
        )
        assert.ok(raised && more.length === 0)
      }),
      { numRuns: 40 },
    )
  })

  async function shown(): Promise<
    readonly { readonly fingerprint: string; readonly labels: Record<string, string> }[]
  > {
    return (await app.call('GET', `${BASE}/alerts`)).json
  }

  /** By the clock of the sender, which is ahead where it names a start to come. */
  function hasEnded({ startsAt, endsAt }: { readonly startsAt?: string; readonly endsAt?: string }): boolean {
    const now = Math.max(clock.now(), Date.parse(startsAt ?? '') || 0)
    return Date.parse(endsAt ?? '') <= now && endsAt !== ZERO_TIME
  }
})

/** The alerts that a refusal names, in its order. A sentence may repeat any text, so only their beginnings count. */
function indexesIn(json: unknown): readonly number[] {
  assert.ok(typeof json === 'string')
  const sentences = json.split(/; (?=alert \d+: )/)
  return sentences.map((sentence) => {
    const [, index, words = ''] = /^alert (\d+): (.+)$/s.exec(sentence) ?? []
    assert.match(words, / must (not )?(be|have) |^must be an object$/, sentence)
    return Number(index)
  })
}

/** As they are kept: pairs without a value and `__proto__` are left out, and half of a character is mended. */
function wellFormedLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels)
      .filter(([name, value]) => value !== '' && name !== '__proto__')
      .map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
  )
}
