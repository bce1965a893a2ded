import { type Issue, issueAt } from '../errors.ts'
import { findMatchTypeIssues } from '../matching/match-rules.ts'
import { formatDuration } from '../spelling.ts'
import type { AlertFlags, Mode, PayloadType, Webhook, WebhookChange } from '../webhook/webhook.ts'
import { FIRST_RETRY_MS } from '../webhook/webhook-limits.ts'

export type ModeFields = Pick<
  Webhook,
  | 'mode'
  | 'missedAlerts'
  | 'clearRequest'
  | 'remindMs'
  | 'maxAgeMs'
  | 'retryScheduleMs'
  | 'payloadType'
  | 'alertFlags'
>

export interface NewModeFields {
  readonly payloadType?: PayloadType | undefined
  readonly alertFlags?: Partial<AlertFlags> | undefined
  readonly maxAgeMs?: number | null | undefined
}

/** Returns the mode of a new webhook without one: current state where that is possible. */
export function defaultMode({
  payloadType = 'ALERT',
  alertFlags = {},
  maxAgeMs = null,
}: NewModeFields): Mode {
  const flags = { low: true, medium: true, high: true, cleared: true, ...alertFlags }
  const issues = findCurrentStateIssues({ payloadType, alertFlags: flags, maxAgeMs })
  return issues.length === 0 ? 'current_state' : 'every_change'
}

/** Finds a mode, and fields in `match`, that do not fit the webhook. */
export function findMisfits(webhook: ModeFields & Pick<Webhook, 'match'>): readonly Issue[] {
  return [...findModeIssues(webhook), ...findMatchTypeIssues(webhook)]
}

export function findModeIssues(webhook: ModeFields): readonly Issue[] {
  return webhook.mode === 'current_state' ? findCurrentStateIssues(webhook) : findEveryChangeIssues(webhook)
}

/** Returns a fitting mode for an edit that knows no modes, so that it is never refused because of one. */
export function modeGivingWay(webhook: ModeFields): WebhookChange {
  const gives = webhook.mode === 'current_state' && findCurrentStateIssues(webhook).length > 0
  return gives ? { mode: 'every_change', missedAlerts: 'skip', clearRequest: null, remindMs: null } : {}
}

function findCurrentStateIssues({
  payloadType,
  alertFlags,
  maxAgeMs,
}: Pick<ModeFields, 'payloadType' | 'alertFlags' | 'maxAgeMs'>): readonly Issue[] {
  const { low, medium, high } = alertFlags
  const isForAlerts = payloadType === 'ALERT'
  return [
    ...issueAt(
      'mode',
      !isForAlerts &&
        'is current_state, which is for alerts only; for the payload type JOB set it to every_change',
    ),
    ...issueAt(
      'mode',
      isForAlerts &&
        !(low || medium || high) &&
        'is current_state, which needs low_alert, med_alert or high_alert; select at least one of them, or set mode to every_change',
    ),
    ...issueAt(
      'max_age',
      maxAgeMs !== null &&
        'needs the mode every_change, because the mode current_state sends only what is true now; set max_age to null, or mode to every_change',
    ),
  ]
}

function findEveryChangeIssues({
  missedAlerts,
  clearRequest,
  remindMs,
  maxAgeMs,
  retryScheduleMs,
}: ModeFields): readonly Issue[] {
  const firstRetryMs = retryScheduleMs === null ? FIRST_RETRY_MS : (retryScheduleMs[1] ?? 0)
  return [
    ...issueAt(
      'missed_alerts',
      missedAlerts === 'notify' &&
        'is notify, which needs mode current_state; set missed_alerts to skip, or mode to current_state',
    ),
    ...issueAt(
      'clear_request',
      clearRequest !== null &&
        'needs the mode current_state; set clear_request to null, or mode to current_state',
    ),
    ...issueAt(
      'remind',
      remindMs !== null && 'needs the mode current_state; set remind to null, or mode to current_state',
    ),
    ...issueAt(
      'max_age',
      maxAgeMs !== null &&
        // Nothing at all is a mistake by itself.
        maxAgeMs > 0 &&
        maxAgeMs < firstRetryMs &&
        `must be at least ${formatDuration(firstRetryMs)}, the delay before the first retry, or null for no limit`,
    ),
  ]
}
