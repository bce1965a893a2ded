import type { Issue } from '../errors.ts'
import type { Spelling } from '../spelling.ts'
import type { WebhookFields } from '../webhook/webhook.ts'

/** The fields of a webhook with a default: null, false, or the first of a few words. */
export type SettingName =
  | 'tags'
  | 'match'
  | 'acknowledgements'
  | 'maintenanceWindows'
  | 'mode'
  | 'missedAlerts'
  | 'clearRequest'
  | 'remindMs'
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

/** The columns by type; truth values and words are never null. */
export type WholeColumn =
  | 'timeout_ms'
  | 'max_age_ms'
  | 'concurrency_max'
  | 'response_bytes_max'
  | 'fallback_webhook_id'
  | 'fallback_after_ms'
export type TextColumn = 'match'
export type FlagColumn = 'acknowledgements' | 'maintenance_windows'
export type JsonColumn =
  | 'tags'
  | 'clear_request'
  | 'remind_ms'
  | 'retry_schedule_ms'
  | 'rate_limit'
  | 'response_rule'
  | 'tls'
export type WordColumn = 'mode' | 'missed_alerts'

export interface SettingOption {
  readonly flags: string
  readonly help: string
}

/** A whole number without a codec, with its bounds. */
interface CountOption extends SettingOption {
  readonly between: readonly [least: number, most: number]
}

/**
 * How a value is written in one word: by a codec, as a whole number, or not at all. An option compiles only where
 * something reads its values.
 */
type Written<Value> =
  | { readonly spelling: Spelling<Value>; readonly option?: SettingOption & { readonly between?: never } }
  | { readonly spelling?: never; readonly option: CountOption }
  | { readonly spelling?: never; readonly option?: never }

type Stored<Value> =
  | {
      readonly column: TextColumn
      readonly stored: 'text'
      readonly charactersMax: number
      /** The form as a regular expression, for documents. */
      readonly pattern?: string
      readonly spelling?: never
      readonly option?: SettingOption & { readonly between?: never }
    }
  | {
      readonly column: FlagColumn
      readonly stored: 'flag'
      readonly spelling?: never
      /** A flag without value; `--no-` switches it off. */
      readonly option?: SettingOption & { readonly between?: never }
    }
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

export type SettingSection = 'general' | 'events' | 'mode' | 'limits' | 'tls' | 'advanced'

export type WebhookSetting<Value> = Stored<Value> & {
  /** The name in v1, in files of definitions and in the audit log. */
  readonly wire: string
  /** At most two words, for people. */
  readonly label: string
  /** The section of the form that shows it. */
  readonly section: SettingSection
  /** The meaning of null, for people. */
  readonly absent: string
  /** The member in the documents of v1; absent: its schema is in `api/v1/webhooks/`. */
  readonly about?: {
    readonly description: string
    readonly examples?: readonly string[]
    /** Names of values in earlier releases, with the new ones. */
    readonly former?: string
  }
  readonly findIssues?: (value: Value) => readonly Issue[]
}
