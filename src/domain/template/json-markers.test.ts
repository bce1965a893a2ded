import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { alertEvent, jobRunEvent, SITE } from '../../../test/support/build.ts'
import type { Event } from '../alert/event.ts'
import { isJsonMarker } from './marker.ts'
import { MARKERS, markerValues } from './markers.ts'
import { compileTemplate } from './template.ts'

const LABELS = { team: 'd"b\\a', größe: "5 < '6' & é\n", ['__proto__']: '412', 'k8s.io/name': '%AlertName%' }
const ALERT = alertEvent({ details: { labels: LABELS, annotations: { summary: 's' } } })

function sent(template: string, { event = ALERT as Event, contentType = 'application/json' } = {}): string {
  const payloadType = event.kind === 'alert' ? 'ALERT' : 'JOB'
  const { render } = compileTemplate(template, { payloadType, contentType })
  return render(markerValues({ event, deliveryId: '1', ...SITE }))
}

function warningsOf(template: string): readonly string[] {
  const { warnings } = compileTemplate(template, { payloadType: 'ALERT', contentType: '' })
  return warnings.map(({ message }) => message)
}

describe('a marker for a JSON object', () => {
  it('is an object of the JSON around it, with every label', () => {
    const body = JSON.parse(sent('{"labels": %x.LabelsJson%, "more": [%x.AnnotationsJson%]}'))

    assert.deepEqual(body, { labels: LABELS, more: [{ summary: 's' }] })
    assert.deepEqual(JSON.parse(sent('%x.LabelsJson%')), LABELS)
    assert.deepEqual(JSON.parse(sent('%x.LabelsJson%', { contentType: 'application/x-ndjson' })), LABELS)
    assert.deepEqual(warningsOf('{"labels": %x.LabelsJson%}'), [])
  })

  it('is a text in quotes, in the name of a member, and under another Content-Type', () => {
    const quoted = JSON.parse(sent('{"labels": "%x.LabelsJson%", %x.LabelsJson%: 1}'))
    const inForm = new URLSearchParams(
      sent('labels=%x.LabelsJson%', { contentType: 'application/x-www-form-urlencoded' }),
    )

    assert.deepEqual(JSON.parse(quoted.labels), LABELS)
    assert.deepEqual(JSON.parse(Object.keys(quoted)[1] ?? ''), LABELS)
    assert.deepEqual(JSON.parse(inForm.get('labels') ?? ''), LABELS)
    assert.deepEqual(JSON.parse(sent('%x.LabelsJson%', { contentType: 'text/plain' })), LABELS)
  })

  it('is {} without labels, and where an event can have none', () => {
    const event = jobRunEvent({ details: { labels: { team: 'dba' } } })
    const template = '[%x.LabelsJson%, %x.AnnotationsJson%, %x.AmLabelsJson%]'

    assert.equal(sent('%x.LabelsJson%', { event: alertEvent({ details: {} }) }), '{}')
    assert.equal(sent('%x.LabelsJson%', { contentType: 'text/plain', event: alertEvent() }), '{}')
    assert.equal(sent(template, { event }), '[{"team":"dba"}, {}, {}]')
  })

  it('is {} if a filter or the limit of a body would damage it, and says so when it is written', () => {
    for (const filter of ['20', 'jira', 'html', 'pre:"labels "', 'json']) {
      const template = `{"labels": %x.LabelsJson|${filter}%}`
      assert.equal(sent(template), '{"labels": {}}', filter)
      assert.match(
        warningsOf(template)[0] ?? '',
        /^line 1, column 12: %x\.LabelsJson\|…% is a JSON object here/,
      )
    }
    assert.deepEqual(warningsOf('{"labels": "%x.LabelsJson|20%"}'), [])

    const event = alertEvent({ details: { labels: { a: '"'.repeat(100_000) } } })
    const copies: readonly object[] = JSON.parse(
      sent(`[${Array(9).fill('%x.LabelsJson%').join()}]`, { event }),
    )
    assert.equal(copies.filter((copy) => 'a' in copy).length, 5)
    assert.deepEqual(copies.slice(5), [{}, {}, {}, {}])
  })

  it('has U+FFFD for half a character, as other markers do', () => {
    const halves = { a: '\ud83d!', '\udd25': 'b' }
    const event = alertEvent({ details: { labels: halves, annotations: halves } })
    const whole = { a: '\ufffd!', '\ufffd': 'b' }

    assert.deepEqual(JSON.parse(sent('[%x.LabelsJson%, %x.AnnotationsJson%]', { event })), [whole, whole])
  })

  it('keeps a body JSON with any labels', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', '"', '\\', '}', '\ud800', '\u2028', '%x.Key%', '{{url}}'),
    )
    // JSON.parse of Node.js 24 takes an escaped name for one that it has read before, if that ended with a backslash.
    const name = text.filter((one) => !one.includes('\\'))
    fc.assert(
      fc.property(fc.dictionary(name, text, { maxKeys: 9 }), (labels) => {
        const body = sent('{"a": %x.LabelsJson%}', { event: alertEvent({ details: { labels } }) })
        assert.ok(body.isWellFormed())
        assert.equal(
          JSON.stringify(JSON.parse(body).a),
          JSON.stringify(
            Object.fromEntries(Object.entries(labels).map((pair) => pair.map((one) => one.toWellFormed()))),
          ),
        )
      }),
    )
  })

  it('is each one whose name ends so, and no label', () => {
    const names = MARKERS.map(({ name }) => name).filter(isJsonMarker)

    assert.equal(names.length, 4)
    for (const { name, example } of MARKERS) if (names.includes(name)) JSON.parse(example)
    assert.ok(!isJsonMarker('label.x.Json') && !isJsonMarker('x.Key'))
    assert.match(warningsOf('{"a": "%labels%"}')[0] ?? '', /Did you mean %x\.LabelsJson%\?/)
  })
})
