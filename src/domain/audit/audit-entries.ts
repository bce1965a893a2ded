import type { AuditAction, AuditEntry, AuditValue, Author, FieldChange, NewAuditEntry } from './audit.ts'
import { AUDIT_OBJECTS, SERVICE_ACTOR } from './audit.ts'
import type { Alert } from '../alert/alert.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { describeChange } from './describe-change.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { describeOperation, type Operation, type OperationFilter } from '../operation/operation.ts'
import type { NewInvitation } from '../people/invitation.ts'
import type { StoredToken } from '../people/token.ts'
import type { User } from '../people/user.ts'
import { creatorOf, type Silence } from '../silence/silence.ts'
import { formatDuration } from '../spelling.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { MaintenanceWindow } from '../window/window.ts'

/** The time and the author of an entry; no author: the service itself. */
export interface Circumstances {
  readonly at: Instant
  readonly by?: Author | undefined
}

interface About {
  readonly id?: AuditEntry['objectId']
  readonly name?: string | null
  readonly changes?: readonly FieldChange[]
}

/** Makes an entry about the object that the action names. `notes`: after that of the author. */
export function entryOf(
  action: AuditAction,
  { id = null, name = null, changes = [] }: About,
  { at, by = SERVICE_ACTOR }: Circumstances,
  ...notes: readonly (string | null | undefined)[]
): NewAuditEntry {
  const { note, ...actor } = { note: undefined, ...by }
  const said = [note, ...notes].filter((text) => text !== undefined && text !== null)
  return {
    at,
    actor: { tokenId: actor.tokenId, userId: actor.userId, name: actor.name, address: actor.address },
    note: said.length === 0 ? null : said.join('; '),
    action,
    objectType: AUDIT_OBJECTS.find((object) => action.startsWith(`${object}.`)) ?? 'database',
    objectId: id,
    objectName: name,
    changes,
  }
}

interface Change<Thing> {
  /** Absent: it was created. */
  readonly before?: Thing | undefined
  /** Absent: it was deleted. */
  readonly after?: Thing | undefined
}

/** Returns undefined if nothing differs. */
export function webhookEntry(
  action: AuditAction,
  { before, after }: Change<Webhook>,
  circumstances: Circumstances,
): NewAuditEntry | undefined {
  const webhook = after ?? before
  const { changes, leftOutCount } = describeChange(before, after)
  if (webhook === undefined || changes.length === 0) return undefined
  const leftOut = leftOutCount === 0 ? null : `${leftOutCount} more changes had no room`
  return entryOf(action, { id: webhook.id, name: webhook.name, changes }, circumstances, leftOut)
}

type Described = Readonly<Record<string, AuditValue>>

interface Named {
  readonly id: AuditEntry['objectId']
  readonly name?: string
}

function entriesOf<Thing extends Named>(describe: (thing: Thing) => Described) {
  return (action: AuditAction, { before, after }: Change<Thing>, circumstances: Circumstances) => {
    const thing = after ?? before
    const changes = changesBetween(before && describe(before), after && describe(after))
    return thing && entryOf(action, { id: thing.id, name: thing.name ?? null, changes }, circumstances)
  }
}

function changesBetween(from: Described | undefined, to: Described | undefined): readonly FieldChange[] {
  return Object.keys(to ?? from ?? {})
    .map((field) => ({ field, from: from?.[field] ?? null, to: to?.[field] ?? null }))
    .filter((one) => one.from !== one.to)
}

export const tokenEntry = entriesOf(({ scopes, expiresAt, revokedAt }: StoredToken) => ({
  scopes: scopes.join(', '),
  expires_at: expiresAt === null ? null : formatInstant(expiresAt),
  revoked_at: revokedAt === null ? null : formatInstant(revokedAt),
}))

export const userEntry = entriesOf(({ name, role, disabledAt }: User) => ({
  name,
  role,
  disabled: disabledAt !== null,
}))

