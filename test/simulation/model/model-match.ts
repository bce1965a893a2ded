import type { AlertState } from '../../../src/domain/alert/alert.ts'
import type { Model } from './model.ts'
import { HEAVY_MATCH, meetsHeavy } from './model-budget.ts'
import { isKept, type ModelWebhook } from './model-webhook.ts'

/** What the matchers of a simulated webhook compare. */
interface Compared {
  /** The label of the alert. */
  readonly team: string
  /** Undefined: it clears. */
  readonly severity: AlertState | undefined
  readonly status: string | undefined
}

/** What decides about an event: of an alert, or of a job run. */
export type Routed =
  | { readonly alertId: number; readonly oldState: AlertState; readonly newState: AlertState }
  | { readonly status: string | null }

/** The texts that simulated webhooks have, each with its meaning, written again. */
export const ALERT_MATCHES: Readonly<Record<string, (compared: Compared) => boolean>> = {
  'label.team="dba"': ({ team }) => team === 'dba',
  '{label.team!="", severity=~"medium|high"}': ({ team, severity }) =>
    team !== '' && (severity === undefined || severity === 'medium' || severity === 'high'),
  'label.team=web or severity=high': ({ team, severity }) =>
    team === 'web' || severity === undefined || severity === 'high',
  'label.team!~"d.a"': ({ team }) => team !== 'dba',
}
export const JOB_MATCHES: Readonly<Record<string, (compared: Compared) => boolean>> = {
  'job_status=failure': ({ status }) => status === 'failure',
  'name=nightly, job_status!=success': ({ status }) => status !== 'success',
}
export const OTHERWISE = 'otherwise'

/** Alerts have a team by their key, so that it stays the same. */
export function teamOf(key: string): string {
  return ['', 'dba', 'web'][Number(key.replaceAll(/\D/gu, '')) % 3] ?? ''
}

/** Tells whether the matchers of a webhook fit: `otherwise` fits what no other enabled webhook takes. */
export function fits(model: Model, webhook: ModelWebhook, event: Routed): boolean {
  return webhook.match === OTHERWISE ? !isTaken(model, event) : fitsAlone(model, webhook, event) !== false
}

/**
 * Tells whether the matchers of a webhook fit; undefined: they may not read all of the event, so that it is notified
 * and takes nothing away. Of `otherwise` nothing is asked: a delivery of the event was made for the webhook.
 */
export function fitsAlone(model: Model, { match }: ModelWebhook, event: Routed): boolean | undefined {
  if (match === null || match === OTHERWISE) return true
  if (match === HEAVY_MATCH)
    return meetsHeavy(model, 'newState' in event ? (model.notes.get(event.alertId) ?? '') : '')
  const meets = ALERT_MATCHES[match] ?? JOB_MATCHES[match]
  if (!meets) throw new Error(`no meaning of ${match}`)
  return meets(comparedOf(model, event))
}

function isTaken(model: Model, event: Routed): boolean {
  const raised =
    'newState' in event && event.newState === 'cleared' ? { ...event, newState: event.oldState } : event
  return [...model.webhooks.values()].some(
    (other) =>
      other.match !== OTHERWISE && isSubscribed(other, raised) && fitsAlone(model, other, raised) === true,
  )
}

/** Tells whether a webhook is there for the event, whatever its matchers say. */
export function isSubscribed({ enabled, payloadType, alertFlags }: ModelWebhook, event: Routed): boolean {
  if (!enabled) return false
  return 'newState' in event ? payloadType === 'ALERT' && alertFlags[event.newState] : payloadType === 'JOB'
}

/** Tells whether no webhook takes an event; a clear goes the way of its alert. */
export function notifiesNobody(model: Model, event: Routed): boolean {
  const raised =
    'newState' in event && event.newState === 'cleared' ? { ...event, newState: event.oldState } : event
  return ![...model.webhooks.values()].some(
    (webhook) =>
      isSubscribed({ ...webhook, enabled: webhook.enabled || isReplaced(model, webhook) }, raised) &&
      (webhook.match === OTHERWISE || fitsAlone(model, webhook, raised) !== false),
  )
}

/** Tells whether the fallback is notified while the webhook is disabled. */
function isReplaced(model: Model, webhook: ModelWebhook): boolean {
  return isKept(webhook) && model.webhooks.get(webhook.fallbackWebhookId ?? 0)?.enabled === true
}

/** Tells whether a webhook in current-state mode counts an alert as active. */
export function countsAsActive(
  model: Model,
  webhook: ModelWebhook,
  { id, state }: { readonly id: number; readonly state: AlertState },
): boolean {
  if (!isKept(webhook) || state === 'cleared' || !webhook.alertFlags[state]) return false
  return fits(model, webhook, { alertId: id, oldState: state, newState: state })
}

function comparedOf(model: Model, event: Routed): Compared {
  if (!('newState' in event)) return { team: '', severity: undefined, status: event.status ?? '' }
  const severity = event.newState === 'cleared' ? undefined : event.newState
  return { team: model.teams.get(event.alertId) ?? '', severity, status: undefined }
}
