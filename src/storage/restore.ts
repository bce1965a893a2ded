import type { Instant } from '../domain/instant.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { MigrationReport } from './migration.ts'

export interface UnfinishedWork {
  readonly webhookId: WebhookId
  readonly name: string
  readonly isEnabled: boolean
  readonly count: number
  /** Deliveries that the receiver accepted after the backup; null: unknown. */
  readonly sentSinceCount: number | null
}

/** Describes a backup to somebody about to restore it. */
export interface BackupSummary {
  /** Null: no event. */
  readonly newestAt: Instant | null
  readonly webhookCount: number
  readonly activeAlertCount: number
  readonly unfinished: readonly UnfinishedWork[]
  /** Events of the old database after the backup; null: no old database, or an unreadable one. */
  readonly laterEventCount: number | null
  readonly isOldUnreadable: boolean
}

export interface RestoreReport extends BackupSummary {
  /** The file of the database, with links resolved. */
  readonly database: string
  readonly byteCount: number
  readonly schema: MigrationReport
  /** Events that a fault changed: they are not sent, everything else works. */
  readonly altered: readonly string[]
  /** True, in a dry run: a service uses the database, and must stop before the restore. */
  readonly isInUse: boolean
  /** Null: no database was there. */
  readonly kept: string | null
  /** Whether the file `admin-token` holds a token of the backup; null: no such file. */
  readonly isAdminTokenKnown: boolean | null
}

export interface RestoreRequest {
  readonly backup: string
  readonly database: string
  readonly adminTokenFile: string
  readonly encryptionKeys: readonly Uint8Array[]
  readonly now: Instant
  readonly isDryRun: boolean
}

/** A wrong use of the command; other refusals are plain Errors. */
export class RestoreMistake extends Error {}
