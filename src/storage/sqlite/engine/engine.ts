import type { Database } from 'better-sqlite3'
import { weighMatching } from '../../../domain/routing/matching.ts'
import type { MatchRows } from '../../../domain/write-weight.ts'
import { HistorySeals } from '../../encryption/history-seals.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import { recordScripts } from '../../records/records.ts'
import { announcementScripts } from '../../scripts/announcements.ts'
import { historyKeys } from '../../scripts/encryption.ts'
import { resyncScripts, stateScripts } from '../../scripts/receiver-states.ts'
import { liveSilences, silenceScripts } from '../../scripts/silences.ts'
import type { Rows } from '../../changes/rows.ts'
import { disableByReceiver, type WebhookDeps } from '../../scripts/webhooks.ts'
import { windowScripts } from '../../scripts/windows.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { WebhookSeals } from '../../webhook-seals.ts'
import type { FreeSpace } from '../connection/free-space.ts'
import { ScriptRunner, type SyncMethods } from '../connection/run-script.ts'
import { changeMethods, knownOf, sqliteRows } from '../changes.ts'
import { Claims } from '../deliveries/claims.ts'
import { leasedDeliveries } from '../deliveries/leased-deliveries.ts'
import { housekeepingMethods } from '../history/housekeeping.ts'
import { deliveryListMethods } from '../history/delivery-lists.ts'
import { listsOf } from '../history/list-scans.ts'
import { acceptMethods } from '../intake/accept-reports.ts'
import { alertTable } from '../intake/alert-table.ts'
import { prepareFanOut } from '../intake/fan-out.ts'
import { AlertCounts, BacklogCounts } from '../node-memory/counts.ts'
import { CatchUp } from '../node-memory/catch-up.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { eventMethods } from '../node-memory/events.ts'
import { SilenceCache, WebhookCache, webhookTable } from '../node-memory/webhook-cache.ts'
import { WebhookQueues } from '../node-memory/webhook-queues.ts'
import { operationMethods } from '../operations/operations.ts'
import { countOpenNotificationsMethod, snapshotMethods } from '../overview/snapshot.ts'
import { healthMethods } from '../overview/health.ts'
import { ReceiverStateTable } from '../receiver-state/state-table.ts'
import { ReceiverStates } from '../receiver-state/receiver-states.ts'
import { reviewMethods } from '../webhooks/routing-review.ts'
import { webhookMethods, webhookSearchMethods } from '../webhooks/webhooks.ts'
import { webhookWork } from '../webhooks/webhook-work.ts'

export interface Engine {
  readonly methods: SyncMethods
  /**
   * Tells whether all deliveries have followed the changes of their webhooks; if not, call
   * `catchUpDeliveries`.
   */
  isCaughtUp(): boolean
  /** Counts enabled webhooks: one report may notify as many. */
  listenerCount(): number
  /** Returns the rows that take as long to write as matching patterns may take for one report. */
  matchRows(): MatchRows
  /** Notes this moment; the returned function restores the counts and clears caches after a rollback. */
  savepoint(): () => void
}

export function createEngine(db: Database, box = new SecretBox([]), freeSpace?: FreeSpace): Engine {
  const deps = createDeps(db, box, freeSpace)
  const { webhooks, catchUp } = deps
  const table = new ReceiverStateTable(deps.db)
  const receiverStates = new ReceiverStates(deps, table)
  const leased = leasedDeliveries(deps)
  const known = knownOf(deps, receiverStates)
  const alerts = alertTable(deps)
  const intake = prepareFanOut(deps, { known, table })
  const withWork = { ...deps, work: webhookWork(deps) }
  function* disable(disabled: Parameters<Rows['disable']>[0]) {
    yield* disableByReceiver(withWork, disabled)
  }
  const rows = sqliteRows(deps, { table, known, leased, alerts, intake, disable })
  return {
    methods: {
      ...methodsOf(withWork, receiverStates),
      ...acceptMethods(deps, alerts, intake),
      ...changeMethods(deps, rows),
    },
    isCaughtUp: () => catchUp.isDone,
    listenerCount: () => webhooks.enabledCount,
    matchRows: () => weighMatching(known),
    savepoint: () => savepointOf(deps, receiverStates),
  }
}

function createDeps(db: Database, box: SecretBox, freeSpace: FreeSpace | undefined): SqliteDeps {
  const [records, webhookSeals] = [new ScriptRunner(db), new WebhookSeals(box)]
  const webhooks = new WebhookCache(webhookTable(records, webhookSeals))
  const [queues, counts] = [new WebhookQueues(db, webhooks), new BacklogCounts(db)]
  return {
    db,
    records,
    freeSpace,
    box,
    webhookSeals,
    historySeals: new HistorySeals(box, records.run(historyKeys())),
    webhooks,
    silences: new SilenceCache(() => records.run(liveSilences())),
    queues,
    counts,
    alertCounts: new AlertCounts(db),
    events: eventMethods(db),
    catchUp: new CatchUp(db, webhooks, queues, counts),
  }
}

function methodsOf(deps: SqliteDeps & WebhookDeps, receiverStates: ReceiverStates) {
  const { records } = deps
  const claims = new Claims(deps, receiverStates)
  return {
    ...webhookMethods(deps),
    ...records.methodsOf(recordScripts({ ...deps, ...listsOf(deps.db) })),
    ...stateMethods(deps),
    ...housekeepingMethods(deps),
    claimDue: (claim) => claims.claimDue(claim),
    ...operationMethods(deps),
    ...healthMethods(deps),
    ...countOpenNotificationsMethod(deps),
    ...snapshotMethods(deps),
    ...webhookSearchMethods(deps),
    ...reviewMethods(deps),
    ...deliveryListMethods(deps),
  } satisfies Partial<SyncMethods>
}

/** Methods of silences, windows and receiver states, which are not hot. */
function stateMethods(deps: SqliteDeps & WebhookDeps) {
  const { records, silences, work } = deps
  const silencing = { ...deps, noteChange: () => runStep(() => silences.forget()) }
  return records.methodsOf({
    ...resyncScripts(deps, work),
    ...stateScripts(),
    ...silenceScripts(silencing),
    ...windowScripts(silencing),
    ...announcementScripts(),
  })
}

function savepointOf(deps: SqliteDeps, receiverStates: ReceiverStates): () => void {
  const { events, counts, alertCounts, webhooks, silences, queues, catchUp } = deps
  events.forgetFresh()
  const restoreCounts = counts.savepoint()
  const restoreAlerts = alertCounts.savepoint()
  const restoreWebhooks = webhooks.savepoint()
  const restoreSilences = silences.savepoint()
  return () => {
    events.forgetFresh()
    restoreCounts()
    restoreAlerts()
    restoreWebhooks()
    restoreSilences()
    receiverStates.noteRollback()
    queues.forget()
    catchUp.forget()
  }
}