export function userInvitedEntry(
  { id, name }: User,
  { expiresAt, purpose }: Pick<NewInvitation, 'expiresAt' | 'purpose'>,
  circumstances: Circumstances,
): NewAuditEntry {
  const changes = [{ field: 'invitation', from: null, to: `${purpose} until ${formatInstant(expiresAt)}` }]
  return entryOf('user.invited', { id, name, changes }, circumstances)
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
  const changes = [{ field: 'state', from: before.state, to: after.state }]
  return entryOf(action, { id: after.id, changes }, circumstances, `to webhook ${after.webhookId}${name}`)
}

/** `before`: the alert until then. */
export function alertClearedEntry(
  { before: { id, name, state }, note }: { readonly before: Alert; readonly note: string | null },
  circumstances: Circumstances,
): NewAuditEntry {
  const changes = [{ field: 'state', from: state, to: 'cleared' }]
  return entryOf('alert.cleared', { id, name, changes }, circumstances, note)
}

/** The acknowledgement was set or withdrawn. */
export function acknowledgementEntry(
  { before, after }: { readonly before: Alert; readonly after: Alert },
  circumstances: Circumstances,
): NewAuditEntry {
  const { id, name, acknowledgement } = after
  const untilOf = (alert: Alert) =>
    alert.acknowledgement === undefined ? null : formatInstant(alert.acknowledgement.until)
  const changes: FieldChange[] = [{ field: 'acknowledged_until', from: untilOf(before), to: untilOf(after) }]
  const from = before.acknowledgement?.by ?? null
  const to = acknowledgement?.by ?? null
  if (to !== null && to !== circumstances.by?.name) changes.push({ field: 'acknowledged_by', from, to })
  const action = acknowledgement ? 'alert.acknowledged' : 'alert.acknowledgement_withdrawn'
  return entryOf(action, { id, name, changes }, circumstances, acknowledgement?.note)
}

/** `count`: the alerts that differed. */
export function resyncEntry(
  { id, name }: Pick<Webhook, 'id' | 'name'>,
  { forgets, count }: { readonly forgets: boolean; readonly count: number },
  circumstances: Circumstances,
): NewAuditEntry {
  const changes: FieldChange[] = [{ field: 'alerts', from: null, to: count }]
  if (forgets) changes.push({ field: 'forget', from: null, to: true })
  return entryOf('webhook.resynced', { id, name, changes }, circumstances)
}

export const windowEntry = entriesOf<MaintenanceWindow>(describeWindow)

type DescribedWindow = Omit<MaintenanceWindow, 'id' | 'matchOwner' | 'createdBy' | 'createdAt' | 'updatedAt'>

export function windowChanges(
  before: DescribedWindow | undefined,
  after: DescribedWindow | undefined,
): readonly FieldChange[] {
  return changesBetween(before && describeWindow(before), after && describeWindow(after))
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

export const silenceEntry = entriesOf((silence: Silence) => {
  const { match, webhookIds, startsAt, endsAt, reason, createdThrough } = silence
  return {
    match,
    webhook_ids: webhookIds === null ? null : webhookIds.join(', '),
    starts_at: formatInstant(startsAt),
    ends_at: formatInstant(endsAt),
    reason,
    ...(createdThrough !== null && { created_by: creatorOf(silence) }),
  }
})

/** Names the deliveries of the operation, and its result so far. */
export function operationEntry(
  action: 'operation.started' | 'operation.stopped' | 'operation.ended',
  operation: Operation,
  circumstances: Circumstances,
): NewAuditEntry {
  const { id, kind, state, reason, filter, targetWebhookId } = operation
  const isNew = action === 'operation.started'
  const target = targetWebhookId === null ? '' : ` to webhook ${targetWebhookId}`
  return entryOf(
    action,
    { id, changes: [{ field: 'state', from: isNew ? null : 'running', to: state }] },
    circumstances,
    `${kind}${target} of ${describeFilter(filter)}`,
    isNew ? null : describeOperation(operation),
    reason,
  )
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
