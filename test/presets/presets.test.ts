import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { findRequestWarnings } from '../../src/domain/template/render-request.ts'
import { isClearedEvent } from '../../src/domain/webhook/webhook.ts'
import { isSecretHeader } from '../../src/domain/definition/webhook-secrets.ts'
import { fillPreset, payloadTypesOf } from '../../src/presets/fill-preset.ts'
import { PRESETS } from '../../src/presets/presets.ts'
import type { Preset, PresetLimit } from '../../src/presets/preset.ts'
import { eventsOf, examplesOf, HOSTILE, render } from './hostile-events.ts'
import { SHAPES } from './shapes.ts'
import { alertEvent, SITE } from '../support/build.ts'

const ajv = new Ajv({ allErrors: true })

/** Every member with this name, however deep. */
function textsAt(value: unknown, name: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name && typeof inner === 'string' ? [inner] : []),
    ...textsAt(inner, name),
  ])
}

function lengthIn(unit: PresetLimit['unit'], text: string): number {
  return unit === 'bytes' ? Buffer.byteLength(text) : text.length
}

/** Of texts alone, in a body or in a part of it. */
function allTexts(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(allTexts).join('') : ''
}

function assertWithinLimits({ limits, id }: Preset, body: string): void {
  const json: unknown = JSON.parse(body)
  for (const { part, max, unit } of limits) {
    if (unit === 'entries') continue
    // Slack's "text of …" stands apart in the shape.
    const texts = part === 'all' ? [unit === 'bytes' ? body : allTexts(json)] : textsAt(json, part)
    for (const text of texts)
      assert.ok(lengthIn(unit, text) <= max, `${id}: ${part} has ${lengthIn(unit, text)} ${unit}`)
  }
}

/** The name of the shape of its clear request. */
function endOf({ id }: Preset): string {
  return `${id}, at the end`
}

