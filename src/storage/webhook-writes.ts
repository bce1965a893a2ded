import { AppError, invalidRequest } from '../domain/errors.ts'
import { JSON_SETTINGS } from '../domain/definition/webhook-settings.ts'
import { validateEdit } from '../domain/definition/validate-edit.ts'
import { applyChange } from '../domain/webhook/apply-change.ts'
import type { HeaderId } from '../domain/ids.ts'
import { isRoutedAlike } from '../domain/routing/routed-webhook.ts'
import type { Instant } from '../domain/instant.ts'
import type { Rotation } from '../domain/receiver/signature.ts'
import { liveSecrets, rotateSecrets, SIGNING_SECRETS_MAX } from '../domain/receiver/signature.ts'
import type {
  HeaderChanges,
  NewHeader,
  NewWebhook,
  Webhook,
  WebhookChange,
} from '../domain/webhook/webhook.ts'
import type { WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import { HEADERS_MAX } from '../domain/webhook/webhook-limits.ts'
import { toRow, toWebhook, type WebhookRow } from './rows/webhook-row.ts'
import { damageReason, type Damage, type FragileColumn, type OpenedWebhook } from './webhook-seals.ts'

export interface WebhookWrite {
  readonly fields: Omit<Webhook, 'id' | 'headers'>
  /** Fragile columns that are given again, and written even if the stored ones are damaged. */
  readonly given: readonly FragileColumn[]
}

export interface ChangeWrite extends WebhookWrite {
  readonly headers: HeaderWrites
  /** The effect on pending deliveries: `hold` takes their due time, `unhold` makes held ones due at once. */
  readonly deliveries: 'hold' | 'unhold' | 'keep'
}

export interface HeaderWrites {
  readonly deleted: readonly HeaderId[]
  /** Headers that differ. Without a value the stored one stays, damaged or not. */
  readonly changed: readonly { readonly id: HeaderId; readonly key: string; readonly value?: string }[]
  readonly added: readonly NewHeader[]
}

export const NO_HEADER_WRITES: HeaderWrites = { deleted: [], changed: [], added: [] }

/** Throws `invalid_request` above `HEADERS_MAX`. */
export function planCreation(
  { headers, ...fields }: NewWebhook,
  { now, owner }: { readonly now: Instant; readonly owner: string | null },
): WebhookWrite['fields'] {
  refuseTooManyHeaders(headers.length)
  const made = { revision: 1, createdAt: now, updatedAt: now, routedSince: now, matchOwner: owner }
  return { ...fields, signingSecrets: [], disabledReason: null, ...made }
}

/**
 * Returns undefined if nothing changes. Throws `invalid_request` for mistakes in the edit, and `conflict` if
 * it would enable a webhook with damaged values.
 */
export function planChange(
  opened: OpenedWebhook,
  edit: WebhookEdit,
  { now, owner }: { readonly now: Instant; readonly owner: string | null },
): ChangeWrite | undefined {
  const before = toWebhook(opened)
  const change = validateEdit(before, edit)
  const given = givenColumns(change)
  const headerWrites = change.headers === undefined ? NO_HEADER_WRITES : planHeaders(opened, change.headers)
  const fields = applyChange(before, change)
  const isSame = JSON.stringify(toRow(fields)) === JSON.stringify(toRow(before))
  const isMended = opened.damaged.some(({ column }) => given.some((name) => name === column))
  if (isSame && isNothing(headerWrites) && !isMended) return undefined

  const left = opened.damaged.filter((damage) => !isGivenAgain(damage, given, headerWrites))
  if (fields.enabled && left.length > 0) {
    throw new AppError('conflict', `Webhook ${before.id} cannot be enabled. ${damageReason(left)}`)
  }
  // Expired secrets go with the next write.
  const signingSecrets = liveSecrets(before.signingSecrets, now)
  return {
    fields: {
      ...fields,
      signingSecrets,
      revision: before.revision + 1,
      updatedAt: now,
      routedSince: isRoutedAlike(before, fields) ? before.routedSince : now,
      matchOwner: before.match === fields.match ? before.matchOwner : owner,
    },
    given,
    headers: headerWrites,
    deliveries: before.enabled === fields.enabled ? 'keep' : fields.enabled ? 'unhold' : 'hold',
  }
}

/** Disables a webhook whose receiver is gone for good; undefined: it is disabled already. */
export function planDisabling(opened: OpenedWebhook, reason: string, now: Instant): WebhookWrite | undefined {
  const before = toWebhook(opened)
  if (!before.enabled) return undefined
  const changed = { enabled: false, disabledReason: reason, revision: before.revision + 1 }
  return { fields: { ...before, ...changed, updatedAt: now, routedSince: now }, given: [] }
}

/** Adds a secret that signs from now on, beside older ones. Throws `conflict` above `SIGNING_SECRETS_MAX`. */
export function planRotation(opened: OpenedWebhook, rotation: Rotation): WebhookWrite {
  const before = toWebhook(opened)
  const signingSecrets = rotateSecrets(before.signingSecrets, rotation)
  if (signingSecrets.length > SIGNING_SECRETS_MAX) {
    throw new AppError(
      'conflict',
      `Webhook ${before.id} has ${SIGNING_SECRETS_MAX} signing secrets that are still valid. Wait until one expires, or rotate with the overlap 0s, which ends them all at once.`,
    )
  }
  return withSecrets(before, signingSecrets, rotation.now)
}

/** Returns undefined if requests were not signed. */
export function planSecretRemoval(opened: OpenedWebhook, now: Instant): WebhookWrite | undefined {
  const before = toWebhook(opened)
  const isDamaged = opened.damaged.some(({ column }) => column === 'signing_secrets')
  return before.signingSecrets.length > 0 || isDamaged ? withSecrets(before, [], now) : undefined
}

/** Returns the row to seal and store; damaged values stay unless given again. */
export function keepDamaged(
  sealed: Omit<WebhookRow, 'id'>,
  stored: WebhookRow,
  { damaged, given }: Pick<OpenedWebhook, 'damaged'> & Pick<WebhookWrite, 'given'>,
): Omit<WebhookRow, 'id'> {
  const kept = damaged.flatMap(({ column }) =>
    column === 'value' || given.includes(column) ? [] : [[column, stored[column]] as const],
  )
  return { ...sealed, ...Object.fromEntries(kept) }
}

function withSecrets(before: Webhook, signingSecrets: Webhook['signingSecrets'], now: Instant): WebhookWrite {
  const revision = before.revision + 1
  return { fields: { ...before, signingSecrets, revision, updatedAt: now }, given: ['signing_secrets'] }
}

function planHeaders(
  { headers, damaged }: OpenedWebhook,
  { deleted, changed, added }: HeaderChanges,
): HeaderWrites {
  refuseTooManyHeaders(headers.length - deleted.length + added.length)
  return {
    deleted,
    changed: changed.flatMap(({ id, key, value }) => {
      const before = headers.find((header) => header.id === id)
      if (!before) return []
      // A value given instead of a damaged one counts as new.
      const isDamaged = damaged.some(({ headerId }) => headerId === id)
      const isSameValue = value === undefined || (value === before.value && !isDamaged)
      if (isSameValue && (key ?? before.key) === before.key) return []
      return [{ id, key: key ?? before.key, ...(value !== undefined && { value }) }]
    }),
    added,
  }
}

function isNothing({ deleted, changed, added }: HeaderWrites): boolean {
  return deleted.length + changed.length + added.length === 0
}

function isGivenAgain(
  { column, headerId }: Damage,
  given: readonly FragileColumn[],
  { deleted, changed }: HeaderWrites,
): boolean {
  if (column !== 'value') return given.includes(column)
  return (
    deleted.some((id) => id === headerId) ||
    changed.some(({ id, value }) => id === headerId && value !== undefined)
  )
}

function refuseTooManyHeaders(count: number): void {
  if (count > HEADERS_MAX) {
    throw invalidRequest([
      { path: 'http_headers', message: `must have at most ${HEADERS_MAX} entries; there would be ${count}` },
    ])
  }
}

function givenColumns(change: WebhookChange): readonly FragileColumn[] {
  return [
    ...(change.url === undefined ? [] : ['url' as const]),
    ...(change.payloadTemplate === undefined ? [] : ['payload_template' as const]),
    ...JSON_SETTINGS.flatMap(({ name, column }) => (change[name] === undefined ? [] : [column])),
  ]
}
