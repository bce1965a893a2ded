import { rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { UnfinishedWork, BackupSummary } from '../../restore.ts'

/**
 * Counts what a service would send that starts on a backup. `old`: the database that it replaces, which knows what
 * was sent since; undefined: it does not exist, or cannot be read.
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

/** After a restore numbers are used again: a delivery is the same only if it was made at the same moment. */
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

/** Whoever only reads leaves an empty log and its index beside a file that had none. */
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
