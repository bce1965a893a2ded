import { settingsOf, unsaidValue } from '../../src/domain/definition/webhook-settings.ts'
import type { Alert, AlertDetails, Observation } from '../../src/domain/alert/alert.ts'
import type { Author } from '../../src/domain/audit/audit.ts'
import type { AlertEvent, JobRunEvent } from '../../src/domain/alert/event.ts'
import type { JobRunReport } from '../../src/domain/alert/job-run.ts'
import { NOTHING_PAUSED } from '../../src/domain/overview/overview.ts'
import type { NewWebhook, Webhook } from '../../src/domain/webhook/webhook.ts'
import type { Backlog } from '../../src/storage/store.ts'

/** One builder per noun: a complete, valid thing; a test names only what it is about. */

/** Where people reach the console. */
export const SITE = { publicUrl: 'https://tocsin.example.com' } as const

export const NOW = Date.parse('2026-09-14T03:00:00Z')
export const DAY_MS = 86_400_000

/** Somebody with a token, as the maker of a change. */
export const AUTHOR: Author = { tokenId: 1, userId: null, name: 'dba on duty', address: '192.0.2.7' }

export function newWebhook(given: Partial<NewWebhook> = {}): NewWebhook {
  return {
    name: 'dba hook',
    url: 'http://127.0.0.1:9/hook',
    enabled: true,
    method: 'POST',
    headers: [],
    payloadTemplate: '{"alert": "%AlertName%", "state": "%CurrentState%"}',
    payloadType: 'ALERT',
    alertFlags: { low: true, medium: true, high: true, cleared: true },
    description: '',
    ...settingsOf(unsaidValue),
    ...given,
  }
}

export function webhook(given: Partial<Webhook> = {}): Webhook {
  return {
    ...newWebhook(),
    id: 7,
    headers: [],
    signingSecrets: [],
    disabledReason: null,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    routedSince: NOW,
    matchOwner: null,
    ...given,
  }
}

export function observation(given: Partial<Observation> = {}): Observation {
  return {
    source: 'api',
    key: 'replication-lag pg-orders-2',
    name: 'Replication lag',
    state: 'high',
    at: NOW,
    details: alertDetails(),
    ...given,
  }
}

export function alertDetails(given: Partial<AlertDetails> = {}): AlertDetails {
  return {
    objectType: 'server',
    objectName: 'pg-orders-2',
    serverName: 'pg-orders-2',
    serverPort: '5432',
    currentValue: '412',
    thresholdValue: '60',
    ...given,
  }
}

export function alert(given: Partial<Alert> = {}): Alert {
  return {
    id: 1,
    source: 'api',
    key: 'replication-lag pg-orders-2',
    name: 'Replication lag',
    state: 'high',
    since: NOW,
    changedAt: NOW,
    observedAt: NOW,
    lastReportedAt: NOW,
    expiresAt: null,
    endedBy: given.state === 'cleared' ? 'monitor' : null,
    details: alertDetails(),
    warnings: [],
    episodeNumber: 1,
    staleCount: 0,
    ...given,
  }
}

export function alertEvent(given: Partial<AlertEvent> = {}): AlertEvent {
  return {
    kind: 'alert',
    id: 11,
    source: 'api',
    name: 'Replication lag',
    at: NOW,
    acceptedAt: NOW + 20,
    alertId: 42,
    alertKey: 'replication-lag pg-orders-2',
    oldState: 'cleared',
    newState: 'high',
    episodeNumber: 1,
    trigger: 'change',
    raisedAt: NOW,
    expiresAt: null,
    endedBy: given.newState === 'cleared' ? 'monitor' : null,
    details: alertDetails(),
    warnings: [],
    ...given,
  }
}

export function jobRunReport(given: Partial<JobRunReport> = {}): JobRunReport {
  return {
    source: 'api',
    jobId: '12',
    runId: '51877',
    name: 'nightly-rollup',
    status: 'failure',
    startedAt: NOW - 277_000,
    finishedAt: NOW,
    details: {
      serverName: 'pg-billing-1',
      database: 'billing',
      exitCode: '1',
      output: 'ERROR: deadlock detected',
    },
    ...given,
  }
}

export function jobRunEvent(given: Partial<JobRunEvent> = {}): JobRunEvent {
  const { name, source, jobId, runId, status, startedAt, finishedAt, details } = jobRunReport()
  return {
    kind: 'job_run',
    id: 12,
    source,
    name,
    at: finishedAt,
    acceptedAt: NOW + 20,
    jobRunId: 5,
    jobId,
    runId,
    status,
    startedAt,
    finishedAt,
    details,
    ...given,
  }
}

export function backlog(given: Partial<Backlog> = {}): Backlog {
  return {
    waiting: 0,
    pending: 0,
    sending: 0,
    oldestDueAt: null,
    pausedWebhooks: 0,
    lateWebhooks: 0,
    rejectingWebhooks: 0,
    probeDueAt: null,
    heldNotifications: 0,
    outOfSyncNotifications: 0,
    paused: NOTHING_PAUSED,
    ...given,
  }
}
