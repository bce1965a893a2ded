import type { WebhookTags } from './webhook.ts'

/** Headers of one webhook. */
export const HEADERS_MAX = 64
/** The name of a webhook. */
export const NAME_CHARACTERS_MAX = 255
/** The URL of a webhook, with its markers. */
export const URL_CHARACTERS_MAX = 8192
/** The method of a webhook. */
export const METHOD_CHARACTERS_MAX = 32
/** The name of a header of a webhook. */
export const HEADER_KEY_CHARACTERS_MAX = 256
/** The value of a header of a webhook, in UTF-8. */
export const HEADER_VALUE_BYTES_MAX = 8 * 1024
/** A payload template, in UTF-8. */
export const TEMPLATE_BYTES_MAX = 256 * 1024
/** The description of a webhook. */
export const DESCRIPTION_CHARACTERS_MAX = 2000
/** Tags of one webhook. */
export const TAGS_MAX = 32
/** The name of a tag of a webhook. */
export const TAG_NAME_CHARACTERS_MAX = 63
/** The value of a tag of a webhook. */
export const TAG_VALUE_CHARACTERS_MAX = 200

/** Names and values have no separators of `team=dba, env=prod`. */
export const TAG_NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_./-]*$'

export const TAG_VALUE_PATTERN = String.raw`^[^\s\u0000-\u001f\u007f-\u009f,"](?:[^\u0000-\u001f\u007f-\u009f,"]*[^\s\u0000-\u001f\u007f-\u009f,"])?$`
/** Equals the limit of the server's setting. */
export const TIMEOUT_MS_MIN = 100
/** The time limit of one attempt. */
export const TIMEOUT_MS_MAX = 300_000
/** After this time without success a delivery also goes to the fallback, by default. */
export const FALLBACK_AFTER_MS = 15 * 60_000
/** The latest time after which a fallback may be notified. */
export const FALLBACK_AFTER_MS_MAX = 7 * 86_400_000
/** Distances between reminders of one webhook. */
export const REMINDERS_MAX = 10
/** The shortest time between reminders. */
export const REMIND_MS_MIN = 60_000
/** The longest time between reminders. */
export const REMIND_MS_MAX = 30 * 86_400_000
/** The largest `max_age` of a webhook. */
export const MAX_AGE_MS_MAX = 30 * 86_400_000
/** The default delay before the first retry, and the least `max_age`. */
export const FIRST_RETRY_MS = 5_000
/** Attempts of one webhook at the same time. */
export const CONCURRENCY_MAX = 1000
/** The kept part of a response, as in the server's setting. */
export const RESPONSE_BYTES_MAX = 1024 ** 2

/** Orders tags by name, so that the same tags are no change; null without tags. Undefined stays undefined. */
export function orderTags(tags: WebhookTags | null | undefined): WebhookTags | null | undefined {
  if (tags === undefined || tags === null) return tags
  const pairs = Object.entries(tags).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
