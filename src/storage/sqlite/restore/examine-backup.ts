import Database from 'better-sqlite3'
import { columnsOf, refuseUnknownSchema } from '../../migration.ts'
import { refuseUnfinishedCopy } from '../../copy/record.ts'
import { refuseMissingKeys } from '../../encryption-rules.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import { snapshotKeys } from '../../scripts/encryption.ts'
import { copyRecord } from '../../scripts/meta.ts'
import { WebhookSeals } from '../../webhook-seals.ts'
import { readFlushWatermark } from '../connection/flush-watermark.ts'
import { describeMissingLog, reviewLog } from '../connection/log-review.ts'
import { ScriptRunner } from '../connection/run-script.ts'
import { checkFile } from '../engine/check-file.ts'
import { findMissing, MIGRATIONS, schemaVersion } from '../migrate.ts'

export interface Examined {
  readonly schemaVersion: number
  readonly altered: readonly string[]
}

/**
 * Reads all of a backup. Throws a sentence about it if no service of this release
 * could start on it, or if a part of it cannot be relied on. Changes nothing.
 */
export function examineBackup(file: string, encryptionKeys: readonly Uint8Array[]): Examined {
  const mark = readFlushWatermark(file)
  const log = reviewLog(file, mark)
  if (log.kind !== 'fine') throw damaged([log.because])
  const missing = describeMissingLog(file, mark)
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
