import type { Instant } from '../domain/instant.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { MigrationReport } from './migration.ts'

/** The unfinished deliveries of one webhook. */
export interface UnfinishedWork {
  readonly webhookId: WebhookId
  readonly name: string
  readonly isEnabled: boolean
  readonly count: number
  /** How many of them the receiver accepted after the backup; null: nobody knows. */
  readonly sentSinceCount: number | null
}

/** Describes a backup to a person who is about to go back to it. */
export interface BackupSummary {
  /** The time of its newest event; null: it has none. */
  readonly newestAt: Instant | null
  readonly webhookCount: number
  readonly activeAlertCount: number
  readonly unfinished: readonly UnfinishedWork[]
  /** Events of the old database that came after; null: it has none, or it cannot be read. */
  readonly laterEventCount: number | null
  readonly isOldUnreadable: boolean
}

/** How a restore went, or would go. */
export interface RestoreReport extends BackupSummary {
  /** The file of the database, whatever links lead to it. */
  readonly database: string
  readonly byteCount: number
  readonly schema: MigrationReport
  /** Events of the backup that are not what was taken in: they are not sent, and all else works. */
  readonly altered: readonly string[]
  /** Only in a dry run: a service uses the database, which must stop before a restore. */
  readonly isInUse: boolean
  /** The path of the old database; null: no database was there. */
  readonly kept: string | null
  /** Does the file `admin-token` hold a token of the backup? Null: there is no such file. */
  readonly isAdminTokenKnown: boolean | null
}

export interface RestoreRequest {
  readonly backup: string
  /** The path in the settings. */
  readonly database: string
  readonly adminTokenFile: string
  readonly encryptionKeys: readonly Uint8Array[]
  readonly now: Instant
  readonly isDryRun: boolean
}

/** The command was not used as it is meant; what is refused otherwise is an Error. */
export class RestoreMistake extends Error {}
