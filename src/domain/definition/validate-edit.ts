import { type Issue, refuseIssues } from '../errors.ts'
import {
  applyChange,
  changesTowards,
  findHeaderIdIssues,
  headersAfter,
  pathsOf,
} from '../webhook/apply-change.ts'
import type { HeaderChanges, Webhook, WebhookChange } from '../webhook/webhook.ts'
import type { WebhookEdit } from '../webhook/webhook-edit.ts'
import {
  findFieldIssues,
  findFilterIssues,
  findHeaderFilterIssues,
  findHeaderIssues,
  findHeaderListIssues,
} from './definition-issues.ts'
import {
  clearRequestAsStored,
  findUnknownHidden,
  isUrlAsShown,
  mergeTls,
  withoutHidden,
} from './masked-values.ts'
import { findMisfits, modeGivingWay } from './mode-rules.ts'

/**
 * Returns the change that an edit makes. Checks what the edit says and the resulting headers and TLS
 * settings, but nothing stored: a webhook whose address became forbidden can still be disabled. Throws
 * `invalid_request` with every mistake.
 */
export function validateEdit(current: Webhook, edit: WebhookEdit): WebhookChange {
  if (edit.isMasked === true) refuseIssues(findUnknownHidden(current, edit))
  const change = changeOf(current, edit)
  refuseIssues([
    ...(edit.unread ?? []),
    ...findFieldIssues(
      { ...change, match: change.match === current.match ? undefined : change.match },
      change.url === current.url ? undefined : () => edit.targetRefusal,
      change.clearRequest?.url === current.clearRequest?.url ? undefined : () => edit.clearTargetRefusal,
    ),
    ...(edit.keepsUnknownFilters === true ? [] : findFilterIssues(change, current)),
    ...findChangeSetIssues(current, change.headers, edit),
  ])
  return withFittingMode(current, change, edit)
}

/** Refuses only misfits that did not exist before. */
function withFittingMode(
  current: Webhook,
  change: WebhookChange,
  { modeGivesWay }: Pick<WebhookEdit, 'modeGivesWay'>,
): WebhookChange {
  const after = applyChange(current, change)
  if (modeGivesWay === true) return { ...change, ...modeGivingWay(after) }
  const known = new Set(findMisfits(current).map(({ message }) => message))
  refuseIssues(findMisfits(after).filter(({ message }) => !known.has(message)))
  return change
}

function changeOf(current: Webhook, edit: WebhookEdit): WebhookChange {
  const { url, tls, clearRequest, headers, isMasked, ...others } = edit
  const {
    unread: _unread,
    targetRefusal: _ofUrl,
    clearTargetRefusal: _ofEnd,
    modeGivesWay: _way,
    keepsUnknownFilters: _filters,
    ...fields
  } = others
  return {
    ...fields,
    // An address that comes back masked is left alone.
    url: isMasked === true && isUrlAsShown(current, url) ? undefined : url,
    tls: mergeTls(current.tls, tls),
    clearRequest: isMasked === true ? clearRequestAsStored(current, clearRequest) : clearRequest,
    headers: changeSetOf(current, { headers, isMasked }),
  }
}

function changeSetOf(
  current: Webhook,
  { headers, isMasked }: Pick<WebhookEdit, 'headers' | 'isMasked'>,
): HeaderChanges | undefined {
  if (headers === undefined || !('list' in headers)) return headers
  const changes = changesTowards(current.headers, headers)
  return isMasked === true ? withoutHidden(changes) : changes
}

function findChangeSetIssues(
  current: Webhook,
  changes: HeaderChanges | undefined,
  { headers, keepsUnknownFilters }: WebhookEdit,
): readonly Issue[] {
  if (changes === undefined || headers === undefined) return []
  const paths = pathsOf(headers)
  return [
    ...findHeaderIdIssues(current.headers, changes, paths),
    ...findHeaderIssues(changes.changed, paths.changed),
    ...findHeaderIssues(changes.added, paths.added),
    ...(keepsUnknownFilters === true ? [] : findWrittenFilterIssues(current, changes, paths)),
    ...findHeaderListIssues(headersAfter(current.headers, changes).map(({ key }) => key)),
  ]
}

function findWrittenFilterIssues(
  current: Webhook,
  { changed, added }: HeaderChanges,
  paths: ReturnType<typeof pathsOf>,
): readonly Issue[] {
  const stored = new Map(current.headers.map(({ id, value }) => [id, value]))
  const written = changed.map(({ id, value }) => (value === stored.get(id) ? {} : { value }))
  return [...findHeaderFilterIssues(written, paths.changed), ...findHeaderFilterIssues(added, paths.added)]
}
