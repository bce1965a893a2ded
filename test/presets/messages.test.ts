import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { AlertDetails } from '../../src/domain/alert/alert.ts'
import type { Event } from '../../src/domain/alert/event.ts'
import type { PayloadType } from '../../src/domain/webhook/webhook.ts'
import { payloadTypesOf } from '../../src/presets/fill-preset.ts'
import { PRESETS } from '../../src/presets/presets.ts'
import type { Preset } from '../../src/presets/preset.ts'
import { alertEvent, jobRunEvent, NOW, SITE } from '../support/build.ts'
import { DETAIL_NAMES } from './hostile-events.ts'
import { leavesOf, payloadTypeOf, senderOf, SENT_EVENTS } from './messages.ts'

/**
 * Everything that each preset sends of some events, for people to read. `TOCSIN_WRITE_MESSAGES=1` writes it again.
 */
const MESSAGES = join(import.meta.dirname, 'messages.txt')

function allMessages(): string {
  const sections = PRESETS.flatMap((preset) =>
    SENT_EVENTS.filter(({ event }) => preset.templates[payloadTypeOf(event)] !== undefined).map((sent) => {
      const { url, body } = senderOf(preset, payloadTypeOf(sent.event))(sent)
      const lines = leavesOf(JSON.parse(body)).map(
        ([path, leaf]) => `${path}: ${String(leaf).replaceAll('\n', '\n    ')}`,
      )
      return [`## ${preset.id}: ${sent.title}`, '', url, ...lines].join('\n')
    }),
  )
  return `${sections.join('\n\n')}\n`
}

/** The promise of these is that each member is there in each notification, as a text that may be empty. */
const WITH_ALL_MEMBERS: ReadonlySet<string> = new Set(['generic-json', 'cloudevents', 'alertmanager-webhook'])

const LABELS =
  '(?:Object|Server|Database|Value|Limit|State|Since|Runbook|Monitor|In Tocsin|Exit code|Took|Ended|Status|Link|Where)'

const HEADING = new RegExp(`^${LABELS}$`)

/** Words and characters that stand there for a value, without it. */
const LOOSE_ENDS: readonly RegExp[] = [
  /\(\s*[),;:]|\(\s|\s\)/,
  /(?:^|\n)\s*[,;:)·–]/,
  /[(,;:·–]\s*(?:\n|$)/,
  /[,;:·]\s*[,;:·]/,
  /\S\s+(?:on|by|via|limit|value|took|after|agent|code|since|database)\s*(?:[,;:.)\n]|$)/,
  // Slack has the value in the next line, and then no other label follows.
  new RegExp(`(?:^|[\\n>])[^\\p{L}\\p{N}]{0,8}(?:${LABELS}|Details|Output)[^\\p{L}\\p{N}]{0,8}$`, 'u'),
  new RegExp(`(?:^|\\n)(?:\\*\\*|<b>)?${LABELS}(?:\\*\\*|</b>)?[: ]*\\n`),
  new RegExp(`<b>${LABELS}</b>\\s*<`),
  /<(\w+)>\s*<\/\1>/,
  / (?:\n|$)|^\s|\n$|\n\n\n/,
  /%(?:x\.|label\.|annotation\.|[A-Z][a-z]+[A-Z])/,
]

function looseEndsOf(preset: Preset, payloadType: PayloadType, body: string): readonly string[] {
  return leavesOf(JSON.parse(body)).flatMap(([path, leaf]) => {
    // A heading stands over a value of its own.
    if (/\.(?:title|fallback|name)$/.test(path) && HEADING.test(String(leaf))) return []
    if (leaf === '')
      return WITH_ALL_MEMBERS.has(preset.id) ? [] : [`${preset.id} ${payloadType} ${path} is empty`]
    const found = LOOSE_ENDS.find((pattern) => typeof leaf === 'string' && pattern.test(leaf))
    return found === undefined
      ? []
      : [`${preset.id} ${payloadType} ${path}: ${JSON.stringify(leaf)} has ${String(found)}`]
  })
}

describe('what the presets send', () => {
  it('is as it was read by people', () => {
    const messages = allMessages()
    if (process.env['TOCSIN_WRITE_MESSAGES'] === '1') writeFileSync(MESSAGES, messages)

    assert.equal(messages, readFileSync(MESSAGES, 'utf8'))
  })

  it('has no loose ends for those events', () => {
    const found = PRESETS.flatMap((preset) =>
      SENT_EVENTS.filter(({ event }) => preset.templates[payloadTypeOf(event)] !== undefined).flatMap(
        (sent) => {
          const payloadType = payloadTypeOf(sent.event)
          return looseEndsOf(preset, payloadType, senderOf(preset, payloadType)(sent).body)
        },
      ),
    )

    assert.deepEqual(found, [])
  })

  for (const preset of PRESETS) {
    for (const payloadType of payloadTypesOf(preset)) {
      it(`is valid without loose ends whatever is known of an event: ${preset.id}, ${payloadType}`, () => {
        const send = senderOf(preset, payloadType)
        fc.assert(
          fc.property(anyEvent(payloadType), fc.constantFrom('', SITE.publicUrl), (event, publicUrl) => {
            assert.deepEqual(looseEndsOf(preset, payloadType, send({ event, publicUrl }).body), [])
          }),
          { numRuns: 60 },
        )
      })
    }
  }
})

/** Values that break careless templates, with a letter or digit at both ends. */
const anyValue = fc.constantFrom(
  'db-1',
  '412',
  '0',
  'a "quoted" \\ back \\" tick ` b',
  'a <b>&amp;</b> <!channel> @all *b* _i_ [x](http://y) {noformat} z',
  'one\ntwo\tthree\u0007\u2028four',
  'قاعدة \u202eevil\u202c שלום',
  `a\ud83d b`,
  '🔥x',
  'x'.repeat(3_000),
  '漢'.repeat(2_000),
  `${'<&">*_@'.repeat(300)}x`,
)

function anyEvent(payloadType: PayloadType): fc.Arbitrary<Event> {
  const texts = fc.record(Object.fromEntries(DETAIL_NAMES.map((name) => [name, anyValue])), {
    requiredKeys: [],
  })
  const annotations = fc.record(
    { summary: anyValue, description: anyValue, runbook_url: anyValue },
    { requiredKeys: [] },
  )
  const labels = fc.record({ team: anyValue }, { requiredKeys: [] })
  const details: fc.Arbitrary<AlertDetails> = fc
    .tuple(texts, annotations, labels)
    .map(([known, ofRule, ofMonitor]) => ({ ...known, annotations: ofRule, labels: ofMonitor }))
  if (payloadType === 'JOB') {
    return fc
      .record({
        details,
        status: fc.constantFrom('success' as const, 'failure' as const, 'cancelled' as const),
        startedAt: fc.constantFrom(null, NOW - 277_000),
      })
      .map(jobRunEvent)
  }
  const ends = fc.constantFrom('monitor' as const, 'expired' as const, 'person' as const)
  return fc
    .tuple(details, fc.constantFrom('raise', 'change', 'clear'), ends)
    .map(([known, kind, endedBy]) => {
      if (kind === 'clear')
        return alertEvent({
          oldState: 'high',
          newState: 'cleared',
          at: NOW + 754_000,
          endedBy,
          details: known,
        })
      return alertEvent({ oldState: kind === 'raise' ? 'cleared' : 'low', details: known })
    })
}
