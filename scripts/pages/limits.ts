import { FAILURES_MAX } from '../../src/api/auth/failure-limit.ts'
import { DEPTH_MAX, MEMBERS_MAX, VALUES_MAX } from '../../src/api/body/json-limits.ts'
import { OPEN_BODY_BYTES_MAX } from '../../src/api/body/request-body.ts'
import { REQUEST_MS_MAX } from '../../src/api/server/server.ts'
import { LISTENERS_MAX, LISTENERS_PER_PRINCIPAL_MAX } from '../../src/api/v1/overview/live-stream.ts'
import { PAGE_LIMIT_MAX } from '../../src/api/v1/paging.ts'
import { FILTER_TEXT_MAX } from '../../src/api/v1/query.ts'
import { BATCH_MAX, SOURCE_LENGTH_MAX } from '../../src/api/v1/reports/intake-body.ts'
import {
  ACKNOWLEDGEMENT_MS_MAX,
  ACKNOWLEDGEMENT_NOTE_CHARACTERS_MAX,
} from '../../src/domain/alert/acknowledgement.ts'
import * as report from '../../src/domain/alert/report-limits.ts'
import { ASKED_DELAY_MS_MAX } from '../../src/domain/delivery/retry-policy.ts'
import { ISSUES_MAX } from '../../src/domain/errors.ts'
import * as match from '../../src/domain/matching/match.ts'
import { RUNNING_OPERATIONS_MAX } from '../../src/domain/operation/operation.ts'
import { PATTERN_CHARACTERS_MAX } from '../../src/domain/pattern/pattern.ts'
import { PASSWORD_LENGTH_MAX, WRONG_PASSWORDS_MAX } from '../../src/domain/people/password-rules.ts'
import { SESSIONS_MAX } from '../../src/domain/people/session.ts'
import { USER_NAME_LENGTH_MAX, USERS_MAX } from '../../src/domain/people/user.ts'
import {
  RESPONSE_CONDITIONS_MAX,
  RESPONSE_TEXT_CHARACTERS_MAX,
} from '../../src/domain/receiver/response-rule.ts'
import { OVERLAP_MS_MAX, SIGNING_SECRETS_MAX } from '../../src/domain/receiver/signature.ts'
import { FALLBACK_CHAIN_MAX } from '../../src/domain/routing/fallback.ts'
import {
  LIVE_SILENCES_MAX,
  SILENCE_REASON_CHARACTERS_MAX,
  SILENCE_WEBHOOKS_MAX,
} from '../../src/domain/silence/silence.ts'
import { SCHEDULE_ATTEMPTS_MAX } from '../../src/domain/spelling.ts'
import { FILTER_CHARS_MAX } from '../../src/domain/template/marker-filters.ts'
import { TIME_ZONES_MAX } from '../../src/domain/template/segments.ts'
import * as webhook from '../../src/domain/webhook/webhook-limits.ts'
import { SET_CHANGES_MAX, SET_WEBHOOKS_MAX } from '../../src/domain/webhook/webhook-set.ts'
import { PEM_BYTES_MAX } from '../../src/domain/webhook/webhook-tls.ts'
import {
  WINDOW_DAYS_MAX,
  WINDOW_MS_MAX,
  WINDOW_NAME_CHARACTERS_MAX,
  WINDOWS_MAX,
} from '../../src/domain/window/window.ts'
import { ALERTS_MAX } from '../../src/intake/reading/dialect.ts'
import { LIVE_TOKENS_MAX } from '../../src/tokens/tokens.ts'
import { table } from './markdown.ts'

const { LABELS_MAX, LABEL_NAME_LENGTH_MAX, VALUE_LENGTH_MAX } = report
const { MATCH_GROUPS_MAX, MATCHERS_OF_GROUP_MAX, MATCH_CHARACTERS_MAX, MATCH_VALUE_CHARACTERS_MAX } = match
const { HEADERS_MAX, HEADER_KEY_CHARACTERS_MAX, HEADER_VALUE_BYTES_MAX } = webhook
const { TAGS_MAX, TAG_NAME_CHARACTERS_MAX, TAG_VALUE_CHARACTERS_MAX } = webhook

