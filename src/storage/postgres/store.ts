import { systemClock, type Clock } from '../../runtime/clock.ts'
import type { InstallationId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Cluster } from '../cluster.ts'
import type { EncryptionStart } from '../encryption-keys.ts'
import { refuseUnfinishedCopy } from '../copy/ends.ts'
import { HistorySeals } from '../encryption/history-seals.ts'
import { SecretBox } from '../encryption/secret-box.ts'
import { copyRecord, installationIdOf, newInstallationId } from '../scripts/meta.ts'
import { recordScripts } from '../records/records.ts'
import { notingWork, type MethodName } from '../methods.ts'
import { runOn, methodsOf, type RunOptions, runIn, runList, runScan } from './connection/run-script.ts'
import type { Store, StoreMethods } from '../store.ts'
import { WebhookSeals } from '../webhook-seals.ts'
import { deliveryListMethods } from './history/delivery-lists.ts'
import { listsOf } from './history/list-scans.ts'
import { claimMethods } from './deliveries/claims.ts'
import { changeMethods, postgresRows } from './changes.ts'
import { startEncryption } from './encryption/encryption.ts'
import { healthMethods } from './overview/health.ts'
import { intakeMethods } from './intake/intake.ts'
import { operationMethods } from './operations/operations.ts'
import { countOpenNotificationsMethod, snapshotMethods } from './overview/snapshot.ts'
import { reviewMethods } from './webhooks/routing-review.ts'
import { housekeepingMethods } from './history/housekeeping.ts'
import { catchUpMethods, noteChange, webhookWork } from './webhooks/webhook-work.ts'
import { webhookMethods, webhookSearchMethods } from './webhooks/webhooks.ts'
import { createCluster } from './cluster/cluster.ts'
import { connect } from './connection/connect.ts'
import { Database, type DatabaseOptions } from './connection/database.ts'
import { beginEpochIfDue } from './connection/epoch.ts'
import { explainFault } from './connection/faults.ts'
import { FreshQueues } from './node-memory/fresh-queues.ts'
import { JoinedClaims } from './node-memory/joined-claims.ts'
import { WebhookQueues } from './node-memory/webhook-queues.ts'
import type { MigrationReport } from '../migration.ts'
import { migrate } from './migrate.ts'
import type { Deps } from './node-memory/deps.ts'
import { Partitions } from './connection/partitions.ts'
import { askTime, serverVersion } from './connection/server.ts'
import { Notifier, notify } from './cluster/notifications.ts'
import { WebhookCache } from './node-memory/webhook-cache.ts'
import { stateScripts } from '../scripts/receiver-states.ts'
import { announcementScripts } from '../scripts/announcements.ts'
import { silenceScripts } from '../scripts/silences.ts'
import { windowScripts } from '../scripts/windows.ts'
import { previewScripts } from '../scripts/webhooks.ts'

/** No event is decided while a silence or a maintenance window changes. */
const CHANGING = { lock: 'webhooks' } as const

export interface PostgresOptions extends DatabaseOptions {
  /** The first seals secrets, all open them; empty: secrets stay plain. */
  readonly encryptionKeys?: readonly Uint8Array[]
  readonly now?: Instant
  readonly clock?: Pick<Clock, 'after'>
}

export interface OpenedPostgres {
  readonly store: Store
  readonly migration: MigrationReport
  readonly encryption: EncryptionStart
  readonly cluster: Cluster
  /** Returns the server's time in milliseconds since 1970, with fractions. */
  readonly askTime: () => Promise<Instant>
  readonly notify: (payload: string) => Promise<void>
}

