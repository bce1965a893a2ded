import { existsSync } from 'node:fs'
import { systemChance, type Chance, type Clock } from '../runtime/clock.ts'
import { explainReading } from '../runtime/file-access.ts'
import { ClockSteps, WatchedClock } from '../monitoring/clock-watch.ts'
import { type Config } from '../config/config.ts'
import { AppError } from '../domain/errors.ts'
import { delivers } from '../domain/overview/node.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Cluster, Notification, NotificationListener } from '../storage/cluster.ts'
import type { MigrationReport } from '../storage/migration.ts'
import { DAMAGE_LOGGED_MS, DamageWatch } from '../storage/damage/damage.ts'
import type { FileCheck } from '../storage/sqlite/engine/file-check.ts'
import type { NodeSlot } from '../storage/sqlite/connection/process-lock.ts'
import type { ServerTime } from '../storage/postgres/connection/server.ts'
import type { EncryptionStart } from '../storage/encryption-keys.ts'
import type { Store } from '../storage/store.ts'

export interface OpenDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly chance: Chance
  /** False: `clock` is believed, for tests that move it. */
  readonly usesServerTime: boolean
  readonly runsLong?: boolean
}

interface ListenOptions {
  readonly onNotification: (notification: Notification) => void
  readonly isIdle: () => boolean
}

export interface OpenedStore {
  readonly store: Store
  readonly cluster: Cluster
  readonly migration: MigrationReport
  /** The clock that all nodes share, for everything stored. */
  readonly clock: Clock
  /** Steps of that clock. */
  readonly clockSteps: ClockSteps
  /** Corrects that clock; undefined: not needed. */
  readonly measureTime: (() => Promise<void>) | undefined
  /** Follows a step of that clock at once. Rejects while it cannot be known. */
  readonly freshTime: () => Promise<void>
  /** Known damage of the database. */
  readonly damage: DamageWatch
  /** Checks the whole file in the background; undefined: nothing to check. */
  readonly fileCheck: FileCheck | undefined
  /** Receives notifications of other nodes; undefined: no other nodes, or it is off. */
  readonly listen: (options: ListenOptions) => NotificationListener | undefined
  /** Takes over from earlier processes here. They have ended, so their leases are lost. */
  readonly takeNodeSlot: (nodeId: NodeId) => Promise<NodeSlot>
}

/** The log names a larger difference to the server's clock, which does no harm here. */
const AHEAD_LOGGED_MS = 5_000

/**
 * Opens the engine of the address, migrates its schema, and logs it. Rejects with a clear sentence; with an
 * AppError `unavailable` for what may pass.
 */
export async function openStore(deps: OpenDeps): Promise<OpenedStore> {
  const { database } = deps.config
  return database.engine === 'sqlite' ? openSqlite(deps, database.file) : openPostgres(deps, database.url)
}

/** Migrates the schema only. Rejects with a clear sentence. */
export async function migrateDatabase(config: Config, clock: Clock): Promise<MigrationReport> {
  const opened = await openStore({
    config,
    clock,
    chance: systemChance,
    log: SILENT,
    usesServerTime: false,
  }).catch((error: unknown) => {
    // Shown once, to the person who gave the command: includes the system's words.
    throw error instanceof AppError && error.cause !== undefined
      ? new Error(`${error.message} (${messageOf(error.cause)})`, { cause: error })
      : error
  })
  await opened.store.close()
  return opened.migration
}

/**
 * Begins a new epoch after a restore or copy by other means than `tocsin backup`: ids from the next start on
 * were in no earlier notification. An SQLite database must not be in use. Rejects with a clear sentence.
 */
export async function beginNewEpoch(config: Config, clock: Clock): Promise<void> {
  const { database } = config
  if (database.engine === 'sqlite' && !existsSync(database.file)) throw new Error('There is no such file.')
  await migrateDatabase(config, clock)
  if (database.engine === 'sqlite') {
    const { endEpochAlone } = await import('../storage/sqlite/connection/epoch.ts')
    return endEpochAlone(database.file)
  }
  const { endEpoch } = await import('../storage/postgres/connection/epoch.ts')
  await endEpoch(database.url)
}

/**
 * Checks an unused SQLite file, such as a backup, and returns sentences about damage; none: the file is
 * whole. Throws with a clear sentence if it cannot be checked. Does not change it.
 */
export async function checkDatabaseFile(file: string): Promise<readonly string[]> {
  const refusal = explainReading(file)
  if (refusal !== undefined) throw new Error(refusal)
  if (!existsSync(file)) throw new Error('There is no such file.')
  const { checkUnused } = await import('../storage/sqlite/engine/check-file.ts')
  return checkUnused(file)
}

/** The slot of a process that has no predecessor and no successor. */
const NO_SLOT: NodeSlot = { goneNodes: [], leave: () => undefined }

const pass = () => undefined
const SILENT: Log = { error: pass, warn: pass, info: pass, debug: pass }

