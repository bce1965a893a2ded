import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { InstallationId } from '../../../domain/ids.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { refuseUnfinishedCopy } from '../../copy/ends.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import type { EncryptionStart } from '../../encryption-keys.ts'
import type { MigrationReport } from '../../migration.ts'
import { copyRecord, installationIdOf, newInstallationId } from '../../scripts/meta.ts'
import { WebhookSeals } from '../../webhook-seals.ts'
import { WebhookDeliveries } from '../node-memory/catch-up.ts'
import { BacklogCounts } from '../node-memory/counts.ts'
import { openDatabase, type SqliteOptions } from '../connection/connect.ts'
import { beginEpochIfDue } from '../connection/epoch.ts'
import { explainOpening } from '../connection/faults.ts'
import { FreeSpace, spaceAround } from '../connection/free-space.ts'
import { readFlushWatermark, removeFlushWatermark } from '../connection/flush-watermark.ts'
import { describeMissingLog, keepDamaged, reviewLog } from '../connection/log-review.ts'
import { dropKeptNames, lockDatabaseFile, realFileOf } from '../connection/process-lock.ts'
import { ScriptRunner } from '../connection/run-script.ts'
import { startEncryption } from '../encryption/encryption.ts'
import { migrate } from '../migrate.ts'
import { workAtStart } from '../webhooks/webhook-work.ts'
import { createEngine, type Engine } from './engine.ts'

/** Facts about the file as it was found. */
export interface OpenedFacts {
  readonly migration: MigrationReport
  readonly encryption: EncryptionStart
  /** The process before left a log that it should have moved into the file. */
  readonly isAfterCrash: boolean
  /** A backup was restored: the file had no epoch, and was not new. */
  readonly isRestored: boolean
  /** A sentence about damage of that log; undefined: it is whole. */
  readonly damage: string | undefined
  /** A sentence about a missing log; undefined: nothing is missing. */
  readonly missingLog: string | undefined
}

export interface OpenedEngine extends OpenedFacts {
  readonly db: Database
  readonly engine: Engine
  /** The one name of the file. */
  readonly file: string
  readonly installationId: InstallationId
  readonly version: string
  /** Lets another process have the file; call it when the database is closed. */
  readonly unlock: () => void
}

/** Opens the file and updates its schema. Throws with a clear sentence, and then holds nothing. */
export function openEngine(options: SqliteOptions): OpenedEngine {
  let db: Database | undefined
  let unlock: () => void = () => undefined
  try {
    const box = new SecretBox(options.encryptionKeys ?? [])
    const file = realFileOf(options.file)
    unlock = lockDatabaseFile(file)
    dropKeptNames(file)
    const isAfterCrash = hasLog(file)
    const damage = isAfterCrash ? reviewed(file, options) : undefined
    const missing = describeMissingLog(file, readFlushWatermark(file))
    db = openDatabase({ ...options, file })
    const facts = prepare(db, box, options)
    // If opening fails, the watermark stays for the next start.
    removeFlushWatermark(file)
    const freeSpace = new FreeSpace(db, { freeMin: options.freeMin ?? 0, readSpace: spaceAround(file) })
    const engine = createEngine(db, box, freeSpace)
    // The watermark beside a backup is that of the database before it.
    const missingLog = facts.isRestored ? undefined : missing
    return { db, engine, file, ...facts, isAfterCrash, damage, missingLog, unlock }
  } catch (error) {
    db?.close()
    unlock()
    throw explainOpening(error, options.file, spaceAround(options.file))
  }
}

function prepare(db: Database, box: SecretBox, { now = 0 }: SqliteOptions) {
  const migration = migrate(db)
  const records = new ScriptRunner(db)
  refuseUnfinishedCopy(records.run(copyRecord()))
  const work = workAtStart(new WebhookDeliveries(db, new BacklogCounts(db)))
  const sealing = { webhookSeals: new WebhookSeals(box), box }
  const encryption = startEncryption(db, records, sealing, work, now)
  const hadNone = beginEpochIfDue(db)
  return {
    isRestored: hadNone && migration.from > 0,
    migration,
    encryption,
    version: db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '',
    installationId: records.run(installationIdOf(newInstallationId())),
  }
}

/**
 * Keeps a copy of a damaged log, and returns a sentence about the damage. Throws if the file and its log do
 * not belong together.
 */
function reviewed(file: string, { now = 0 }: SqliteOptions): string | undefined {
  const finding = reviewLog(file, readFlushWatermark(file))
  if (finding.kind === 'fine') return undefined
  if (finding.kind === 'refused') throw new Error(finding.because)
  const copy = keepDamaged(file, formatInstant(now).replaceAll(/[:.]/g, '-'))
  return `The log of the database was damaged: ${finding.because}. The files as they were found are kept beside the database as ${basename(copy)} and ${basename(copy)}-wal. Look whether webhooks, tokens or deliveries are missing, and restore a backup if so.`
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}
