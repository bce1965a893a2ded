import type { Issue } from '../errors.ts'
import type { HeaderId } from '../ids.ts'
import { withoutUndefined } from '../without-undefined.ts'
import type { HeaderList } from './webhook-edit.ts'
import type { HeaderChanges, Webhook, WebhookChange, WebhookHeader } from './webhook.ts'

/** Applies a valid change. The store counts revision and times; a new header has the id 0. */
export function applyChange(
  current: Webhook,
  { alertFlags = {}, headers, ...fields }: WebhookChange,
): Webhook {
  const enabled = fields.enabled ?? current.enabled
  return {
    ...current,
    ...withoutUndefined(fields),
    alertFlags: { ...current.alertFlags, ...withoutUndefined(alertFlags) },
    headers: headers === undefined ? current.headers : headersAfter(current.headers, headers),
    disabledReason: enabled ? null : current.disabledReason,
  }
}

/** The paths of a change set on the wire. */
interface HeaderChangePaths {
  readonly deleted: (index: number) => string
  readonly changed: (index: number) => string
  readonly added: (index: number) => string
}

/** The paths of v6 and v15, which send the change set itself. */
const CHANGE_SET_PATHS: HeaderChangePaths = {
  deleted: (index) => `http_headers.deleted[${index}]`,
  changed: (index) => `http_headers.changed[${index}]`,
  added: (index) => `http_headers.added[${index}]`,
}

/** Returns the paths in what the writer of the edit sent. */
export function pathsOf(headers: HeaderChanges | HeaderList): HeaderChangePaths {
  if (!('list' in headers)) return CHANGE_SET_PATHS
  const { list } = headers
  const indexes = list.map((_entry, index) => index)
  const known = indexes.filter((index) => list[index]?.id !== undefined)
  const added = indexes.filter((index) => list[index]?.id === undefined)
  return {
    // Ids from our own lookup cannot be wrong.
    deleted: () => 'http_headers',
    changed: (index) => `http_headers[${known[index]}]`,
    added: (index) => `http_headers[${added[index]}]`,
  }
}

/** Returns the change set that makes the given list out of the current one. */
export function changesTowards(current: readonly WebhookHeader[], { list }: HeaderList): HeaderChanges {
  const listed = new Set(list.map(({ id }) => id))
  return {
    deleted: current.map(({ id }) => id).filter((id) => !listed.has(id)),
    changed: list.flatMap(({ id, key, value }) => (id === undefined ? [] : [{ id, key, value }])),
    added: list.flatMap(({ id, key, value }) => (id === undefined ? [{ key, value }] : [])),
  }
}

/** Finds ids that are unknown to the webhook or occur twice. */
export function findHeaderIdIssues(
  headers: readonly WebhookHeader[],
  changes: HeaderChanges,
  paths: HeaderChangePaths,
): readonly Issue[] {
  const known = new Set(headers.map(({ id }) => id))
  const named = [
    ...changes.deleted.map((id, index) => ({ id, path: paths.deleted(index) })),
    ...changes.changed.map(({ id }, index) => ({ id, path: paths.changed(index) })),
  ]
  const seen = new Set<HeaderId>()
  return named.flatMap(({ id, path }) => {
    const isRepeated = seen.has(id)
    seen.add(id)
    if (known.has(id) && !isRepeated) return []
    const message = isRepeated ? `header ${id} is named more than once` : `this webhook has no header ${id}`
    return [{ path: `${path}.http_header_id`, message }]
  })
}

/** Returns the list after deleting, changing, and adding with id 0. Ignores unknown ids. */
export function headersAfter(
  headers: readonly WebhookHeader[],
  changes: HeaderChanges,
): readonly WebhookHeader[] {
  const deleted = new Set(changes.deleted)
  const changed = new Map(changes.changed.map((entry) => [entry.id, entry]))
  const kept = headers.filter(({ id }) => !deleted.has(id))
  return [
    ...kept.map((header) => {
      const { key = header.key, value = header.value } = changed.get(header.id) ?? {}
      return { id: header.id, key, value }
    }),
    ...changes.added.map(({ key, value }) => ({ id: 0, key, value })),
  ]
}
