import type { Issue } from '../errors.ts'
import type { HeaderChanges, WebhookHeader } from './webhook.ts'
import type { HeaderId } from '../ids.ts'

/** Where the entries of a change set stand on the wire. */
export interface HeaderChangePaths {
  readonly deleted: (index: number) => string
  readonly changed: (index: number) => string
  readonly added: (index: number) => string
}

/** As v6 and v15 have them. */
export const CHANGE_SET_PATHS: HeaderChangePaths = {
  deleted: (index) => `http_headers.deleted[${index}]`,
  changed: (index) => `http_headers.changed[${index}]`,
  added: (index) => `http_headers.added[${index}]`,
}

/** Ids that are not this webhook's, or that stand in the change set twice. */
export function findHeaderIdIssues(
  headers: readonly WebhookHeader[],
  changes: HeaderChanges,
  paths: HeaderChangePaths = CHANGE_SET_PATHS,
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

/** The names as they will be: deleted, then changed, then added. Unknown ids are passed over. */
export function headerKeysAfter(
  headers: readonly WebhookHeader[],
  changes: HeaderChanges,
): readonly string[] {
  const deleted = new Set(changes.deleted)
  const changed = new Map(changes.changed.map(({ id, key }) => [id, key]))
  const kept = headers.filter(({ id }) => !deleted.has(id)).map(({ id, key }) => changed.get(id) ?? key)
  return [...kept, ...changes.added.map(({ key }) => key)]
}
