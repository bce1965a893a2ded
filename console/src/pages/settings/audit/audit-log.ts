import { LIST_FILTERS } from '../../../api/list-filters.ts'
import type { components } from '../../../api/schema.ts'
import { idIn, onlyGiven, type SearchOf, searchOfList, wordIn } from '../../../ui/list/list-search.ts'

export type AuditEntry = components['schemas']['AuditEntry']

/** Actions within a sentence: `ada … the webhook Slack`. Unknown actions are shown as they are. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'webhook.created': 'created',
  'webhook.changed': 'changed',
  'webhook.deleted': 'deleted',
  'webhook.disabled_by_receiver': 'disabled, because its receiver asked for it,',
  'webhook.tested': 'tested',
  'webhook.resynced': 'resynced',
  'webhook.signing_rotated': 'created a new signing secret for',
  'webhook.resumed': 'resumed',
  'webhook.signing_removed': 'ended the signing of',
  'token.created': 'created',
  'token.revoked': 'revoked',
  'user.created': 'added',
  'user.changed': 'changed',
  'user.deleted': 'removed',
  'user.invited': 'created an invitation for',
  'user.password_changed': 'set a new password for',
  'user.signed_in': 'signed in as',
  'user.sign_in_failed': 'failed to sign in as',
  'user.signed_out': 'signed out',
  'user.signed_out_everywhere': 'signed out everywhere',
  'delivery.retried': 'retried',
  'delivery.cancelled': 'cancelled',
  'alert.cleared': 'cleared',
  'alert.acknowledged': 'acknowledged',
  'alert.acknowledgement_withdrawn': 'withdrew the acknowledgement of',
  'silence.created': 'created',
  'silence.changed': 'changed',
  'silence.ended': 'ended',
  'window.created': 'created',
  'window.changed': 'changed',
  'window.deleted': 'deleted',
  'operation.started': 'started',
  'operation.stopped': 'stopped',
  'operation.ended': 'completed',
  'backup.taken': 'took a backup of',
  'encryption.rotated': 're-encrypted',
}

export const OBJECTS: Readonly<Record<string, string>> = Object.fromEntries(
  LIST_FILTERS['/v1/audit'].object_type.words.map((kind) => [
    kind,
    kind === 'window' ? 'maintenance window' : kind,
  ]),
)

/** `webhook.signing_rotated` becomes `Webhook: signing rotated`. */
export function labelOfAction(action: string): string {
  const [object = '', ...sentence] = action.split('.')
  return `${object.charAt(0).toUpperCase()}${object.slice(1)}: ${sentence.join('.').replaceAll('_', ' ')}`
}

/** Describes action and kind of object, without its name: `changed the webhook`. */
export function describeAction({
  action,
  object_type: object,
}: Pick<AuditEntry, 'action' | 'object_type'>): string {
  const sentence = ACTIONS[action]
  if (sentence === undefined) return `${action.replace('.', ': ').replaceAll('_', ' ')}: the ${object}`
  return `${sentence} the ${OBJECTS[object] ?? object}`
}

/** Distinguishes users from tokens, which may share a name. The service and a failed sign-in are neither. */
export function kindOf({ user_id: userId, token_id: tokenId }: AuditEntry['actor']): string {
  if (userId !== null) return 'user'
  return tokenId === null ? '' : 'token'
}

const FIELDS_SHOWN = 3

/** `url, timeout and 2 more` */
export function fieldsOf({ changes }: Pick<AuditEntry, 'changes'>): string {
  const fields = changes.map(({ field }) => field)
  const more = fields.length - FIELDS_SHOWN
  return more > 0 ? `${fields.slice(0, FIELDS_SHOWN).join(', ')} and ${more} more` : fields.join(', ')
}

/** Null: there is, or was, no value. */
export function valueOf(value: AuditEntry['changes'][number]['from']): string | null {
  if (value === null || value === '') return null
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

const NAMES = { object_type: 'object', object_id: 'id' } as const

const FILTERS = searchOfList('/v1/audit', NAMES)

export interface AuditSearch extends SearchOf<'/v1/audit', typeof NAMES> {
  /** The unfolded entry. */
  readonly open?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const { id, ...filters } = FILTERS.read(search)
  return onlyGiven<AuditSearch>({
    ...filters,
    action: wordIn(search.action, Object.keys(ACTIONS)),
    // An id is unique within its kind only.
    id: filters.object === undefined ? undefined : id,
    open: idIn(search.open),
  })
}

/** Returns the filter for the API. */
export function queryOf(search: AuditSearch) {
  const { action, ...query } = FILTERS.query(search)
  return { ...query, ...(action !== undefined && { action: [action] }) }
}

/** Tells whether a filter narrows the list. */
export const isNarrowed = FILTERS.narrows
