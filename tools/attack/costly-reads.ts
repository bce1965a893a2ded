import { NO_SILENCES_SEEN } from '../../src/domain/silence/silences.ts'
import { decodeJson } from '../../src/api/body/json-body.ts'
import { DIFFERENT_NAMES_MAX, MANY_VALUES_MIN } from '../../src/api/body/json-limits.ts'
import { createValidatorFactory } from '../../src/api/routes/validator.ts'
import {
  NOT_NOTIFIED_MAX,
  OPEN_NOTIFICATIONS_MAX,
  toExplanationWire,
} from '../../src/api/v1/events/explain.ts'
import { alertResource } from '../../src/api/v1/reports/alert-wire.ts'
import { observationsSchema, toObservations } from '../../src/api/v1/reports/observation-body.ts'
import { NEW_WEBHOOK, toDraft } from '../../src/api/v1/webhooks/webhook-wire.ts'
import { URGENCY } from '../../src/domain/delivery/urgency.ts'
import { compileMatch } from '../../src/domain/matching/compile-match.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../../src/domain/pattern/pattern.ts'
import { NO_DELIVERIES, type RoutingReview } from '../../src/domain/routing/routing-review.ts'
import { parseMatchers, selectMatching } from '../../src/intake/reading/label-matcher.ts'
import { findDraftIssues } from '../../src/webhooks/create-webhook.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { alert, alertEvent, NOW, webhook } from '../../test/support/build.ts'
import type { CostlyCall } from './costly-call.ts'

/** `TOCSIN_BODY_SIZE_MAX` if it is not set. */
const BODY_BYTES = 4 * 1024 ** 2

const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const parsed = (input: string, json: string): CostlyCall => ({
  what: 'parse a body of JSON',
  input,
  prepare: () => {
    const body = Buffer.from(json)
    return () => decodeJson(body)
  },
})

/** A text of two characters without a pattern: nothing that a matcher has learned of it comes again. */
function restlessText(seed: number): string {
  let state = seed + 1
  return Array.from({ length: PATTERN_VALUE_CHARACTERS_MAX }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state < 2 ** 30 ? 'a' : 'b'
  }).join('')
}

const validate = createValidatorFactory()

const validated = (what: string, input: string, schema: unknown, body: unknown): CostlyCall => ({
  what,
  input,
  prepare: () => {
    const check = validate({ schema })
    return () => check(body)
  },
})

const labels = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`label${at}`, filled('v', length)]))

const reports = Array.from({ length: 1_000 }, (_, at) => ({
  key: `key ${at}`,
  name: 'Disk is full',
  state: 'high' as const,
  labels: labels(60, 40),
}))

/** Objects of so many members, until nothing fits into a body. */
function manyObjects(members: number, nameOf: (at: number) => string): readonly unknown[] {
  const object = Object.fromEntries(Array.from({ length: members }, (_, at) => [nameOf(at), 1]))
  return Array.from({ length: Math.floor(BODY_BYTES / (JSON.stringify(object).length + 1)) }, () => object)
}

const withRepeatedName = (list: readonly unknown[]) =>
  JSON.stringify([...list, {}]).replace(/\{\}\]$/, '{"a":1,"a":2}]')

/** A review of as many webhooks that match an event as webhooks that do not, each with every setting filled. */
const REVIEW: RoutingReview = {
  notified: Array.from({ length: OPEN_NOTIFICATIONS_MAX }, (_, at) => ({
    delivery: {
      id: at + 1,
      eventId: 1,
      webhookId: at + 1,
      subject: 'alert 1',
      state: 'pending',
      attemptsMade: 9,
      dueAt: NOW,
      createdAt: NOW,
      finishedAt: null,
      lastReason: filled('HTTP 503, ', 1_000),
      lastFailure: 'unreachable',
      urgency: URGENCY.high,
      isFallback: true,
      fallbackOf: at,
      operationId: 1,
    },
    webhook: webhook({ id: at + 1, name: filled('name', 200) }),
    aheadId: undefined,
    pausedUntil: NOW + 60_000,
    isProbed: true,
    pauseReason: filled('HTTP 503, ', 1_000),
  })),
  notifiedCounts: { ...NO_DELIVERIES, pending: OPEN_NOTIFICATIONS_MAX },
  notNotified: Array.from({ length: NOT_NOTIFIED_MAX }, (_, at) => ({
    webhook: webhook({ id: at + 1_000, name: filled('name', 200), disabledReason: filled('x', 1_000) }),
    reason: 'disabled',
    silenceId: null,
    changedSince: true,
    isDeleted: false,
  })),
  closingIds: new Set(),
  undecided: [],
  notNotifiedCounts: {
    disabled: NOT_NOTIFIED_MAX,
    state: 0,
    match: 0,
    acknowledgements: 0,
    maintenance_windows: 0,
    taken_by_others: 0,
    silenced: 0,
    not_kept: 0,
    unknown: 0,
    already_in_sync: 0,
    made_later: 0,
    payload_type: 0,
  },
}

