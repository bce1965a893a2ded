import {
  SERVICE_ACTOR,
  type AuditAction,
  type Author,
  type FieldChange,
  type NewAuditEntry,
} from './audit.ts'
import type { Delivery } from './delivery.ts'
import { describeChange } from './describe-change.ts'
import { formatInstant, type Instant } from './instant.ts'
import type { Operation } from './operation.ts'
import type { StoredToken } from './token.ts'
import type { Webhook } from './webhook.ts'

/** When it was done, and by whom; undefined: by the service itself. */
export interface Circumstances {
  readonly at: Instant
  readonly by?: Author | undefined
}

/**
 * Of a webhook that was made (no `before`), changed, or removed (no `after`). Undefined if nothing is another than
 * before: what did not happen is not told.
 */
export function webhookEntry(
  action: AuditAction,
  { before, after }: { readonly before?: Webhook | undefined; readonly after?: Webhook | undefined },
  circumstances: Circumstances,
): NewAuditEntry | undefined {
  const webhook = after ?? before
  const { changes, leftOutCount } = describeChange(before, after)
  if (webhook === undefined || changes.length === 0) return undefined
  return {
    ...common(circumstances, leftOutCount === 0 ? undefined : `${leftOutCount} more changes had no room`),
    action,
    objectType: 'webhook',
    objectId: webhook.id,
    objectName: webhook.name,
    changes,
  }
}

export function tokenCreatedEntry(token: StoredToken, circumstances: Circumstances): NewAuditEntry {
  const changes: FieldChange[] = [{ field: 'scopes', from: null, to: token.scopes.join(', ') }]
  if (token.expiresAt !== null) {
    changes.push({ field: 'expires_at', from: null, to: formatInstant(token.expiresAt) })
  }
  return { ...common(circumstances), ...aboutToken(token), action: 'token.created', changes }
}

/** Of one that has just been revoked. */
export function tokenRevokedEntry(token: StoredToken, circumstances: Circumstances): NewAuditEntry {
  const to = token.revokedAt === null ? null : formatInstant(token.revokedAt)
  return {
    ...common(circumstances),
    ...aboutToken(token),
    action: 'token.revoked',
    changes: [{ field: 'revoked_at', from: null, to }],
  }
}

/** `webhook` may be gone already. */
export function deliveryEntry(
  action: AuditAction,
  {
    before,
    after,
    webhook,
  }: { readonly before: Delivery; readonly after: Delivery; readonly webhook: Webhook | undefined },
  circumstances: Circumstances,
): NewAuditEntry {
  const name = webhook === undefined ? '' : ` (${webhook.name})`
  return {
    ...common(circumstances, `to webhook ${after.webhookId}${name}`),
    action,
    objectType: 'delivery',
    objectId: after.id,
    objectName: null,
    changes: [{ field: 'state', from: before.state, to: after.state }],
  }
}

/** Of one that has just begun: what it is over. The deliveries that it changes have no entries of their own. */
export function operationStartedEntry(operation: Operation, circumstances: Circumstances): NewAuditEntry {
  const { states, webhookId, eventId, alertId, from, until } = operation.filter
  const members = {
    state: operation.state,
    'filter.state': states.join(', '),
    'filter.webhook_id': webhookId,
    'filter.event_id': eventId,
    'filter.alert_id': alertId,
    'filter.from': from === undefined ? undefined : formatInstant(from),
    'filter.until': until === undefined ? undefined : formatInstant(until),
    target_webhook_id: operation.targetWebhookId ?? undefined,
  }
  return {
    ...common(circumstances),
    ...aboutOperation(operation),
    action: 'operation.started',
    changes: Object.entries(members).flatMap(([field, to]) =>
      to === undefined ? [] : [{ field, from: null, to }],
    ),
  }
}

/** Of one that somebody has stopped, or that has come to its end; with what it has done. */
export function operationEndedEntry(
  action: AuditAction,
  operation: Operation,
  circumstances: Circumstances,
): NewAuditEntry {
  const { state, reason, changedCount, skippedCount } = operation
  return {
    ...common(
      circumstances,
      `${changedCount} deliveries changed, ${skippedCount} left as they were`,
      reason ?? undefined,
    ),
    ...aboutOperation(operation),
    action,
    changes: [{ field: 'state', from: 'running', to: state }],
  }
}

/** What was done by hand and changed nothing that is kept, e.g. the test of a webhook. */
export function manualEntry(
  { note, ...about }: Pick<NewAuditEntry, 'action' | 'objectType' | 'objectId' | 'objectName' | 'note'>,
  circumstances: Circumstances,
): NewAuditEntry {
  return { ...common(circumstances, note ?? undefined), ...about, changes: [] }
}

function aboutToken({ id, name }: StoredToken) {
  return { objectType: 'token', objectId: id, objectName: name } as const
}

function aboutOperation({ id, kind }: Operation) {
  return { objectType: 'operation', objectId: id, objectName: kind } as const
}

function common({ at, by = SERVICE_ACTOR }: Circumstances, ...notes: readonly (string | undefined)[]) {
  const { tokenId, name, address, note } = { note: undefined, ...by }
  const said = [note, ...notes].filter((text) => text !== undefined)
  return { at, actor: { tokenId, name, address }, note: said.length === 0 ? null : said.join('; ') }
}
