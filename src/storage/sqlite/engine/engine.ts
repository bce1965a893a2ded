import type { Database } from 'better-sqlite3'
import type { NewAuditEntry } from '../../../domain/audit/audit.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import { AlertCounts } from '../intake/alert-counts.ts'
import { auditListMethods } from '../history/audit-list.ts'
import { auditedDeliveries } from '../deliveries/audited-deliveries.ts'
import { BacklogCounts } from '../queue/backlog-counts.ts'
import { Claims } from '../deliveries/claims.ts'
import { DeliveryTable, leasedMethods, type DeliveryDeps } from '../deliveries/deliveries.ts'
import { AlertQueues } from '../queue/alert-queues.ts'
import { eventMethods } from '../intake/events.ts'
import { findSessionMethod } from '../people/find-session.ts'
import { createNotifications } from '../receiver-state/create-notifications.ts'
import type { FreeSpace } from '../connection/free-space.ts'
import { countOpenNotificationsMethod } from '../overview/count-open-notifications.ts'
import { healthMethods } from '../overview/health.ts'
import { recordAudit } from '../../scripts/audit.ts'
import { historyKeys } from '../../scripts/history-keys.ts'
import { resyncScripts, stateScripts } from '../../scripts/receiver-states.ts'
import { recordScripts } from '../../records/records.ts'
import { announcementScripts } from '../../scripts/announcements.ts'
import { liveSilences, noteHeld, silenceScripts, type SilenceDeps } from '../../scripts/silences.ts'
import { windowScripts } from '../../scripts/windows.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { WebhookSeals } from '../../webhook-seals.ts'
import { ScriptRunner } from '../connection/run-script.ts'
import { HistorySeals } from '../../encryption/history-seals.ts'
import { historyMethods } from '../history/history.ts'
import { intakeMethods } from '../intake/intake.ts'
import { WebhookQueues } from '../queue/webhook-queues.ts'
import { eventListMethods } from '../history/event-lists.ts'
import { OperationTable } from '../operations/operations.ts'
import { CatchUp } from '../catch-up/catch-up.ts'
import { snapshotMethods } from '../overview/snapshot.ts'
import { routingMethods } from '../webhooks/routing-review.ts'
import { Housekeeping } from '../history/housekeeping.ts'
import type { ReceiverStates } from '../receiver-state/receiver-states.ts'
import type { SyncMethods } from '../connection/methods.ts'
import { SilenceCache } from '../webhooks/silence-cache.ts'
import { WebhookCache } from '../webhooks/webhook-cache.ts'
import { webhookSearchMethods } from '../webhooks/webhook-search.ts'
import { WebhookDeliveries } from '../catch-up/webhook-deliveries.ts'
import { WebhookTable } from '../webhooks/webhooks.ts'
import { webhookWork } from '../webhooks/webhook-work.ts'
import { webhookSetScripts } from '../../scripts/webhook-set.ts'
import {
  disableByReceiver,
  previewScripts,
  webhookScripts,
  type WebhookDeps,
} from '../../scripts/webhooks.ts'
import type { SilenceId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { WebhookPage } from '../../../domain/overview/webhook-search.ts'
import { stepsOfWebhooks } from '../../../domain/routing/matching.ts'
import { matchRowsOf, type MatchRows } from '../../../domain/write-weight.ts'

export interface Engine {
  readonly methods: SyncMethods
  /** Tells whether all deliveries have followed the changes of their webhooks; if not, call `catchUpDeliveries`. */
  isCaughtUp(): boolean
  /** Counts enabled webhooks: one report may notify as many. */
  listenerCount(): number
  /** Returns the rows that take as long to write as patterns may take for one report. */
  matchRows(): MatchRows
  /**
   * Notes this moment for a rollback: call the returned function. Counts are then as they were, and what was read
   * inside the transaction is forgotten.
   */
  savepoint(): () => void
}

export function createEngine(db: Database, box = new SecretBox([]), freeSpace?: FreeSpace): Engine {
  const [webhookDeliveries, webhookSeals] = [new WebhookDeliveries(db), new WebhookSeals(box)]
  const webhooks = new WebhookTable(db, webhookSeals)
  const [cache, records] = [new WebhookCache(webhooks), new ScriptRunner(db)]
  const historySeals = new HistorySeals(box, records.run(historyKeys()))
  const seals = { historySeals, webhookSeals, box }
  const events = eventMethods(db)
  const [findWebhook, webhookList] = [(id: WebhookId) => cache.find(id), () => cache.all()]
  const queues = new WebhookQueues(db, webhookList)
  const [counts, alerts] = [new BacklogCounts(db), new AlertCounts(db)]
  const catchUp = new CatchUp({ deliveries: webhookDeliveries, findWebhook, counts, queues })
  const work = webhookWork({ webhookSeals, cache, deliveries: webhookDeliveries, catchUp, queues })
  const alertQueue = new AlertQueues(db, { queues, counts, findWebhook })
  const { silenceCache, noteSilences, ...held } = silenceParts(records)
  const known = { queues, counts, cache, alerts, silenceCache }
  const queued = { webhooks: webhookList, queues, alertQueue, counts, ...held }
  const states = createNotifications(db, { ...queued, events, findWebhook })
  const queue = { ...queued, receiverStates: states.receiverStates }
  const found = { ...queue, catchUp, findWebhook, findEvent: events.readEvent, isAltered: events.isAltered }
  const claims = new Claims(db, found)
  const operations = new OperationTable(db, { ...found, records, seals })
  const ended: DeliveryDeps = {
    ...found,
    historySeals,
    fallback: states.fallback,
    disableWebhook: (disabled) => void records.run(disableByReceiver({ ...seals, work }, disabled)),
  }
  const deliveries = new DeliveryTable(db, ended)
  const housekeeping = new Housekeeping(db, records, freeSpace)
  const log = { recordAudit: (entry: NewAuditEntry | undefined) => records.run(recordAudit(seals, entry)) }
  const written = { records, alertCounts: alerts, insertEvent: events.insertEvent }
  const intake = { ...queue, ...log, ...written, freeSpace }
  return {
    methods: {
      ...records.methodsOf(allWebhookScripts({ ...seals, work })),
      catchUpDeliveries: ({ limit }) => catchUp.step(limit),
      listWebhooks: (page) => (isWhole(page) ? cache.all() : webhooks.listWebhooks(page)),
      findWebhook,
      ...states.methods,
      ...records.methodsOf({ ...recordScripts(seals), ...resyncScripts({ seals, work }), ...stateScripts() }),
      ...silencing(records, { ...seals, noteChange: noteSilences }),
      ...findSessionMethod(db),
      ...intakeMethods(db, intake),
      checkHealth: (now) => housekeeping.checkHealth(now),
      claimDue: (claim) => claims.claimDue(claim),
      ...leasedMethods(db, ended),
      ...deliveries.methods(),
      ...auditedDeliveries({ ...log, deliveries, findWebhook }),
      ...operations.methods(),
      findEvent: events.findEvent,
      pruneHistory: (prune) => housekeeping.pruneHistory(prune),
      ...auditListMethods(db, historySeals),
      ...seeingMethods(db, { ...known, records, catchUp, historySeals, deliveries }),
    },
    isCaughtUp: () => catchUp.isDone,
    listenerCount: () => cache.enabledCount,
    matchRows: () => rowsOfMatching(known),
    savepoint: () => savepointOfAll({ ...known, ...states, events, webhookDeliveries }),
  }
}

/** Tells whether all webhooks are asked for, which are in memory. */
function isWhole({ after, limit, charactersMax }: Partial<WebhookPage>): boolean {
  return after === undefined && limit === undefined && charactersMax === undefined
}

function rowsOfMatching({
  cache,
  silenceCache,
}: Pick<Remembered, 'cache'> & { silenceCache: SilenceCache }): MatchRows {
  return matchRowsOf({ webhooks: stepsOfWebhooks(cache.all()), silences: silenceCache.all().stepsMax })
}

function silencing(records: Pick<ScriptRunner, 'methodsOf'>, deps: SilenceDeps) {
  return records.methodsOf({ ...silenceScripts(deps), ...windowScripts(deps), ...announcementScripts() })
}

function silenceParts(records: Pick<ScriptRunner, 'run'>) {
  const silenceCache = new SilenceCache(() => records.run(liveSilences()))
  return {
    silenceCache,
    noteSilences: () => runStep(() => silenceCache.forget()),
    silences: () => silenceCache.all(),
    noteHeld: (id: SilenceId, now: Instant) => void records.run(noteHeld(id, now)),
  }
}

function seeingMethods(
  db: Database,
  {
    queues,
    counts,
    cache,
    alerts,
    catchUp,
    historySeals,
    records,
    deliveries,
    silenceCache,
  }: Omit<Remembered, 'webhookDeliveries' | 'events' | 'receiverStates' | 'silenceCache'> & {
    readonly records: ScriptRunner
    readonly catchUp: CatchUp
    readonly historySeals: HistorySeals
    readonly deliveries: DeliveryTable
    readonly silenceCache: SilenceCache
  },
) {
  return {
    ...healthMethods(db, { queues, counts, webhooks: cache }),
    ...countOpenNotificationsMethod(db),
    ...snapshotMethods(db, { queues, cache, alerts, silenceCache }),
    ...webhookSearchMethods(db, { queues, cache }),
    ...eventListMethods(db),
    ...routingMethods(db, {
      records,
      queues,
      cache,
      catchUp,
      findAhead: (id) => deliveries.findDeliveryAhead(id),
    }),
    ...historyMethods(db, { seals: historySeals, counts, catchUp }),
  }
}

interface Remembered {
  readonly events: Pick<ReturnType<typeof eventMethods>, 'forgetFresh'>
  readonly cache: WebhookCache
  readonly silenceCache: Pick<SilenceCache, 'savepoint'>
  readonly receiverStates: Pick<ReceiverStates, 'noteRollback'>
  readonly queues: WebhookQueues
  readonly counts: BacklogCounts
  readonly alerts: AlertCounts
  readonly webhookDeliveries: WebhookDeliveries
}

function savepointOfAll({
  events,
  cache,
  silenceCache,
  receiverStates,
  queues,
  counts,
  alerts,
  webhookDeliveries,
}: Remembered): () => void {
  events.forgetFresh()
  const restoreCounts = counts.savepoint()
  const restoreAlerts = alerts.savepoint()
  const restoreWebhooks = cache.savepoint()
  const restoreSilences = silenceCache.savepoint()
  return () => {
    events.forgetFresh()
    restoreCounts()
    restoreAlerts()
    restoreWebhooks()
    restoreSilences()
    receiverStates.noteRollback()
    queues.forget()
    webhookDeliveries.forget()
  }
}

function allWebhookScripts(deps: WebhookDeps) {
  return { ...webhookScripts(deps), ...webhookSetScripts(deps), ...previewScripts(deps) }
}
