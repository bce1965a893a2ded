import type { Database } from 'better-sqlite3'
import { refuseBadFallback, refuseDeletingFallback } from '../../../domain/routing/fallback.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import { activityVerbs } from '../overview/activity.ts'
import { AlertCounts } from '../intake/alert-counts.ts'
import { AuditTable } from '../people/audit.ts'
import { auditedDeliveries, auditedOperations, auditedTokens, auditedWebhooks } from './audited.ts'
import { BacklogCounts } from '../queue/backlog-counts.ts'
import { Claims } from '../deliveries/claims.ts'
import { clockMarkVerbs } from './clock-marks.ts'
import { DeliveryTable } from '../deliveries/deliveries.ts'
import { DeliveryLine } from '../queue/delivery-line.ts'
import { encryptionVerbs } from '../encryption/encryption.ts'
import { eventVerbs } from '../intake/events.ts'
import { Fallback } from '../intake/fallback.ts'
import type { FreeRoom } from '../connection/free-room.ts'
import { healthVerbs } from '../overview/health.ts'
import { historyKeys } from '../encryption/history-keys.ts'
import { HistorySeals } from '../../encryption/history-seals.ts'
import { historyVerbs } from '../history/history.ts'
import { Intake } from '../intake/intake.ts'
import { Lanes } from '../queue/lanes.ts'
import { listVerbs } from '../history/lists-for-people.ts'
import { OperationTable } from '../operations/operations.ts'
import { Settling } from '../settling/settling.ts'
import { sourceMarkVerbs } from '../people/source-marks.ts'
import { surveyVerbs } from '../overview/survey.ts'
import { peopleVerbs } from '../people/people.ts'
import { tellingVerbs } from '../intake/telling.ts'
import { tokenVerbs } from '../people/tokens.ts'
import { Upkeep } from '../history/upkeep.ts'
import type { SyncVerbs, VerbName } from '../connection/verbs.ts'
import { WebhookCache } from '../webhooks/webhook-cache.ts'
import { WebhookDeliveries } from '../settling/webhook-deliveries.ts'
import { WebhookTable } from '../webhooks/webhooks.ts'

export interface Engine {
  readonly verbs: SyncVerbs
  /** Whether all deliveries have followed the changes of their webhooks; while they have not, `settleWebhooks` is to be called. */
  isSettled(): boolean
  /**
   * For a rollback to this moment: call what it answers. What is counted here is then as it was, and what was read inside
   * the transaction never was.
   */
  mark(): () => void
}

/** Verbs that write nothing and so need no commit. */
export const READ_VERBS: ReadonlySet<VerbName> = new Set<VerbName>([
  'listWebhooks',
  'findWebhook',
  'describeEncryption',
  'listTokens',
  'listUsers',
  'findUser',
  'findSession',
  'listSessions',
  'findInvitation',
  'findSourceMark',
  'findClockMark',
  'countBacklog',
  'listActivity',
  'survey',
  'searchWebhooks',
  'listRevisions',
  'findEvents',
  'findEventsOfJobRuns',
  'nameWebhooks',
  'findTold',
  'reviewTelling',
  'reviewDelivery',
  'findHealth',
  'listAlerts',
  'findAlert',
  'listRaised',
  'listJobRuns',
  'findJobRun',
  'listEvents',
  'findEvent',
  'listDeliveries',
  'findDelivery',
  'findDeliveryAhead',
  'listAttempts',
  'listAudit',
  'findAudit',
  'findOperation',
  'listOperations',
  'countDeliveries',
])

export function createEngine(db: Database, box = new SecretBox([]), room?: FreeRoom): Engine {
  const webhookDeliveries = new WebhookDeliveries(db)
  const webhooks = new WebhookTable(db, box, webhookDeliveries)
  const cache = new WebhookCache(webhooks)
  const historySeals = new HistorySeals(box, historyKeys(db))
  const audit = new AuditTable(db, historySeals)
  const audited = auditedWebhooks({ audit, webhooks, renew: (id) => cache.renew(id) })
  const events = eventVerbs(db)
  const findWebhook = (id: number) => cache.find(id)
  const lanes = new Lanes(db, () => cache.all())
  const counts = new BacklogCounts(db)
  const alerts = new AlertCounts(db)
  const settling = new Settling({ deliveries: webhookDeliveries, findWebhook, counts, lanes })
  const { insertEvent } = events
  const intake = new Intake(db, { insertEvent, webhooks: () => cache.all(), lanes, counts, alerts })
  const line = new DeliveryLine(db, { lanes, counts, findWebhook })
  const found = { lanes, counts, settling, line, findWebhook, findEvent: events.readEvent }
  const claims = new Claims(db, found)
  const fallback = new Fallback(db, found)
  const operations = new OperationTable(db, found)
  const deliveries = new DeliveryTable(db, {
    ...found,
    historySeals,
    tellFallback: (failedId, now) => fallback.tell(failedId, now),
    disableWebhook: audited.disableWebhook,
  })
  const tokens = tokenVerbs(db)
  const upkeep = new Upkeep(db)
  return {
    verbs: {
      ...writesOfWebhooks(audited, { cache, lanes, settling }),
      settleWebhooks: ({ limit }) => settling.step(limit),
      listWebhooks: (page) => webhooks.listWebhooks(page),
      findWebhook,
      ...tokens,
      ...auditedTokens({ audit, tokens }),
      ...peopleVerbs(db, audit),
      ...markVerbs(db),
      ...encryptionVerbs(db, { webhooks, box, audit }),
      ...intakeVerbs(intake, room),
      expireAlerts: (expiry) => intake.expireAlerts(expiry),
      claimDue: (claim) => claims.claimDue(claim),
      ...deliveries.verbs(),
      ...auditedDeliveries({ audit, deliveries, findWebhook }),
      ...tellingVerbs(db, { lanes, cache, settling, findAhead: (id) => deliveries.findDeliveryAhead(id) }),
      ...operations.verbs(),
      ...auditedOperations({ audit, operations }),
      findEvent: events.findEvent,
      pruneHistory: (prune) => upkeep.pruneHistory(prune),
      ...auditVerbs(audit),
      checkHealth: (now) => {
        room?.require(now)
        upkeep.checkHealth(now)
      },
      ...seeingVerbs(db, { lanes, counts, cache, alerts, settling, historySeals }),
    },
    isSettled: () => settling.isDone,
    mark: () => markAll({ cache, lanes, counts, alerts, webhookDeliveries }),
  }
}