/** Costly calls by bodies, and by reading what is stored. */
export const COSTLY_READS: readonly CostlyCall[] = [
  parsed('4 MB, 1,000 reports of 60 labels', JSON.stringify(reports)),
  parsed('4 MB, one text', JSON.stringify({ text: filled('x', BODY_BYTES - 20) })),
  parsed('4 MB, one text of escapes', `{"text":"${filled('\\u0041', 4_194_000)}"}`),
  parsed(
    '4 MB, 99,000 numbers and blanks',
    `[${filled('1,                                        ', 4_100_000)}1]`,
  ),
  ...[
    { input: '4 MB, the last name twice, 79 that are long', padding: 'x', length: 45 },
    { input: '4 MB, the last name twice, 79 of escapes', padding: '"', length: 24 },
  ].map(({ input, padding, length }) =>
    parsed(input, withRepeatedName(manyObjects(79, (at) => `${at}`.padEnd(length, padding)))),
  ),
  parsed(
    '4 MB, a name twice behind one text of quotes',
    withRepeatedName([filled('"', BODY_BYTES / 2 - 50)]),
  ),
  ...[
    { count: 49_000, different: DIFFERENT_NAMES_MAX },
    { count: MANY_VALUES_MIN / 2 - 1, different: MANY_VALUES_MIN },
  ].map(({ count, different }) =>
    parsed(
      `${count} objects, with as many different names as there may be`,
      JSON.stringify(
        Array.from({ length: count }, (_, at) => ({ [`name${at % different}`.padEnd(36, 'x')]: 1 })),
      ),
    ),
  ),
  validated('judge a batch of reports', '1,000 with 60 labels each', observationsSchema, reports),
  validated(
    'judge a batch of reports',
    '1,000 of which each is wrong in many ways',
    observationsSchema,
    reports.map(({ labels: given }) => ({ ...given, key: 1, state: 2, at: {}, labels: [] })),
  ),
  {
    what: 'read a batch of reports',
    input: '1,000 with 60 labels each',
    prepare: () => () => toObservations(reports, NOW),
  },
  ...[['severity=~"(?:.?){240}b"'], Array.from({ length: 1_000 }, () => 'severity="x"')].map((filters) => ({
    what: 'select alerts by conditions',
    input: `${filters.length} × ${filters[0]}, 10,000 alerts`,
    prepare: () => {
      const alerts = Array.from({ length: 10_000 }, (_, at) => ({ severity: restlessText(at) }))
      const matchers = filters.flatMap(parseMatchers)
      return () => selectMatching(alerts, (given) => given, { matchers, clock: systemClock })
    },
  })),
  {
    what: 'meet the matchers of one webhook',
    input: `3 patterns of 980 instructions, values of ${PATTERN_VALUE_CHARACTERS_MAX} characters that resist them`,
    prepare: () => {
      const names = ['a', 'b', 'c']
      const match = names.map((name) => `label.${name}=~"(?:a|b)*a(?:a|b){970}c?"`).join(' or ')
      const { matches } = compileMatch(match)
      let seed = 0
      const eventsToCome = Array.from({ length: 10 }, () => {
        const texts = names.map((name) => [name, restlessText((seed += 1))])
        return alertEvent({ details: { labels: Object.fromEntries(texts) } })
      })
      return () => matches(eventsToCome.pop() ?? alertEvent())
    },
  },
  {
    what: 'judge a new webhook',
    input: '64 headers of 8 KB, a template of 256 KB',
    prepare: () => {
      const body = {
        name: 'x',
        url: `https://h.example/${filled('a.', 8_000)}`,
        http_headers: Array.from({ length: 64 }, (_, at) => ({
          http_header_key: `X-${at}`,
          http_header_value: filled('\u00e9', 4_000),
        })),
        payload_template: filled('\u00e9', 131_000),
      }
      const check = validate({ schema: NEW_WEBHOOK })
      return () => [check(body), findDraftIssues(toDraft(body as never), undefined)]
    },
  },
  {
    what: 'write a page of alerts',
    input: '1 MB of characters, the most a page has',
    prepare: () => {
      const alerts = Array.from({ length: 350 }, (_, id) =>
        alert({ id, details: { labels: labels(64, 30) } }),
      )
      const shown = { acknowledgement: null, silences: NO_SILENCES_SEEN }
      return () => JSON.stringify(alerts.map((alert) => alertResource.toWire({ ...alert, ...shown })))
    },
  },
  {
    what: 'explain an event',
    input: `15 labels of 65,536 characters, ${OPEN_NOTIFICATIONS_MAX} who are notified and ${NOT_NOTIFIED_MAX} who are not`,
    prepare: () => {
      const event = alertEvent({ details: { labels: labels(15, 65_536) } })
      return () => JSON.stringify(toExplanationWire(event, REVIEW, NOW))
    },
  },
]
