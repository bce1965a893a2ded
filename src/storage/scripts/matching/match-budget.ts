import type { NamedMatch, OwnedMatch } from '../../../domain/matching/match-budget.ts'
import { costOf, findBudgetIssue } from '../../../domain/matching/match-budget.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NoValues, TransactionScript } from '../../transactions/transaction-script.ts'
import { many, statement, together } from '../../transactions/transaction-script.ts'

/** Throws `invalid_request` if the patterns of a webhook exceed the budget left for webhooks. */
export function* requireWebhookBudget(
  given: OwnedMatch & { readonly id: WebhookId },
): TransactionScript<void> {
  if (costOf(given.match).instructions === 0) return
  refuseAbove(given, named('webhook', yield* many(SELECT_WEBHOOKS, {}), given.id))
}

/** Throws `invalid_request` if the patterns of a silence or window exceed the budget left for both. */
export function* requireSilenceBudget(
  given: OwnedMatch & { readonly noun: 'silence' | 'maintenance window'; readonly id: number | undefined },
  now: Instant,
): TransactionScript<void> {
  if (costOf(given.match).instructions === 0) return
  const [silences, windows] = yield* together([many(SELECT_SILENCES, { now }), many(SELECT_WINDOWS, {})])
  const except = (noun: typeof given.noun) => (given.noun === noun ? given.id : undefined)
  refuseAbove(given, [
    ...named('silence', silences, except('silence')),
    ...named('maintenance window', windows, except('maintenance window')),
  ])
}

interface MatchRow {
  id: number
  match: string
  match_owner: string | null
}

function named(noun: string, rows: readonly MatchRow[], exceptId: number | undefined): readonly NamedMatch[] {
  return rows
    .filter(({ id }) => id !== exceptId)
    .map(({ id, match, match_owner: matchOwner }) => ({ name: `${noun} ${id}`, match, matchOwner }))
}

function refuseAbove(given: OwnedMatch, others: readonly NamedMatch[]): void {
  const issue = findBudgetIssue(given, others)
  if (issue) throw invalidRequest([issue])
}

const SELECT_WEBHOOKS = statement<NoValues, MatchRow>(
  'SELECT id, match, match_owner FROM webhooks WHERE match IS NOT NULL',
)
/** The silence of an occurrence is left out: its window counts. */
const SELECT_SILENCES = statement<{ now: Instant }, MatchRow>(
  `SELECT id, match, match_owner FROM silences WHERE released = 0 AND ends_at > @now AND window_id IS NULL`,
)
const SELECT_WINDOWS = statement<NoValues, MatchRow>('SELECT id, match, match_owner FROM windows')