/**
 * Opens the engine for any number of nodes. Rejects with a clear sentence if a newer release used the
 * database, it refuses this user, or it holds values under a missing key; with `unavailable` if it cannot be
 * used now.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<OpenedPostgres> {
  const { migration, installationId, version } = await prepareDatabase(options.url).catch(
    (error: unknown) => {
      throw explainFault(error)
    },
  )
  const { clock = systemClock } = options
  const database = new Database(options)
  try {
    const box = new SecretBox(options.encryptionKeys ?? [])
    const webhookSeals = new WebhookSeals(box)
    const encryption = await startEncryption(database, { webhookSeals, box }, options.now ?? 0)
    const deps: Deps = {
      database,
      box,
      webhookSeals,
      partitions: new Partitions(database),
      webhooks: new WebhookCache({ webhookSeals, box }),
      queues: new WebhookQueues(),
      fresh: new FreshQueues(),
      joined: new JoinedClaims((ms, callback) => clock.after(ms, callback)),
      historySeals: new HistorySeals(box, encryption.historyKeys),
      advanced: { lastId: 0 },
      rowsOf: (transaction) => postgresRows(transaction, deps),
    }
    const notifier = new Notifier({
      clock,
      send: (notifications) => database.outside((client) => notify(client, notifications)),
    })
    return {
      store: createStore(deps, installationId),
      migration,
      encryption: encryption.report,
      cluster: createCluster(options.url, database, version, notifier),
      askTime: () => database.outside(askTime),
      notify: (payload) => database.outside((client) => notify(client, [payload])),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Uses its own connection without time limits: a migration may take long. */
async function prepareDatabase(url: string) {
  const client = await connect({ url, name: 'tocsin' })
  try {
    const migration = await migrate(client)
    refuseUnfinishedCopy(await runOn(client, copyRecord()))
    const installationId = await runOn(client, installationIdOf(newInstallationId()))
    await beginEpochIfDue(client)
    return { migration, installationId, version: await serverVersion(client) }
  } finally {
    await client.end()
  }
}

const RUN_OPTIONS: Readonly<Partial<Record<MethodName, RunOptions>>> = {
  // Webhooks do not change meanwhile; other work goes on.
  rotateEncryption: { lock: 'shared' },
  describeEncryption: { reads: runScan },
  findSourceCursor: { reads: runScan },
  findClockWatermark: { reads: runScan },
  findEvents: { reads: runList },
  findEventsOfJobRuns: { reads: runList },
  // A minute's counts are not worth waiting for the disk.
  recordActivity: { isDurable: false },
  // A lost note merely lengthens an absence.
  noteOpenTime: { isDurable: false },
}

const KNOWN: readonly MethodName[] = ['acceptObservations', 'acceptJobRuns', 'finishAttempts']

function createStore(deps: Deps, installationId: InstallationId): Store {
  return {
    installationId,
    claimsSeeWrites: false,
    matchRows: () => deps.webhooks.lastKnown.matchRows,
    expectWork: () => deps.fresh.forget(),
    close: () => deps.database.close(),
    ...notingWork(methodsOfStore(deps), () => deps.fresh.forget(), KNOWN),
  }
}

function methodsOfStore(deps: Deps): StoreMethods {
  const changes = changeMethods(deps)
  return {
    ...webhookMethods(deps),
    ...catchUpMethods(deps),
    ...methodsOf(deps.database, recordScripts({ ...deps, ...listsOf(deps.database) }), RUN_OPTIONS),
    ...intakeMethods(deps),
    ...claimMethods(deps, changes.releaseClaims),
    ...changes,
    ...operationMethods(deps),
    ...deliveryListMethods(deps.database),
    ...housekeepingMethods(deps),
    ...healthMethods(deps),
    ...snapshotMethods(deps),
    ...stateMethods(deps),
    ...webhookSearchMethods(deps),
    ...reviewMethods(deps),
  }
}

function stateMethods(deps: Deps) {
  const silenceDeps = { ...deps, noteChange }
  return {
    ...methodsOf(deps.database, stateScripts(), {}),
    ...methodsOf(deps.database, silenceScripts(silenceDeps), {
      createSilence: CHANGING,
      changeSilence: CHANGING,
      endSilence: CHANGING,
    }),
    ...methodsOf(deps.database, announcementScripts(), {}),
    ...methodsOf(deps.database, windowScripts(silenceDeps), {
      createWindow: CHANGING,
      changeWindow: CHANGING,
      skipOccurrence: CHANGING,
      restoreOccurrence: CHANGING,
      deleteWindow: CHANGING,
      createWindowSilences: CHANGING,
    }),
    ...countOpenNotificationsMethod(deps),

    previewModeChange: (id, edit, when) =>
      deps.database.transaction(
        (transaction) => {
          const work = webhookWork(transaction, deps)
          return runIn(transaction, previewScripts(work).previewModeChange(id, edit, when))
        },
        { lock: 'none' },
      ),
  } satisfies Partial<StoreMethods>
}
