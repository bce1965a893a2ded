import {
  SERVICE_ACTOR,
  type AuditAction,
  type Author,
  type FieldChange,
  type NewAuditEntry,
} from './audit.ts'
import type { Alert } from '../alert/alert.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { describeChange } from './describe-change.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { describeOperation, type Operation, type OperationFilter } from '../operation/operation.ts'
import type { StoredToken } from '../people/token.ts'
import { creatorOf, type Silence } from '../silence/silence.ts'
import { formatDuration } from '../spelling.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { MaintenanceWindow } from '../window/window.ts'

/** The time and the author of an entry; no author: the service itself. */
export interface Circumstances {
  readonly at: Instant
  readonly by?: Author | undefined
}

/**
 * Without `before` the webhook was created, without `after` deleted. Returns undefined if nothing differs.
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

/** `before`: the alert until then. */
export function alertClearedEntry(
  { before, note }: { readonly before: Alert; readonly note: string | null },
  circumstances: Circumstances,
): NewAuditEntry {
  return {
    ...common(circumstances, note ?? undefined),
    action: 'alert.cleared',
    objectType: 'alert',
    objectId: before.id,
    objectName: before.name,
    changes: [{ field: 'state', from: before.state, to: 'cleared' }],
  }
}

/** The acknowledgement was set or withdrawn. */
export function acknowledgementEntry(
  { before, after }: { readonly before: Alert; readonly after: Alert },
  circumstances: Circumstances,
): NewAuditEntry {
  const note = after.acknowledgement?.note
  const untilOf = ({ acknowledgement }: Alert) =>
    acknowledgement === undefined ? null : formatInstant(acknowledgement.until)
  const changes: FieldChange[] = [{ field: 'acknowledged_until', from: untilOf(before), to: untilOf(after) }]
  const from = before.acknowledgement?.by ?? null
  const to = after.acknowledgement?.by ?? null
  if (to !== null && to !== circumstances.by?.name) changes.push({ field: 'acknowledged_by', from, to })
  return {
    ...common(circumstances, note ?? undefined),
    action: after.acknowledgement ? 'alert.acknowledged' : 'alert.acknowledgement_withdrawn',
    objectType: 'alert',
    objectId: after.id,
    objectName: after.name,
    changes,
  }
}

/** `count`: the alerts that differed. */
export function resyncEntry(
  { id, name }: Pick<Webhook, 'id' | 'name'>,
  { forgets, count }: { readonly forgets: boolean; readonly count: number },
  circumstances: Circumstances,
): NewAuditEntry {
  const changes: FieldChange[] = [{ field: 'alerts', from: null, to: count }]
  if (forgets) changes.push({ field: 'forget', from: null, to: true })
  return {
    ...common(circumstances),
    action: 'webhook.resynced',
    objectType: 'webhook',
    objectId: id,
    objectName: name,
    changes,
  }
}

/** Without `before` the silence was created. */
export function silenceEntry(
  action: 'silence.created' | 'silence.changed' | 'silence.ended',
  { before, after }: { readonly before?: Silence; readonly after: Silence },
  circumstances: Circumstances,
): NewAuditEntry {
  const changes = changesBetween(before && describeSilence(before), describeSilence(after))
  return {
    ...common(circumstances),
    action,
    objectType: 'silence',
    objectId: after.id,
    objectName: null,
    changes,
  }
}

/** Without `before` the window was created, without `after` deleted. Returns undefined if nothing differs. */
export function windowEntry(
  action: 'window.created' | 'window.changed' | 'window.deleted',
  { before, after }: { readonly before?: MaintenanceWindow; readonly after?: MaintenanceWindow },
  circumstances: Circumstances,
): NewAuditEntry | undefined {
  const window = after ?? before
  if (window === undefined) return undefined
  const changes = windowChanges(before, after)
  return {
    ...common(circumstances),
    action,
    objectType: 'window',
    objectId: window.id,
    objectName: window.name,
    changes,
  }
}

type DescribedWindow = Omit<MaintenanceWindow, 'id' | 'matchOwner' | 'createdBy' | 'createdAt' | 'updatedAt'>

