import { findResponseRuleIssues } from '../receiver/response-rule.ts'
import type { Issue } from '../errors.ts'
import { DURATION, RATE, SCHEDULE, SIZE, type Spelling } from '../spelling.ts'
import { findTlsIssues } from '../webhook/webhook-tls.ts'
import { CONCURRENCY_MAX } from '../webhook/webhook-limits.ts'
import { MISSED_ALERTS, MODES, type WebhookFields } from '../webhook/webhook.ts'
import {
  checkResponseBytesMax,
  checkFallbackAfterMs,
  checkMaxAgeMs,
  checkTimeoutMs,
} from './webhook-rules.ts'

/**
 * The fields of a webhook that may be null, which is what they are unless they are said: then it is as the server is
 * set, or there is none. And those that are one of a few words, each with the word that it is unless it is said. All
 * that is known of one stands here, in the order in which people see them; rows, copies, requests and responses, the
 * command line, files and rules are made from it.
 */
export type SettingName =
  | 'mode'
  | 'missedAlerts'
  | 'clearRequest'
  | 'timeoutMs'
  | 'retryScheduleMs'
  | 'maxAgeMs'
  | 'concurrencyMax'
  | 'rateLimit'
  | 'responseBytesMax'
  | 'responseRule'
  | 'tls'
  | 'fallbackWebhookId'
  | 'fallbackAfterMs'

export type WebhookSettings = Pick<WebhookFields, SettingName>

/** Where they are stored, as whole numbers, as JSON, and as words that are never null. */
export type WholeColumn =
  | 'timeout_ms'
  | 'max_age_ms'
  | 'concurrency_max'
  | 'response_bytes_max'
  | 'fallback_webhook_id'
  | 'fallback_after_ms'
export type JsonColumn = 'clear_request' | 'retry_schedule_ms' | 'rate_limit' | 'response_rule' | 'tls'
export type WordColumn = 'mode' | 'missed_alerts'

/** The option of `tocsin webhook add` and `edit`. */
export interface SettingOption {
  readonly flags: string
  readonly help: string
}

/** The option of a whole number without a codec, with its bounds. */
interface CountOption extends SettingOption {
  readonly between: readonly [least: number, most: number]
}

/**
 * The ways to write a value in one word: a codec, a whole number between bounds, or none. An option compiles only where
 * something reads its values.
 */
type Written<Value> =
  | { readonly spelling: Spelling<Value>; readonly option?: SettingOption & { readonly between?: never } }
  | { readonly spelling?: never; readonly option: CountOption }
  | { readonly spelling?: never; readonly option?: never }

type Stored<Value> =
  | {
      readonly column: WordColumn
      readonly stored: 'word'
      readonly words: readonly [unsaid: string, ...string[]]
      readonly spelling?: never
      readonly option?: SettingOption & { readonly between?: never }
    }
  | ({ readonly column: WholeColumn; readonly stored: 'whole' } & Written<Value>)
  | ({ readonly column: JsonColumn; readonly stored: 'json' } & Exclude<
      Written<Value>,
      { option: CountOption }
    >)

export type WebhookSetting<Value> = Stored<Value> & {
  /** Its name in v1, in files of definitions and in the audit log. */
  readonly wire: string
  /** Every mistake in a value, beyond its type. */
  readonly findIssues?: (value: Value) => readonly Issue[]
}

