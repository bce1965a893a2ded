import type { Alert } from '../../domain/alert/alert.ts'
import type { AlertId } from '../../domain/ids.ts'
import { matchedAlert } from '../../domain/matching/match-values.ts'
import { meetsMatch } from '../../domain/routing/matching.ts'
import type { AlertFlags, Webhook } from '../../domain/webhook/webhook.ts'
import { toAlert, type AlertRow } from '../rows/alert-row.ts'
import { ROUTED_COLUMNS, toRoutedWebhook, type RoutedRow } from '../rows/webhook-row.ts'
import { many, type NoValues, statement, type TransactionScript } from '../transactions/transaction-script.ts'

/** The alerts that a webhook counts as active, as values of a statement. */
export interface CountedAlerts {
  /** 1: the webhook gets this state. */
  readonly low: number
  readonly medium: number
  readonly high: number
  /** Ids of the active alerts that meet its `match`, as JSON; null: no `match`. */
  readonly matching: string | null
}

const PAGE = 1000

/** Finds the active alerts that a webhook counts. */
export function* countedAlerts(
  webhook: Webhook,
  { low, medium, high }: AlertFlags,
): TransactionScript<CountedAlerts> {
  const matching = webhook.match === null ? null : JSON.stringify(yield* matchingAlerts(webhook))
  return { low: Number(low), medium: Number(medium), high: Number(high), matching }
}

function* matchingAlerts(webhook: Webhook): TransactionScript<readonly AlertId[]> {
  const stored = (yield* many(SELECT_ROUTED, {})).map(toRoutedWebhook)
  const webhooks = stored.map((one) => (one.id === webhook.id ? webhook : one))
  const isMatching = (alert: Alert) => meetsMatch(webhook, webhooks, matchedAlert(alert))
  const found: AlertId[] = []
  for (let after = 0; ;) {
    const rows = yield* many(SELECT_ACTIVE, { after, limit: PAGE })
    found.push(
      ...rows
        .map(toAlert)
        .filter(isMatching)
        .map(({ id }) => id),
    )
    if (rows.length < PAGE) return found
    after = rows.at(-1)!.id
  }
}

const SELECT_ACTIVE = statement<{ after: AlertId; limit: number }, AlertRow>(
  "SELECT * FROM alerts WHERE state <> 'cleared' AND id > @after ORDER BY id LIMIT @limit",
)
/** Selects what decides about `otherwise`. */
const SELECT_ROUTED = statement<NoValues, RoutedRow>(
  `SELECT ${ROUTED_COLUMNS.join(', ')} FROM webhooks ORDER BY id`,
)