export function windowChanges(
  before: DescribedWindow | undefined,
  after: DescribedWindow | undefined,
): readonly FieldChange[] {
  return changesBetween(before && describeWindow(before), after && describeWindow(after))
}

type Described = Readonly<Record<string, string | null>>

function changesBetween(from: Described | undefined, to: Described | undefined): readonly FieldChange[] {
  return Object.keys(to ?? from ?? {})
    .map((field) => ({ field, from: from?.[field] ?? null, to: to?.[field] ?? null }))
    .filter((one) => one.from !== one.to)
}

function describeWindow(window: DescribedWindow): Described {
  const { name, match, webhookIds, zone, begins, lastsMs, repeat, days, except, firstDay, jobs, reason } =
    window
  return {
    name,
    match,
    webhook_ids: webhookIds === null ? null : webhookIds.join(', '),
    zone,
    begins,
    for: formatDuration(lastsMs),
    repeat,
    days: days === null ? null : days.join(', '),
    except: except.length === 0 ? null : except.join(', '),
    from: firstDay,
    jobs,
    reason,
  }
}

function describeSilence(silence: Silence): Described {
  const { match, webhookIds, startsAt, endsAt, reason, createdThrough } = silence
  return {
    match,
    webhook_ids: webhookIds === null ? null : webhookIds.join(', '),
    starts_at: formatInstant(startsAt),
    ends_at: formatInstant(endsAt),
    reason,
    ...(createdThrough !== null && { created_by: creatorOf(silence) }),
  }
}

/** Names the deliveries of the operation, and its result so far. */
export function operationEntry(
  action: 'operation.started' | 'operation.stopped' | 'operation.ended',
  operation: Operation,
  circumstances: Circumstances,
): NewAuditEntry {
  const { id, kind, state, reason, filter, targetWebhookId } = operation
  const isNew = action === 'operation.started'
  const target = targetWebhookId === null ? '' : ` to webhook ${targetWebhookId}`
  return {
    ...common(
      circumstances,
      `${kind}${target} of ${describeFilter(filter)}`,
      isNew ? undefined : describeOperation(operation),
      reason ?? undefined,
    ),
    action,
    objectType: 'operation',
    objectId: id,
    objectName: null,
    changes: [{ field: 'state', from: isNew ? null : 'running', to: state }],
  }
}

function describeFilter(filter: OperationFilter | null): string {
  if (filter === null) return 'deliveries that are not known any more'
  const { states, webhookId, eventId, alertId, severities, kind, from, until } = filter
  const parts = [
    `${states.join(', ')} deliveries`,
    webhookId !== undefined && `to webhook ${webhookId}`,
    eventId !== undefined && `of event ${eventId}`,
    alertId !== undefined && `of alert ${alertId}`,
    severities !== undefined && `of alerts that came to ${severities.join(' or ')}`,
    kind !== undefined && `of kind ${kind}`,
    from !== undefined && `from ${formatInstant(from)}`,
    until !== undefined && `until ${formatInstant(until)}`,
  ]
  return parts.filter((part) => part !== false).join(' ')
}

/** Makes the entry of an action that changes nothing stored, e.g. the test of a webhook. */
export function manualEntry(
  { note, ...about }: Pick<NewAuditEntry, 'action' | 'objectType' | 'objectId' | 'objectName' | 'note'>,
  circumstances: Circumstances,
): NewAuditEntry {
  return { ...common(circumstances, note ?? undefined), ...about, changes: [] }
}

function aboutToken({ id, name }: StoredToken) {
  return { objectType: 'token', objectId: id, objectName: name } as const
}

/** Returns the other members of an entry: who, when, and the notes in their order. */
export function common({ at, by = SERVICE_ACTOR }: Circumstances, ...notes: readonly (string | undefined)[]) {
  const { tokenId, userId, name, address, note } = { note: undefined, ...by }
  const said = [note, ...notes].filter((text) => text !== undefined)
  return { at, actor: { tokenId, userId, name, address }, note: said.length === 0 ? null : said.join('; ') }
}