export const WEBHOOK_SETTINGS: {
  readonly [Name in SettingName]: WebhookSetting<NonNullable<WebhookFields[Name]>>
} = {
  mode: {
    wire: 'mode',
    column: 'mode',
    stored: 'word',
    words: MODES,
    option: {
      flags: '--mode <mode>',
      help: 'every_change: every change in order; current_state: one notification per alert with its current state, and one when it clears',
    },
  },
  missedAlerts: {
    wire: 'missed_alerts',
    column: 'missed_alerts',
    stored: 'word',
    words: MISSED_ALERTS,
    option: {
      flags: '--missed-alerts <word>',
      help: 'alerts that were raised and cleared before anything could be sent: skip them, or notify once; in mode current_state',
    },
  },
  // Its rules need to know which targets are allowed (`clear-request-rules.ts`).
  clearRequest: { wire: 'clear_request', column: 'clear_request', stored: 'json' },
  timeoutMs: {
    wire: 'timeout',
    column: 'timeout_ms',
    stored: 'whole',
    spelling: DURATION,
    findIssues: (timeoutMs) => issue('timeout', checkTimeoutMs(timeoutMs)),
    option: {
      flags: '--timeout <duration>',
      help: 'longest time for one attempt, e.g. 15s; default: as the service is set',
    },
  },
  retryScheduleMs: {
    wire: 'retry_schedule',
    column: 'retry_schedule_ms',
    stored: 'json',
    spelling: SCHEDULE,
    option: {
      flags: '--retry-schedule <delays>',
      help: 'delay before each attempt, e.g. 0s,5s,1m,1h*3; default: as the service is set',
    },
  },
  maxAgeMs: {
    wire: 'max_age',
    column: 'max_age_ms',
    stored: 'whole',
    spelling: DURATION,
    findIssues: (maxAgeMs) => issue('max_age', checkMaxAgeMs(maxAgeMs)),
    option: {
      flags: '--max-age <duration>',
      help: 'what is older is not sent any more, e.g. 2h; in mode every_change; default: no limit',
    },
  },
  concurrencyMax: {
    wire: 'concurrency',
    column: 'concurrency_max',
    stored: 'whole',
    option: {
      flags: '--concurrency <count>',
      help: 'how many attempts may be under way at once; default: as the service is set',
      between: [1, CONCURRENCY_MAX],
    },
  },
  rateLimit: {
    wire: 'rate_limit',
    column: 'rate_limit',
    stored: 'json',
    spelling: RATE,
    option: {
      flags: '--rate-limit <rate>',
      help: 'at most so many attempts in any such span, e.g. 1/1s or 20/1m; default: no limit',
    },
  },
  responseBytesMax: {
    wire: 'response_size_max',
    column: 'response_bytes_max',
    stored: 'whole',
    spelling: SIZE,
    findIssues: (bytes) => issue('response_size_max', checkResponseBytesMax(bytes)),
    option: {
      flags: '--response-size-max <size>',
      help: 'how much of a response is read and kept, e.g. 16kb; default: as the service is set',
    },
  },
  responseRule: {
    wire: 'response_rule',
    column: 'response_rule',
    stored: 'json',
    findIssues: (rule) => findResponseRuleIssues(rule, 'response_rule'),
  },
  tls: { wire: 'tls', column: 'tls', stored: 'json', findIssues: findTlsIssues },
  fallbackWebhookId: {
    wire: 'fallback_webhook_id',
    column: 'fallback_webhook_id',
    stored: 'whole',
    option: {
      flags: '--fallback <id>',
      help: 'webhook that is notified when a delivery of this one ends as failed; default: none',
      between: [1, Number.MAX_SAFE_INTEGER],
    },
  },
  fallbackAfterMs: {
    wire: 'fallback_after',
    column: 'fallback_after_ms',
    stored: 'whole',
    spelling: DURATION,
    findIssues: (fallbackAfterMs) => issue('fallback_after', checkFallbackAfterMs(fallbackAfterMs)),
    option: {
      flags: '--fallback-after <duration>',
      help: 'after so long without a delivery the fallback is notified as well, e.g. 5m; default: 15m',
    },
  },
}

/** Any of them, whatever its values are; it is used with values of its own only, which the compiler does not see. */
export type AnySetting = WebhookSetting<unknown> & { readonly name: SettingName }

export const SETTINGS = Object.entries(WEBHOOK_SETTINGS).map(([name, setting]) => ({
  ...setting,
  name,
})) as unknown as readonly AnySetting[]

/** Settings that are stored as JSON, which may be damaged. */
export const JSON_SETTINGS = SETTINGS.filter((setting) => setting.stored === 'json')

/** Returns the default of a setting. */
export function unsaidValue(setting: AnySetting): string | null {
  return setting.stored === 'word' ? setting.words[0] : null
}

/** Returns a value for each setting, by its name. */
export function settingsOf(valueOf: (setting: AnySetting) => unknown): WebhookSettings {
  return Object.fromEntries(
    SETTINGS.map((setting) => [setting.name, valueOf(setting)]),
  ) as unknown as WebhookSettings
}

function issue(path: string, message: string | undefined): readonly Issue[] {
  return message === undefined ? [] : [{ path, message }]
}