interface Limit {
  /** With `;` between the things that its constants limit. */
  readonly what: string
  readonly constants: Readonly<Record<string, number>>
}

/** The limits that callers and operators meet: to add one, add a line. Others stand in the code alone. */
export const LIMITS: readonly Limit[] = [
  { what: 'reports in a request to `/v1`; to `/intake`', constants: { BATCH_MAX, ALERTS_MAX } },
  { what: 'a body that needs no token', constants: { OPEN_BODY_BYTES_MAX } },
  {
    what: 'values in a body; levels; members of an object',
    constants: { VALUES_MAX, DEPTH_MAX, MEMBERS_MAX },
  },
  { what: 'time for a request to arrive', constants: { REQUEST_MS_MAX } },
  { what: 'mistakes that a refusal names', constants: { ISSUES_MAX } },
  { what: 'wrong tokens from an address in a minute', constants: { FAILURES_MAX } },
  { what: 'wrong passwords for a name in 15 minutes', constants: { WRONG_PASSWORDS_MAX } },
  { what: '`source` of a report', constants: { SOURCE_LENGTH_MAX } },
  { what: '`key`, `job_id`, `run_id`', constants: { KEY_LENGTH_MAX: report.KEY_LENGTH_MAX } },
  { what: '`name`', constants: { NAME_LENGTH_MAX: report.NAME_LENGTH_MAX } },
  {
    what: '`info`, `parameters`, `output`, `command`',
    constants: { LONG_TEXT_LENGTH_MAX: report.LONG_TEXT_LENGTH_MAX },
  },
  { what: 'any other text', constants: { VALUE_LENGTH_MAX } },
  {
    what: 'labels of a report, and annotations; a name',
    constants: { LABELS_MAX, LABEL_NAME_LENGTH_MAX },
  },
  { what: 'all texts of a report', constants: { REPORT_CHARACTERS_MAX: report.REPORT_CHARACTERS_MAX } },
  {
    what: 'note of an acknowledgement; its duration',
    constants: { ACKNOWLEDGEMENT_NOTE_CHARACTERS_MAX, ACKNOWLEDGEMENT_MS_MAX },
  },
  {
    what: 'webhooks in a set (`PUT /v1/webhooks`); changes',
    constants: { SET_WEBHOOKS_MAX, SET_CHANGES_MAX },
  },
  {
    what: 'name of a webhook; description',
    constants: {
      NAME_CHARACTERS_MAX: webhook.NAME_CHARACTERS_MAX,
      DESCRIPTION_CHARACTERS_MAX: webhook.DESCRIPTION_CHARACTERS_MAX,
    },
  },
  { what: '`url`', constants: { URL_CHARACTERS_MAX: webhook.URL_CHARACTERS_MAX } },
  {
    what: 'headers; a name; a value',
    constants: { HEADERS_MAX, HEADER_KEY_CHARACTERS_MAX, HEADER_VALUE_BYTES_MAX },
  },
  {
    what: 'tags of a webhook; a name; a value',
    constants: { TAGS_MAX, TAG_NAME_CHARACTERS_MAX, TAG_VALUE_CHARACTERS_MAX },
  },
  { what: 'payload template', constants: { TEMPLATE_BYTES_MAX: webhook.TEMPLATE_BYTES_MAX } },
  { what: 'filters of a marker; time zones in a text', constants: { FILTER_CHARS_MAX, TIME_ZONES_MAX } },
  {
    what: 'groups of matchers; matchers in a group; all',
    constants: { MATCH_GROUPS_MAX, MATCHERS_OF_GROUP_MAX, MATCH_CHARACTERS_MAX },
  },
  {
    what: 'a matcher’s value or texts with `|`; any other pattern',
    constants: { MATCH_VALUE_CHARACTERS_MAX, PATTERN_CHARACTERS_MAX },
  },
  { what: 'time limit of an attempt', constants: { TIMEOUT_MS_MAX: webhook.TIMEOUT_MS_MAX } },
  {
    what: 'attempts at once; in a retry schedule',
    constants: { CONCURRENCY_MAX: webhook.CONCURRENCY_MAX, SCHEDULE_ATTEMPTS_MAX },
  },
  {
    what: 'distances of reminders; the longest',
    constants: { REMINDERS_MAX: webhook.REMINDERS_MAX, REMIND_MS_MAX: webhook.REMIND_MS_MAX },
  },
  { what: '`Retry-After` of a receiver', constants: { ASKED_DELAY_MS_MAX } },
  {
    what: '`max_age`; `fallback_after`',
    constants: {
      MAX_AGE_MS_MAX: webhook.MAX_AGE_MS_MAX,
      FALLBACK_AFTER_MS_MAX: webhook.FALLBACK_AFTER_MS_MAX,
    },
  },
  { what: 'fallbacks after each other', constants: { FALLBACK_CHAIN_MAX } },
  {
    what: 'conditions of a response rule; a text',
    constants: { RESPONSE_CONDITIONS_MAX, RESPONSE_TEXT_CHARACTERS_MAX },
  },
  { what: 'stored part of a response', constants: { RESPONSE_BYTES_MAX: webhook.RESPONSE_BYTES_MAX } },
  { what: 'a certificate, key or bundle', constants: { PEM_BYTES_MAX } },
  { what: 'signing secrets; their overlap', constants: { SIGNING_SECRETS_MAX, OVERLAP_MS_MAX } },
  {
    what: 'silences; webhooks in one; a reason',
    constants: { LIVE_SILENCES_MAX, SILENCE_WEBHOOKS_MAX, SILENCE_REASON_CHARACTERS_MAX },
  },
  {
    what: 'maintenance windows; days in one; duration; name',
    constants: { WINDOWS_MAX, WINDOW_DAYS_MAX, WINDOW_MS_MAX, WINDOW_NAME_CHARACTERS_MAX },
  },
  { what: 'operations on deliveries that run', constants: { RUNNING_OPERATIONS_MAX } },
  { what: 'valid tokens', constants: { LIVE_TOKENS_MAX } },
  {
    what: 'users; a name; a password',
    constants: { USERS_MAX, USER_NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX },
  },
  { what: 'sessions of a user', constants: { SESSIONS_MAX } },
  { what: 'entries on a page; text of a filter', constants: { PAGE_LIMIT_MAX, FILTER_TEXT_MAX } },
  {
    what: 'listeners at `/v1/stream` of a node; of a token',
    constants: { LISTENERS_MAX, LISTENERS_PER_PRINCIPAL_MAX },
  },
]

/** Returns the table of docs/api.md. */
export function limitsTable(): string {
  return table(
    ['what', 'at most'],
    [
      ['a request body', '`TOCSIN_BODY_SIZE_MAX` (4 MB)'],
      ['address and headers together', '16 KiB'],
      ['`at`, `since`, `started_at`, `ended_at`', '10 min in the future'],
      ...LIMITS.map(({ what, constants }) => [
        what,
        Object.entries(constants)
          .map(([name, value]) => describe(name, value))
          .join('; '),
      ]),
    ],
  )
}

function describe(name: string, value: number): string {
  if (/(?:^|_)MS_/.test(name)) return describeMs(value)
  if (name.includes('BYTES')) return describeBytes(value)
  const isOfText = /CHARS|CHARACTERS|LENGTH|TEXT/.test(name)
  return `${value.toLocaleString('en')}${isOfText ? ' characters' : ''}`
}

const MS_UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

function describeMs(ms: number): string {
  const [unit, size] = MS_UNITS.find(([, size]) => ms % size === 0) ?? ['ms', 1]
  return `${(ms / size).toLocaleString('en')} ${unit}`
}

function describeBytes(bytes: number): string {
  return bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`
}