for (const receiver of PRESETS) {
  describe(`the receiver ${receiver.id}`, () => {
    const shape = SHAPES[receiver.id]
    const accepts = shape && ajv.compile(shape)
    const ofClear = SHAPES[endOf(receiver)]
    const acceptsEnd = receiver.clearRequest === undefined ? accepts : ofClear && ajv.compile(ofClear)

    for (const payloadType of payloadTypesOf(receiver)) {
      for (const [what, value] of Object.entries(HOSTILE)) {
        it(`${payloadType}: gets what it accepts with ${what} for every value`, () => {
          assert.ok(accepts && acceptsEnd, 'test/receivers/shapes.ts has no shape for it')
          for (const [moment, event] of Object.entries(eventsOf(value)[payloadType])) {
            if (moment === 'closing' && receiver.alertFlags?.cleared === false) continue
            const { body, url } = render(receiver, payloadType, event)

            const takes = isClearedEvent(event) ? acceptsEnd : accepts
            assert.ok(
              takes(JSON.parse(body)),
              `${moment}: ${JSON.stringify(takes.errors, null, 1)}\n${body.slice(0, 2_000)}`,
            )
            assertWithinLimits(receiver, body)
            assert.ok(body.isWellFormed())
            assert.ok(URL.canParse(url))
          }
        })
      }

      if (payloadType === 'ALERT') {
        it('ALERT: says of an end that no monitor spoke of what is true of it, and nothing of a recovery', () => {
          for (const [endedBy, words] of [
            ['expired', /no longer reported/i],
            ['person', /cleared by hand/i],
          ] as const) {
            const event = alertEvent({ oldState: 'high', newState: 'cleared', endedBy })
            const { body } = render(receiver, payloadType, event)

            assert.match(body, words)
            // The word by which Splunk On-Call closes an incident.
            assert.doesNotMatch(body.replace('"message_type": "RECOVERY"', ''), /recover|is back/i)
          }
        })

        it('ALERT: leads to the runbook and to the alert in the console, as far as there are any', () => {
          const runbook = 'https://runbooks.example.com/lag'
          const link = `${SITE.publicUrl}/alerts?open=42`
          const event = alertEvent({ details: { annotations: { runbook_url: runbook } } })

          const { body } = render(receiver, payloadType, event)
          const bare = render(receiver, payloadType, alertEvent(), { publicUrl: '' }).body

          assert.deepEqual([body.includes(runbook), body.includes(link)], [true, true])
          assert.ok(accepts?.(JSON.parse(bare)), ajv.errorsText(accepts?.errors))
          assert.doesNotMatch(bare, /"[^"]*(?:href|_link|url|click)":\s*""/)
        })
      }

      it(`${payloadType}: has a template that nothing is wrong with`, () => {
        const filled = fillPreset(receiver, { fields: examplesOf(receiver), payloadType })

        assert.deepEqual(findRequestWarnings(filled, SITE), [])
      })

      it(`${payloadType}: calls nobody by a value, and takes no markup from one`, () => {
        const events = eventsOf(HOSTILE['markup'] ?? '')[payloadType]
        for (const event of Object.values(events)) {
          const { body } = render(receiver, payloadType, event)
          for (const text of dangerousTexts(receiver, JSON.parse(body))) {
            if (receiver.escape === 'slack') assert.doesNotMatch(text, /<[!@b/]/)
            if (receiver.escape === 'html') assert.doesNotMatch(text, /<script|<!channel|<@|<users/)
            if (receiver.escape === 'markdown')
              assert.doesNotMatch(text, /@everyone|@all|(?<!\\)\*b|(?<!\\)\[x/)
            if (receiver.escape === 'jira')
              assert.match(text, /^\{noformat\}\n(?:(?!\{noformat|\[~)[^])*\n\{noformat\}$/)
          }
        }
      })
    }

    it('says what a form has to ask for, and has examples that it accepts', () => {
      for (const { name, label, help, wanted, pattern, example, fallback } of receiver.fields) {
        assert.match(name, /^[a-z_]+$/)
        assert.match(label, /^[A-Z].{2,40}$/)
        assert.match(help, /^\S.*\.$/)
        assert.match(wanted, /^must be /)
        assert.match(example, new RegExp(`^(?:${pattern})$`, 'u'))
        if (typeof fallback === 'string') assert.match(fallback, new RegExp(`^(?:${pattern})$`, 'u'))
      }
      assert.match(receiver.summary, /^[A-Z].*\.$/)
      assert.ok(URL.canParse(receiver.documentation))
      for (const note of receiver.notes) assert.match(note, /\.$/)
    })

    it('uses every field it asks for, and asks for every field it uses', () => {
      const everything = JSON.stringify([
        receiver.url,
        receiver.headers,
        receiver.templates,
        receiver.clearRequest ?? null,
      ])
      const used = new Set(
        [...everything.matchAll(/\{\{([\w:]+)\}\}/g)].flatMap(([, names = '']) => names.split(':')),
      )

      assert.deepEqual([...used].toSorted(), receiver.fields.map(({ name }) => name).toSorted())
    })

    it('hides the secrets that stand in headers', () => {
      const { headers } = fillPreset(receiver, { fields: examplesOf(receiver) })
      const secrets = receiver.fields.filter(({ isSecret }) => isSecret).map(({ example }) => example)
      const carrying = headers.filter(({ value }) => secrets.some((secret) => value.includes(secret)))

      assert.deepEqual(
        carrying.filter((header) => !isSecretHeader(header)),
        [],
      )
    })
  })
}

/** Where the receiver reads markup; Slack's headings, embeds' footers, cards' headings and fallbacks are plain text. */
function dangerousTexts(receiver: Preset, body: unknown): readonly string[] {
  switch (receiver.id) {
    case 'slack-text':
      return textsAt(body, 'text')
    case 'slack-blocks':
      return [...mrkdwnTexts(body)]
    case 'google-chat':
      return textsAt((body as { cardsV2: unknown }).cardsV2, 'text')
    case 'jira-issue':
      return textsAt(body, 'description')
    case 'discord':
      return [...textsAt(body, 'title'), ...textsAt(body, 'description')]
    default:
      return ['title', 'text', 'value', 'fallback', 'message'].flatMap((name) => textsAt(body, name))
  }
}

function mrkdwnTexts(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'type' in value && value.type === 'mrkdwn' && 'text' in value ? [String(value.text)] : []
  return [...own, ...Object.values(value).flatMap(mrkdwnTexts)]
}

describe('the presets', () => {
  it('has ids that are words joined by hyphens, each once', () => {
    const ids = PRESETS.map(({ id }) => id)

    assert.deepEqual([...new Set(ids)], ids)
    for (const id of ids) assert.match(id, /^[a-z]+(-[a-z0-9]+)*$/)
  })

  it('has a shape for each receiver, and no other', () => {
    const wanted = PRESETS.flatMap((one) =>
      one.clearRequest === undefined ? [one.id] : [one.id, endOf(one)],
    )

    assert.deepEqual(Object.keys(SHAPES).toSorted(), wanted.toSorted())
  })

  it('is told in words that an alert continues and is no longer for it, and closes what it opened', () => {
    const event = alertEvent({ oldState: 'medium', newState: 'cleared', continuesAs: 'high' })
    for (const receiver of PRESETS) {
      if (receiver.templates.ALERT === undefined || receiver.alertFlags?.cleared === false) continue
      const { body } = render(receiver, 'ALERT', event)

      assert.match(body, /continues as high, no longer for this receiver/i, receiver.id)
      assert.doesNotMatch(body, /cleared/i, receiver.id)
    }
    const pagerduty = PRESETS.find(({ id }) => id === 'pagerduty')
    assert.ok(pagerduty)
    assert.match(render(pagerduty, 'ALERT', event).body, /"event_action": "resolve"/)
  })

  it('begins in the current state for alerts, and with every run for jobs', () => {
    for (const receiver of PRESETS) {
      for (const payloadType of payloadTypesOf(receiver)) {
        const { mode } = fillPreset(receiver, { fields: examplesOf(receiver), payloadType })
        assert.equal(mode, payloadType === 'ALERT' ? 'current_state' : 'every_change', receiver.id)
      }
    }
  })
})
