import { rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { refuseUnfinishedCopy } from '../../copy/ends.ts'
import { refuseMissingKeys } from '../../encryption-keys.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import { columnsOf, refuseUnknownSchema } from '../../migration.ts'
import type { BackupSummary, UnfinishedWork } from '../../restore.ts'
import { snapshotKeys } from '../../scripts/encryption.ts'
import { copyRecord } from '../../scripts/meta.ts'
import { WebhookSeals } from '../../webhook-seals.ts'
import { readFlushWatermark } from '../connection/flush-watermark.ts'
import { describeMissingLog, reviewLog } from '../connection/log-review.ts'
import { ScriptRunner } from '../connection/run-script.ts'
import { checkFile } from '../engine/check-file.ts'
import { findMissing, MIGRATIONS, schemaVersion } from '../migrate.ts'

/**
 * Counts what a service would send after starting on a backup. `old`: the database that it replaces, which
 * knows what was sent since; undefined: it is missing or unreadable.
 */
export function summariseBackup(file: string, old: string | undefined): BackupSummary {
  return old === undefined
    ? readBoth(file, undefined)
    : leavingNothing(old, () => {
        try {
          return readBoth(file, old)
        } catch {
          return { ...readBoth(file, undefined), isOldUnreadable: true }
        }
      })
}

function readBoth(file: string, old: string | undefined): BackupSummary {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const newestAt =
      db.prepare<[], Instant | null>('SELECT max(accepted_at) FROM events').pluck().get() ?? null
    const summary = {
      newestAt,
      webhookCount: countOf(db, 'SELECT count(*) FROM webhooks'),
      activeAlertCount: countOf(db, "SELECT count(*) FROM alerts WHERE state <> 'cleared'"),
      unfinished: db.prepare<[], UnfinishedRow>(UNFINISHED).all().map(toUnfinished),
      laterEventCount: null,
      isOldUnreadable: false,
    }
    if (old === undefined) return summary
    db.prepare<[string]>('ATTACH ? AS old').run(old)
    const sent = new Map(
      db
        .prepare<[], { id: WebhookId; count: number }>(SENT_SINCE)
        .all()
        .map(({ id, count }) => [id, count]),
    )
    return {
      ...summary,
      unfinished: summary.unfinished.map((work) => ({
        ...work,
        sentSinceCount: sent.get(work.webhookId) ?? 0,
      })),
      laterEventCount: countOf(db, LATER_EVENTS),
    }
  } finally {
    db.close()
  }
}

interface UnfinishedRow {
  readonly id: WebhookId
  readonly name: string | null
  readonly enabled: number | null
  readonly count: number
}

const UNFINISHED = `
  SELECT d.webhook_id AS id, w.name, w.enabled, count(*) AS count FROM deliveries d
  LEFT JOIN webhooks w ON w.id = d.webhook_id WHERE d.finished_at IS NULL GROUP BY d.webhook_id ORDER BY count DESC, id`

/** A restore reuses ids: a delivery is the same only if it was made at the same moment. */
const SENT_SINCE = `
  SELECT d.webhook_id AS id, count(*) AS count FROM main.deliveries d
  JOIN old.deliveries o ON o.id = d.id AND o.webhook_id = d.webhook_id AND o.event_id = d.event_id AND o.created_at = d.created_at
  WHERE d.finished_at IS NULL AND o.state = 'delivered' GROUP BY d.webhook_id`

const LATER_EVENTS = `
  SELECT count(*) FROM old.events o
  WHERE NOT EXISTS (SELECT 1 FROM main.events e WHERE e.id = o.id AND e.accepted_at = o.accepted_at)
    AND o.accepted_at >= (SELECT coalesce(max(accepted_at), 0) FROM main.events)`

function toUnfinished({ id, name, enabled, count }: UnfinishedRow): UnfinishedWork {
  return { webhookId: id, name: name ?? '', isEnabled: enabled === 1, count, sentSinceCount: null }
}

function countOf(db: Database.Database, text: string): number {
  return db.prepare<[], number>(text).pluck().get() ?? 0
}

/** Removes the empty log and index that reading leaves beside a file without them. */
function leavingNothing<Result>(file: string, work: () => Result): Result {
  const added = ['-wal', '-shm'].filter((ending) => sizeOf(file + ending) === undefined)
  try {
    return work()
  } finally {
    for (const ending of added) {
      if (ending === '-shm' || sizeOf(file + ending) === 0) rmSync(file + ending, { force: true })
    }
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

export interface Examined {
  readonly schemaVersion: number
  readonly altered: readonly string[]
}

/**
 * Reads all of a backup. Throws a sentence if no service of this release could start on it, or if a part is
 * unreliable. Changes nothing.
 */
export function examineBackup(file: string, encryptionKeys: readonly Uint8Array[]): Examined {
  const watermark = readFlushWatermark(file)
  const log = reviewLog(file, watermark)
  if (log.kind !== 'fine') throw damaged([log.because])
  const missing = describeMissingLog(file, watermark)
  if (missing !== undefined) throw damaged([missing])
  const found = checkFileOrSay(file)
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const version = refuseOtherSchema(db)
    if (version === MIGRATIONS.length) refuseUnusable(db, encryptionKeys)
    return { schemaVersion: version, altered: found }
  } finally {
    db.close()
  }
}

/** Throws what a start would refuse, for a database whose schema is that of this release. */
export function refuseUnusable(db: Database.Database, encryptionKeys: readonly Uint8Array[]): void {
  const scripts = new ScriptRunner(db)
  refuseUnfinishedCopy(scripts.run(copyRecord()))
  const box = new SecretBox(encryptionKeys)
  refuseMissingKeys(box, scripts.run(snapshotKeys(new WebhookSeals(box))).counts)
}

function refuseOtherSchema(db: Database.Database): number {
  const version = schemaVersion(db)
  if (version === 0) throw new Error('It holds no database of Tocsin.')
  if (version > MIGRATIONS.length) {
    throw new Error(
      `It has schema version ${version}, and this release knows versions up to ${MIGRATIONS.length}: it was made by a newer release. Install that one, or use an older backup.`,
    )
  }
  refuseUnknownSchema(findMissing(db, columnsOf(MIGRATIONS.slice(0, version))))
  return version
}

function checkFileOrSay(file: string): readonly string[] {
  const { damaged: parts, altered } = checkFile(file)
  if (parts.includes('SQLITE_NOTADB')) throw new Error('It is no SQLite database.')
  if (parts.length > 0) throw damaged(parts)
  return altered
}

function damaged(findings: readonly string[]): Error {
  return new Error(`It is damaged: ${findings.join('; ').replaceAll(/\s+/g, ' ')}. Use an older backup.`)
}
