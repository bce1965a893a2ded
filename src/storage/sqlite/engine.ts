import type { Database } from 'better-sqlite3'
import { AppError } from '../../domain/errors.ts'
import type { Instant } from '../../domain/instant.ts'
import type { StoreVerbs } from '../store.ts'
import { SecretBox } from '../secret-box.ts'
import { Claims } from './claims.ts'
import { DeliveryTable } from './deliveries.ts'
import { encryptionVerbs } from './encryption.ts'
import { eventVerbs } from './events.ts'
import { healthVerbs } from './health.ts'
import { HistorySeals } from './history-seals.ts'
import { historyVerbs } from './history.ts'
import { Intake } from './intake.ts'
import { Lanes } from './lanes.ts'
import type { PackedAttempt } from './packed-attempt.ts'
import { tokenVerbs } from './tokens.ts'
import { Upkeep } from './upkeep.ts'
import { WebhookCache } from './webhook-cache.ts'
import { WebhookTable } from './webhooks.ts'

/** Runs beside the others, in pieces: not part of a batch. */
export type AsyncVerb = 'backup'
export type VerbName = Exclude<keyof StoreVerbs, AsyncVerb>

/** The verbs as the thread has them: SQLite answers at once. Writes are called inside a transaction. */
export type SyncVerbs = {
  readonly [Name in VerbName]: (...args: VerbArgs<Name>) => Awaited<ReturnType<StoreVerbs[Name]>>
}

/** As in the interface, but for attempts, which travel packed. */
export type VerbArgs<Name extends VerbName> = Name extends 'finishAttempts'
  ? [attempts: readonly PackedAttempt[], now: Instant]
  : Parameters<StoreVerbs[Name]>

export interface Engine {
  readonly verbs: SyncVerbs
  /** After a rollback: what was read inside the transaction never was. */
  forget(): void
}

/** Verbs that write nothing and so need no commit. */
export const READ_VERBS: ReadonlySet<VerbName> = new Set<VerbName>([
  'listWebhooks',
  'findWebhook',
  'describeEncryption',
  'listTokens',
  'countBacklog',
  'findHealth',
  'listAlerts',
  'findAlert',
  'listJobRuns',
  'findJobRun',
  'listEvents',
  'findEvent',
  'listDeliveries',
  'findDelivery',
  'listAttempts',
])

export function createEngine(db: Database, box = new SecretBox([])): Engine {
  const webhooks = new WebhookTable(db, box)
  const cache = new WebhookCache(webhooks)
  const historySeals = new HistorySeals(db, box)
  const events = eventVerbs(db)
  const findWebhook = (id: number) => cache.find(id)
  const lanes = new Lanes(db, () => cache.all())
  const intake = new Intake(db, { insertEvent: events.insertEvent, webhooks: () => cache.all(), lanes })
  const claims = new Claims(db, { lanes, findWebhook, findEvent: events.findEvent })
  const deliveries = new DeliveryTable(db, {
    lanes,
    findWebhook,
    historySeals,
    disableWebhook: (id, reason, now) => {
      webhooks.disableWebhook(id, reason, now)
      cache.forget()
    },
  })
  const upkeep = new Upkeep(db)
  return {
    verbs: {
      ...webhookVerbs({ webhooks, cache, lanes }),
      ...encryptionVerbs(db, { webhooks, box }),
      ...tokenVerbs(db),
      acceptObservations: (observations, now) => intake.acceptObservations(observations, now),
      acceptJobRuns: (runs, now) => intake.acceptJobRuns(runs, now),
      expireAlerts: (expiry) => intake.expireAlerts(expiry),
      claimDue: (claim) => claims.claimDue(claim),
      finishAttempts: (attempts, now) => deliveries.finishAttempts(attempts, now),
      releaseClaims: (claims, now) => deliveries.releaseClaims(claims, now),
      rescueExpired: (rescue) => deliveries.rescueExpired(rescue),
      endOverdue: (overdue) => deliveries.endOverdue(overdue),
      retryDelivery: (id, now) => deliveries.retryDelivery(id, now),
      cancelDelivery: (id, now) => deliveries.cancelDelivery(id, now),
      findDelivery: (id) => deliveries.findDelivery(id),
      findEvent: events.findEvent,
      pruneHistory: (prune) => upkeep.pruneHistory(prune),
      checkHealth: (now) => upkeep.checkHealth(now),
      ...healthVerbs(db, { lanes, hasWebhook: (id) => findWebhook(id) !== undefined }),
      ...historyVerbs(db, historySeals),
    },
    forget: () => {
      cache.forget()
      lanes.forget()
    },
  }
}

interface WebhookParts {
  readonly webhooks: WebhookTable
  readonly cache: WebhookCache
  readonly lanes: Lanes
}

/** Whatever changes a webhook makes the cache forget, and may change what is due in its lane. */
function webhookVerbs({ webhooks, cache, lanes }: WebhookParts) {
  const forgetAfter = <Result>(result: Result): Result => {
    cache.forget()
    return result
  }
  return {
    createWebhook: (webhook, now) => forgetAfter(webhooks.createWebhook(webhook, now)),
    changeWebhook: (id, change, when) => {
      const webhook = forgetAfter(webhooks.changeWebhook(id, change, when))
      // What was held may be due now, and what was wrong may be right.
      lanes.noteDue(id, when.now)
      lanes.probeNow(id)
      return webhook
    },
    deleteWebhook: (id, when) => {
      forgetAfter(webhooks.deleteWebhook(id, when))
      lanes.remove(id)
    },
    rotateSigningSecret: (id, rotation) => {
      const webhook = forgetAfter(webhooks.rotateSigningSecret(id, rotation))
      // A receiver that refused the old signatures may take the new ones.
      lanes.probeNow(id)
      return webhook
    },
    removeSigningSecrets: (id, when) => forgetAfter(webhooks.removeSigningSecrets(id, when)),
    listWebhooks: (page) => webhooks.listWebhooks(page),
    findWebhook: (id) => cache.find(id),
  } satisfies Partial<SyncVerbs>
}

const UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM|BUSY|LOCKED)/
const RETRY_AFTER_MS = 10_000

/** A fault of the database as the refusal that a caller can act on; everything else stays what it is. */
export function explainFault(error: unknown): unknown {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  if (typeof code !== 'string' || !UNWRITABLE.test(code)) return error
  const what =
    code === 'SQLITE_FULL'
      ? 'The disk or the size limit of the database is full'
      : `The database cannot be written (${code})`
  return new AppError('unavailable', `${what}; nothing was changed.`, {
    retryAfterMs: RETRY_AFTER_MS,
    cause: error,
  })
}
