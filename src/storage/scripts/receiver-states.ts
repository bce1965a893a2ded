import { resyncEntry } from '../../domain/audit/audit-entries.ts'
import { refuseResync, statesToResync } from '../../domain/receiver-state/resync.ts'
import { modeChangeOf, NO_COUNTS, type ModeChangeCounts } from '../../domain/receiver-state/mode-change.ts'
import { usesCurrentState } from '../../domain/receiver-state/receiver-state.ts'
import type { AlertId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { requireWebhook } from '../../domain/webhook/webhook-edit.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import { alertOfSubject } from '../rows/delivery-row.ts'
import { RESYNC_NUMBER, toReceiverState, type ReceiverStateRow } from '../rows/receiver-state-row.ts'
import { type Backlog, COUNTED_MAX } from '../store.ts'
import { toWebhook } from '../rows/webhook-row.ts'
import { recordAudit, type AuditSeals } from './audit.ts'
import { countedAlerts, type CountedAlerts } from './counted-alerts.ts'
import type { Dialect, Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { change, many, one, statement, together } from '../transactions/transaction-script.ts'
import { startTimers } from './reminders.ts'
import { selectWebhook } from './webhook-rows.ts'
import type { WebhookWork } from './webhook-work.ts'

/**
 * Updates the receiver states after a change of mode. In `current_state` the receiver has what it last
 * accepted of each active alert, and was possibly sent what is on its way; without history it gets only the
 * clear. `every_change` forgets everything but escalated alerts.
 */
export function* followWebhook(before: Webhook, after: Webhook, now: Instant): TransactionScript<void> {
  yield* changeModeOfStates(before, after, now)
  yield* startTimers(before, after, now)
  if (after.enabled && !before.enabled) yield* change(MAKE_DUE, { webhookId: after.id, now })
}

/**
 * Updates the receiver states after a change of mode. In `current_state` the receiver has what it last
 * accepted of each active alert, and was possibly sent what is on its way; without history it is assumed to
 * have the state, so that it gets only the clear. `every_change` forgets everything but escalated alerts.
 */
function* changeModeOfStates(before: Webhook, after: Webhook, now: Instant): TransactionScript<void> {
  const { id: webhookId } = after
  const move = modeChangeOf(before, after)
  if (move === 'seed') {
    const counted = yield* countedAlerts(after, after.alertFlags)
    yield* change(SEED_UNSENT, { webhookId, ...counted })
    yield* change(SEED_RAISED, seedValues(after, counted, now))
  }
  if (move === 'forget') yield* change(FORGET_OWN, { webhookId })
}

/** Counts what a change of mode would do now, and changes nothing. */
export function* countModeChange(
  before: Webhook,
  after: Webhook,
  now: Instant,
): TransactionScript<ModeChangeCounts> {
  const move = modeChangeOf(before, after)
  if (move === 'seed') {
    const counted = yield* countedAlerts(after, after.alertFlags)
    return { ...NO_COUNTS, ...(yield* one(COUNT_SEEDED, seedValues(after, counted, now))) }
  }
  if (move === 'forget') return { ...NO_COUNTS, ...(yield* one(COUNT_FORGOTTEN, { webhookId: after.id })) }
  return NO_COUNTS
}

/**
 * Forgets the receiver states of a deleted webhook. Returns how many notifications stay open, up to
 * `COUNTED_MAX`.
 */
export function* forgetWebhook(webhookId: WebhookId): TransactionScript<number> {
  const [open] = yield* together([
    one(COUNT_OPEN, { webhookId, limit: COUNTED_MAX }),
    change(FORGET_ALL, { webhookId }),
  ])
  return open?.count ?? 0
}

export function stateScripts(): Scripts<
  'listReceiverStates' | 'listReceiverStatesOf' | 'countReceiverStates'
> {
  return {
    *listReceiverStates({ webhookId, isOutOfSync = false }, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = yield* many(isOutOfSync ? LIST_OUT_OF_SYNC : LIST, { webhookId, before, limit })
      return rows.map(toReceiverState)
    },

    *listReceiverStatesOf(alertId, limit) {
      return (yield* many(LIST_OF_ALERT, { alertId, limit })).map(toReceiverState)
    },

    *countReceiverStates(webhookId, limit) {
      const [open, outOfSync] = yield* together([
        one(COUNT_OPEN, { webhookId, limit }),
        one(COUNT_OUT_OF_SYNC, { webhookId, limit }),
      ])
      return { open: open?.count ?? 0, outOfSync: outOfSync?.count ?? 0 }
    },
  }
}

export function resyncScripts(seals: AuditSeals, work: WebhookWork): Scripts<'resyncWebhook'> {
  return {
    *resyncWebhook(id, { now, by, forgets = false, isDryRun = false }) {
      const webhook = toWebhook(requireWebhook(yield* selectWebhook(work, id), id))
      const escalated =
        !usesCurrentState(webhook) && (yield* one(SELECT_FOLLOWED, { webhookId: id })) !== undefined
      refuseResync(webhook, { escalated })
      const alerts = yield* countedAlerts(webhook, statesToResync(webhook))
      const counted = yield* one(forgets ? COUNT_RAISED : COUNT_DIFFERENT, { webhookId: id, ...alerts })
      const count = counted?.count ?? 0
      if (isDryRun) return { count }
      if (forgets) yield* change(FORGET, { webhookId: id, now })
      yield* change(MAKE_DUE, { webhookId: id, now })
      yield* change(ADD_RAISED, { webhookId: id, now, ...alerts })
      yield* recordAudit(seals, resyncEntry(webhook, { forgets, count }, { at: now, by }))
      return { count }
    },
  }
}

interface OfWebhook {
  readonly webhookId: WebhookId
}

/** Returns SQL that tells whether the webhook counts the alert as active (counted-alerts.ts). */
const isRaised = ({ isAmong }: Dialect) =>
  `alerts.state IN (CASE WHEN @low = 1 THEN 'low' END, CASE WHEN @medium = 1 THEN 'medium' END,
  CASE WHEN @high = 1 THEN 'high' END) AND (CAST(@matching AS text) IS NULL OR ${isAmong('alerts.id', '@matching')})`
/** All columns but `notified`, as an INSERT names them. */
const COLUMNS =
  'alert_id, webhook_id, sent_state, sent_episode_number, uncertain, desired_state, desired_episode_number, event_id, resync, out_of_sync_since, escalated'

interface SeedValues extends OfWebhook, CountedAlerts {
  readonly cleared: number
  readonly madeAt: Instant
  readonly now: Instant
}

function seedValues(
  { id: webhookId, createdAt: madeAt, alertFlags }: Webhook,
  counted: CountedAlerts,
  now: Instant,
): SeedValues {
  return { webhookId, madeAt, now, cleared: Number(alertFlags.cleared), ...counted }
}

const countedState = (dialect: Dialect) =>
  `CASE WHEN ${isRaised(dialect)} THEN alerts.state ELSE 'cleared' END`

/** Selects deliveries on their way: nobody knows whether the receiver has them. */
const unsent = (dialect: Dialect) =>
  `SELECT alerts.id AS alert_id, CAST(@webhookId AS BIGINT), 'cleared', 0, 1, ${countedState(dialect)}, alerts.episode_number, max(delivery.event_id), 0, NULL, 0
   FROM deliveries AS delivery JOIN alerts ON alerts.id = ${alertOfSubject('delivery.subject')}
   WHERE delivery.webhook_id = @webhookId AND ${dialect.isUnfinished}
   GROUP BY alerts.id`
const SEED_UNSENT = statement<OfWebhook & CountedAlerts>(
  (dialect) =>
    `INSERT INTO receiver_states (${COLUMNS}) ${unsent(dialect)} ON CONFLICT (alert_id, webhook_id) DO NOTHING`,
)

const IS_SAME = 'sent_state = desired_state AND sent_episode_number = desired_episode_number'
/**
 * Selects what the receiver last accepted of each active alert. Without history it is assumed to have the
 * current state if the alert was reported since the webhook was created: its raise may be pruned.
 */
const raised = (dialect: Dialect) => {
  const { raisedAndTaken, firstEnd, memberOf } = dialect
  return `WITH seeded AS MATERIALIZED (
     SELECT alerts.id, alerts.episode_number AS desired_episode_number, alerts.observed_at, alerts.taken_id, ${countedState(dialect)} AS desired_state, ${memberOf('taken_body', 'newState')} AS sent_state,
       CAST(coalesce(${memberOf('taken_body', 'episodeNumber')}, '0') AS INTEGER) AS sent_episode_number
     FROM (${raisedAndTaken}) AS alerts
   )
   SELECT id AS alert_id, CAST(@webhookId AS BIGINT), sent_state, sent_episode_number, 0, desired_state, desired_episode_number,
     CASE WHEN ${IS_SAME} THEN taken_id ELSE 0 END AS event_id, CASE WHEN ${IS_SAME} THEN 0 ELSE ${RESYNC_NUMBER.later} END AS resync,
     CASE WHEN ${IS_SAME} THEN NULL ELSE CAST(@now AS BIGINT) END, 0
   FROM seeded WHERE sent_state <> 'cleared' AND (desired_state <> 'cleared' OR @cleared = 1)
   UNION ALL
   SELECT id, CAST(@webhookId AS BIGINT), desired_state, desired_episode_number, 0, desired_state, desired_episode_number, 0, 0, NULL, 0
   FROM seeded WHERE sent_state IS NULL AND desired_state <> 'cleared' AND observed_at >= @madeAt
     AND NOT EXISTS (SELECT 1 FROM receiver_states AS other WHERE other.alert_id = seeded.id AND other.webhook_id = @webhookId)
     AND NOT (taken_id IS NULL AND EXISTS (
       SELECT 1 FROM events AS first WHERE first.alert_id = seeded.id AND first.accepted_at >= coalesce((${firstEnd}), 0)
         AND CAST(${memberOf('first.body', 'episodeNumber')} AS INTEGER) = seeded.desired_episode_number
         AND ${memberOf('first.body', 'oldState')} = 'cleared' AND ${memberOf('first.body', 'trigger')} = 'change'))`
}
const SEED_RAISED = statement<SeedValues>(
  (dialect) => `INSERT INTO receiver_states (${COLUMNS})
   ${raised(dialect)}
   ON CONFLICT (alert_id, webhook_id) DO UPDATE SET sent_state = excluded.sent_state, sent_episode_number = excluded.sent_episode_number
   WHERE receiver_states.escalated = 0`,
)

/** SQL that tells whether a state is assumed for lack of history: it names no event, and is in sync. */
const IS_ASSUMED = 'raised.event_id = 0 AND raised.resync = 0'
/**
 * Counts what both statements above insert, in one, because the second finds the first. Existing states, as
 * of a fallback, stay.
 */
const COUNT_SEEDED = statement<SeedValues, ModeChangeCounts>(
  (dialect) => `WITH unsent (${COLUMNS}) AS MATERIALIZED (${unsent(dialect)}),
   raised (${COLUMNS}) AS MATERIALIZED (${raised(dialect)}),
   followed AS MATERIALIZED (SELECT alert_id FROM receiver_states WHERE webhook_id = @webhookId)
   SELECT count(CASE WHEN NOT (${IS_ASSUMED}) THEN 1 END) AS "fromHistory",
     count(CASE WHEN ${IS_ASSUMED} AND unsent.alert_id IS NULL THEN 1 END) AS assumed,
     count(CASE WHEN raised.resync > 0 AND unsent.alert_id IS NULL THEN 1 END) AS "outOfSync",
     (SELECT count(*) FROM unsent WHERE unsent.alert_id NOT IN (SELECT alert_id FROM followed)) AS "underWay"
   FROM raised LEFT JOIN unsent ON unsent.alert_id = raised.alert_id
   WHERE raised.alert_id NOT IN (SELECT alert_id FROM followed)`,
)

const IS_OWN = 'webhook_id = @webhookId AND escalated = 0'
/** Keeps what a silence holds: its end sends it in any mode. */
const FORGET_OWN = statement<OfWebhook>(`DELETE FROM receiver_states WHERE ${IS_OWN} AND held_by IS NULL`)
const COUNT_FORGOTTEN = statement<OfWebhook, Pick<ModeChangeCounts, 'forgotten'>>(
  `SELECT count(*) AS forgotten FROM receiver_states WHERE ${IS_OWN} AND (sent_state <> 'cleared' OR uncertain = 1)`,
)

const MAKE_DUE = statement<OfWebhook & { now: Instant }>(
  `UPDATE receiver_states SET resync = ${RESYNC_NUMBER.due}, out_of_sync_since = coalesce(out_of_sync_since, @now)
   WHERE webhook_id = @webhookId AND resync = ${RESYNC_NUMBER.later} AND resync > 0 AND held_by IS NULL`,
)
const FORGET_ALL = statement<OfWebhook>('DELETE FROM receiver_states WHERE webhook_id = @webhookId')
/** Forgets the states; deliveries on their way stay. */
const FORGET = statement<OfWebhook & { now: Instant }>(
  `UPDATE receiver_states SET sent_state = 'cleared', sent_episode_number = 0, uncertain = 0,
     resync = CASE WHEN out_of_sync_since IS NULL THEN ${RESYNC_NUMBER.later} ELSE resync END, out_of_sync_since = coalesce(out_of_sync_since, @now)
   WHERE webhook_id = @webhookId`,
)
const ADD_RAISED = statement<OfWebhook & CountedAlerts & { now: Instant }>(
  (dialect) => `INSERT INTO receiver_states (${COLUMNS})
   SELECT alerts.id, CAST(@webhookId AS BIGINT), 'cleared', 0, 0, alerts.state, alerts.episode_number, 0, ${RESYNC_NUMBER.due}, CAST(@now AS BIGINT), 0
   FROM alerts WHERE alerts.state <> 'cleared' AND ${isRaised(dialect)}
   ON CONFLICT (alert_id, webhook_id) DO NOTHING`,
)
const SELECT_FOLLOWED = statement<OfWebhook, { escalated: number }>(
  'SELECT escalated FROM receiver_states WHERE webhook_id = @webhookId AND escalated = 1 LIMIT 1',
)
const COUNT_RAISED = statement<OfWebhook & CountedAlerts, { count: number }>(
  (
    dialect,
  ) => `SELECT count(*) AS count FROM alerts WHERE alerts.state <> 'cleared' AND (${isRaised(dialect)} OR EXISTS (
     SELECT 1 FROM receiver_states WHERE receiver_states.alert_id = alerts.id AND receiver_states.webhook_id = @webhookId AND escalated = 1))`,
)
const COUNT_DIFFERENT = statement<OfWebhook & CountedAlerts, { count: number }>(
  (dialect) => `SELECT (SELECT count(*) FROM receiver_states WHERE webhook_id = @webhookId AND resync > 0)
     + (SELECT count(*) FROM alerts WHERE alerts.state <> 'cleared' AND ${isRaised(dialect)} AND NOT EXISTS (
         SELECT 1 FROM receiver_states WHERE receiver_states.alert_id = alerts.id AND receiver_states.webhook_id = @webhookId)) AS count`,
)

interface OfPage extends OfWebhook {
  readonly before: AlertId
  readonly limit: number
}

const LIST = statement<OfPage, ReceiverStateRow>(
  `SELECT * FROM receiver_states WHERE webhook_id = @webhookId AND alert_id < @before ORDER BY alert_id DESC LIMIT @limit`,
)
const LIST_OUT_OF_SYNC = statement<OfPage, ReceiverStateRow>(
  `SELECT * FROM receiver_states WHERE webhook_id = @webhookId AND resync > 0 AND alert_id < @before ORDER BY alert_id DESC LIMIT @limit`,
)
const LIST_OF_ALERT = statement<{ alertId: AlertId; limit: number }, ReceiverStateRow>(
  'SELECT * FROM receiver_states WHERE alert_id = @alertId ORDER BY webhook_id LIMIT @limit',
)
const COUNT_OPEN = statement<OfWebhook & { limit: number }, { count: number }>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM receiver_states WHERE webhook_id = @webhookId
     AND (sent_state <> 'cleared' OR uncertain = 1) LIMIT @limit) AS open`,
)
const COUNT_OUT_OF_SYNC = statement<OfWebhook & { limit: number }, { count: number }>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM receiver_states WHERE webhook_id = @webhookId AND resync > 0 LIMIT @limit) AS resync`,
)

/** Counts the notifications that silences hold, and the other alerts out of sync at a webhook. */
export function* countDifferences(): TransactionScript<
  Pick<Backlog, 'heldNotifications' | 'outOfSyncNotifications'>
> {
  const { all, held } = (yield* one(COUNT_DIFFERENCES, { limit: COUNTED_MAX }))!
  return { heldNotifications: held, outOfSyncNotifications: Math.max(0, all - held) }
}

const COUNT_DIFFERENCES = statement<{ limit: number }, { all: number; held: number }>(({ indexedBy }) => {
  const countUpTo = (index: string, condition: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM receiver_states ${indexedBy(index)} WHERE ${condition} LIMIT @limit) AS counted_up)`
  return `SELECT ${countUpTo('receiver_states_out_of_sync', 'resync > 0')} AS "all",
    ${countUpTo('receiver_states_held', 'held_by IS NOT NULL')} AS held`
})
