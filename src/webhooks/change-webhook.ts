import type { Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest, type Issue } from '../domain/errors.ts'
import {
  CHANGE_SET_PATHS,
  findHeaderIdIssues,
  headerKeysAfter,
  type HeaderChangePaths,
} from '../domain/webhook/header-changes.ts'
import type { Webhook, WebhookChange } from '../domain/webhook/webhook.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'
import {
  findFieldIssues,
  findHeaderIssues,
  findHeaderListIssues,
  type CheckTarget,
} from './definition-issues.ts'
import { findWebhook, requireRevision, type ExpectedRevisions } from './find-webhook.ts'

/** How often a change is judged anew because the webhook changed in between. */
const ROUNDS_MAX = 20

export interface ChangeWebhookDeps {
  readonly store: Pick<Store, 'findWebhook' | 'changeWebhook'>
  readonly clock: Clock
  readonly checkTarget?: CheckTarget | undefined
  /** There may be something to deliver. Called after the commit; losing a call costs no more than a poll interval. */
  readonly wake: () => void
}

export type JudgedChange = WebhookChange & {
  /** Mistakes in what could not be read: refused together with the others. */
  readonly unread?: readonly Issue[]
}

export interface ChangeRequest {
  readonly by: Author
  /** The change to make to the webhook as it is now; may throw an AppError. Called anew if it changes meanwhile. */
  readonly changeOf: (current: Webhook) => JudgedChange
  readonly expected?: ExpectedRevisions
  /** The change was made for the webhook as it was and would be another if that has changed. */
  readonly isDerived?: boolean
  /** Where the header entries stand in the caller's body; by default as in the change set of v6 and v15. */
  readonly headerPaths?: HeaderChangePaths
}

/**
 * Judges what the change says and, for headers, what would come of it; what is stored already is not judged again, so
 * that a webhook whose address has become forbidden can still be disabled, also by who sends it whole. Throws `not_found`, `precondition_failed`,
 * `invalid_request` with every mistake, or `conflict` when others keep changing the webhook; nothing changes then.
 */
export async function changeWebhook(
  { store, clock, checkTarget, wake }: ChangeWebhookDeps,
  id: WebhookId,
  { by, changeOf, expected, isDerived = false, headerPaths = CHANGE_SET_PATHS }: ChangeRequest,
): Promise<Webhook> {
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const current = await findWebhook(store, id)
    requireRevision(current, expected)
    const change = changeOf(current)
    const issues = findChangeIssues(current, change, { checkTarget, headerPaths })
    if (issues.length > 0) throw invalidRequest(issues)

    const mustBeUnchanged = expected !== undefined || isDerived || touchesContentType(change)
    try {
      const changed = await store.changeWebhook(id, change, {
        now: clock.now(),
        by,
        ...(mustBeUnchanged && { ifRevision: current.revision }),
      })
      // What was held while it was disabled is due now.
      if (change.enabled === true) wake()
      return changed
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'precondition_failed')) throw error
    }
  }
  throw new AppError('conflict', `Webhook ${id} is being changed by others all the time; try again.`)
}

/** Of all rules this is the only one about more than one member or header: other changes never need a second round. */
function touchesContentType({ headers }: WebhookChange): boolean {
  const touched = [...(headers?.changed ?? []), ...(headers?.added ?? [])]
  return touched.some(({ key }) => key?.toLowerCase() === 'content-type')
}

export interface ChangeRules {
  readonly checkTarget: CheckTarget | undefined
  readonly headerPaths: HeaderChangePaths
}

/** Every mistake in what the change says, and in the headers that would come of it. */
export function findChangeIssues(
  current: Webhook,
  change: JudgedChange,
  { checkTarget, headerPaths: paths }: ChangeRules,
): readonly Issue[] {
  const { headers } = change
  const isNewTarget = change.url !== current.url
  const issues = [...(change.unread ?? []), ...findFieldIssues(change, isNewTarget ? checkTarget : undefined)]
  if (headers === undefined) return issues
  return [
    ...issues,
    ...findHeaderIdIssues(current.headers, headers, paths),
    ...findHeaderIssues(headers.changed, paths.changed),
    ...findHeaderIssues(headers.added, paths.added),
    ...findHeaderListIssues(headerKeysAfter(current.headers, headers)),
  ]
}