async function openSqlite(
  { config, log, clock: machineClock, runsLong = false }: OpenDeps,
  file: string,
): Promise<OpenedStore> {
  const clockSteps = new ClockSteps({ clock: 'machine', log })
  const clock = new WatchedClock(machineClock, clockSteps)
  const [{ openSqliteStore }, { FileCheck }] = await Promise.all([
    import('../storage/sqlite/engine/store.ts'),
    import('../storage/sqlite/engine/file-check.ts'),
  ])
  const damage = new DamageWatch({ clock, log, loggedMs: Infinity })
  const options = {
    file,
    sizeMax: config.databaseSizeMax,
    freeMin: config.databaseFreeMin,
    encryptionKeys: config.encryptionKey,
    now: clock.now(),
    runsLong,
  }
  const opened = await openSqliteStore(options, (because) => damage.note(because))
  const { store, migration, encryption, cluster } = opened
  logOpening(log, { migration, encryption })
  if (opened.damage !== undefined) damage.noteLoss(opened.damage)
  if (opened.missingLog !== undefined) log.warn({ because: opened.missingLog }, 'database.log_missing')
  const freshTime = async () => undefined
  return {
    store,
    cluster,
    migration,
    clock,
    clockSteps,
    measureTime: undefined,
    freshTime,
    damage,
    fileCheck: new FileCheck({
      file,
      clock: machineClock,
      log,
      damage,
      isDoubtful: opened.isAfterCrash || opened.isRestored,
    }),
    listen: () => undefined,
    // The lock of the file shows that all earlier processes are gone.
    takeNodeSlot: async () => NO_SLOT,
  }
}

async function openPostgres(deps: OpenDeps, url: string): Promise<OpenedStore> {
  const { config, log, chance } = deps
  const [{ openPostgresStore }, { ServerTime }, { Listener }] = await Promise.all([
    import('../storage/postgres/store.ts'),
    import('../storage/postgres/connection/server.ts'),
    import('../storage/postgres/cluster/notifications.ts'),
  ])
  const damage = new DamageWatch({ clock: deps.clock, log, loggedMs: DAMAGE_LOGGED_MS })
  const { store, migration, encryption, cluster, askTime, notify } = await openPostgresStore({
    url,
    poolMax: config.databasePool,
    encryptionKeys: config.encryptionKey,
    now: deps.clock.now(),
    clock: deps.clock,
    onDamage: (because) => damage.note(because),
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : new Error(messageOf(error), { cause: error })
  })
  logOpening(log, { migration, encryption })
  const machineSteps = new ClockSteps({ clock: 'machine', log })
  const machineClock = new WatchedClock(deps.clock, machineSteps)
  const serverSteps = new ClockSteps({ clock: 'server', log })
  const serverTime = deps.usesServerTime
    ? new ServerTime({ clock: machineClock, ask: askTime, steps: serverSteps })
    : undefined
  await serverTime?.measure().catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const aheadMs = Math.round(serverTime?.aheadMs() ?? 0)
  if (Math.abs(aheadMs) > AHEAD_LOGGED_MS) log.warn({ aheadMs }, 'nodes.clock_skewed')
  const clock = serverTime ?? machineClock
  const listenUrl = config.databaseListen ?? url
  return {
    store,
    cluster,
    migration,
    clock,
    clockSteps: serverTime ? serverSteps : machineSteps,
    measureTime: serverTime && (() => measure(serverTime)),
    freshTime: async () => serverTime?.refresh(),
    damage,
    fileCheck: undefined,
    listen: (options) =>
      listenUrl === 'off'
        ? undefined
        : new Listener({ url: listenUrl, clock, chance, log, notify, ...options }),
    takeNodeSlot: (nodeId) => takeSlot(deps, nodeId),
  }
}

/** Without a writable folder a node has no slot: after its end, its leases expire by time. */
async function takeSlot({ config, log }: OpenDeps, nodeId: NodeId): Promise<NodeSlot> {
  if (!delivers(config.role)) return NO_SLOT
  const { takeNodeSlot } = await import('../storage/sqlite/connection/process-lock.ts')
  try {
    return takeNodeSlot(config.dataFolder, nodeId)
  } catch (error) {
    log.warn({ folder: config.dataFolder, error }, 'nodes.data_folder_unusable')
    return NO_SLOT
  }
}

/** Measures the server's time, and reads this machine's clock, so that its steps are logged. */
async function measure(serverTime: ServerTime): Promise<void> {
  serverTime.aheadMs()
  await serverTime.measure()
}

function logOpening(
  log: Log,
  { migration, encryption }: { readonly migration: MigrationReport; readonly encryption: EncryptionStart },
): void {
  if (migration.from < migration.to) log.info({ ...migration }, 'database.migrated')
  const { sealedCount, isScrubbed, disabledWebhookIds } = encryption
  if (sealedCount > 0) log.info({ count: sealedCount }, 'database.encrypted')
  if (isScrubbed === false) log.warn({}, 'database.scrub_failed')
  for (const webhookId of disabledWebhookIds) log.error({ webhookId }, 'database.webhook_damaged')
}

/** A name with several addresses fails with several errors and no message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
