import { decodeJson } from '../../src/api/json-body.ts'
import { createValidatorFactory } from '../../src/api/validator.ts'
import { toAlertWire } from '../../src/api/v1/alert-wire.ts'
import { observationsSchema, toObservations } from '../../src/api/v1/observation-body.ts'
import { NEW_WEBHOOK, toDraft } from '../../src/api/v1/webhook-wire.ts'
import type { Alert } from '../../src/domain/alert.ts'
import { parseMatchers, selectMatching } from '../../src/intake/sources/label-matcher.ts'
import { findDraftIssues } from '../../src/webhooks/create-webhook.ts'
import { NOW } from '../../test/support/build.ts'
import type { CostlyCall } from './costs.ts'

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

const alert = (id: number): Alert => ({
  id,
  source: 'api',
  key: `key ${id}`,
  name: 'Disk is full',
  state: 'high',
  since: NOW,
  changedAt: NOW,
  observedAt: NOW,
  expiresAt: null,
  details: { labels: labels(64, 30) },
  warnings: [],
  staleCount: 0,
})

/** What can be done by sending bodies, and by asking for what is stored. */
export const COSTLY_READS: readonly CostlyCall[] = [
  parsed('4 MB, 1,000 reports of 60 labels', JSON.stringify(reports)),
  parsed('4 MB, one text', JSON.stringify({ text: filled('x', BODY_BYTES - 20) })),
  parsed('4 MB, one text of escapes', `{"text":"${filled('\\u0041', 4_194_000)}"}`),
  parsed(
    '4 MB, 99,000 numbers and blanks',
    `[${filled('1,                                        ', 4_100_000)}1]`,
  ),
  parsed(
    '49,000 objects, each with one name that no other has',
    JSON.stringify(Array.from({ length: 49_000 }, (_, at) => ({ [`name${at}`.padEnd(36, 'x')]: 1 }))),
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
  ...['severity=~"(a+)+b"', `{${'severity="x",'.repeat(1_000)}}`].map((filter) => ({
    what: 'select alerts by conditions',
    input: `${filter.slice(0, 30)}…, 10,000 alerts`,
    prepare: () => {
      const alerts = Array.from({ length: 10_000 }, () => ({ severity: filled('a', 60) }))
      return () => selectMatching(alerts, (given) => given, parseMatchers(filter))
    },
  })),
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
      const alerts = Array.from({ length: 350 }, (_, id) => alert(id))
      return () => JSON.stringify(alerts.map(toAlertWire))
    },
  },
]