function intakeVerbs(
  intake: Intake,
  room: FreeRoom | undefined,
): Pick<SyncVerbs, 'acceptObservations' | 'acceptJobRuns'> {
  return {
    acceptObservations: (observations, now, leap) => {
      room?.require(now)
      return intake.acceptObservations(observations, now, leap)
    },
    acceptJobRuns: (runs, now) => {
      room?.require(now)
      return intake.acceptJobRuns(runs, now)
    },
  }
}

function seeingVerbs(
  db: Database,
  {
    lanes,
    counts,
    cache,
    alerts,
    settling,
    historySeals,
  }: Omit<Remembered, 'webhookDeliveries'> & {
    readonly settling: Settling
    readonly historySeals: HistorySeals
  },
) {
  return {
    ...healthVerbs(db, { lanes, counts, webhooks: cache }),
    ...activityVerbs(db),
    ...surveyVerbs(db, { lanes, cache, alerts }),
    ...listVerbs(db, { lanes, cache }),
    ...historyVerbs(db, { seals: historySeals, counts, settling }),
  }
}

function auditVerbs(
  audit: AuditTable,
): Pick<SyncVerbs, 'recordAudit' | 'listAudit' | 'findAudit' | 'pruneAudit'> {
  return {
    recordAudit: (entry) => audit.record(entry),
    listAudit: (filter, page) => audit.listAudit(filter, page),
    findAudit: (id) => audit.findAudit(id),
    pruneAudit: (prune) => audit.pruneAudit(prune),
  }
}

/** How far sources have been read, and what was known of the clock. */
function markVerbs(db: Database) {
  return { ...sourceMarkVerbs(db), ...clockMarkVerbs(db) }
}

interface Remembered {
  readonly cache: WebhookCache
  readonly lanes: Lanes
  readonly counts: BacklogCounts
  readonly alerts: AlertCounts
  readonly webhookDeliveries: WebhookDeliveries
}

function markAll({ cache, lanes, counts, alerts, webhookDeliveries }: Remembered): () => void {
  const restoreCounts = counts.mark()
  const restoreAlerts = alerts.mark()
  return () => {
    restoreCounts()
    restoreAlerts()
    cache.forget()
    lanes.forget()
    webhookDeliveries.forget()
  }
}

/** What a webhook is to others is checked when it is written: a throw takes the write back. */
function writesOfWebhooks(
  webhooks: ReturnType<typeof auditedWebhooks>,
  { cache, lanes, settling }: Pick<Remembered, 'cache' | 'lanes'> & { readonly settling: Settling },
): Pick<
  SyncVerbs,
  'createWebhook' | 'changeWebhook' | 'deleteWebhook' | 'rotateSigningSecret' | 'removeSigningSecrets'
> {
  return {
    createWebhook: (given, now, by) => {
      const webhook = webhooks.createWebhook(given, now, by)
      refuseBadFallback(webhook, cache.all())
      return webhook
    },
    changeWebhook: (id, change, when) => {
      const webhook = webhooks.changeWebhook(id, change, when)
      refuseBadFallback(webhook, cache.all())
      // What was held may be due now, and what was wrong may be right.
      lanes.noteDue(id, when.now)
      lanes.probeNow(id)
      return webhook
    },
    deleteWebhook: (id, when) => {
      const webhook = cache.find(id)
      webhooks.deleteWebhook(id, when)
      if (webhook) refuseDeletingFallback(webhook, cache.all())
      settling.beginCancelling(id, when.now)
      lanes.remove(id)
    },
    rotateSigningSecret: (id, rotation) => {
      const webhook = webhooks.rotateSigningSecret(id, rotation)
      // A receiver that refused the old signatures may take the new ones.
      lanes.probeNow(id)
      return webhook
    },
    removeSigningSecrets: (id, when) => webhooks.removeSigningSecrets(id, when),
  }
}
