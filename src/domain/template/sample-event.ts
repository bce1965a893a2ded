import type { AlertDetails } from '../alert/alert.ts'
import type { AlertEvent, Event, JobRunEvent } from '../alert/event.ts'
import type { Instant } from '../instant.ts'
import type { JobRunDetails } from '../alert/job-run.ts'
import type { PayloadType } from '../webhook/webhook.ts'

/** Events that never happened, for previews and test deliveries. */
export type SampleKind = 'raised' | 'acknowledged' | 'cleared' | 'job_success' | 'job_failure'
export const SAMPLE_KINDS = [
  'raised',
  'acknowledged',
  'cleared',
  'job_success',
  'job_failure',
] as const satisfies readonly SampleKind[]

/** The sample that fits when nobody chose one. */
export function defaultSample(payloadType: PayloadType): SampleKind {
  return payloadType === 'ALERT' ? 'raised' : 'job_failure'
}

/**
 * Makes an event with ids of 0, as no real one has, and texts that break careless templates: quotes,
 * newlines, an accent.
 */
export function sampleEvent(kind: SampleKind, now: Instant): Event {
  switch (kind) {
    case 'raised':
      return raised(now)
    case 'acknowledged':
      return {
        ...raised(now),
        oldState: 'high',
        trigger: 'acknowledgement',
        acknowledgement: {
          by: 'Ada',
          state: 'high',
          note: 'Looking at "pg-orders-2"',
          at: now,
          until: now + 86_400_000,
        },
      }
    case 'cleared':
      return {
        ...raised(now),
        oldState: 'high',
        newState: 'cleared',
        raisedAt: now - 754_000,
        details: {
          ...ALERT_DETAILS,
          currentValue: '3',
          lastValue: '412',
          info: 'Standby "pg-orders-2" is 3 s behind.\nBack within the limit.',
        },
      }
    case 'job_success':
      return {
        ...failed(now),
        status: 'success',
        details: { ...JOB_DETAILS, exitCode: '0', output: 'CALL\n"rollup" of 1204 rows done' },
      }
    case 'job_failure':
      return failed(now)
  }
}

const SERVER = {
  agentId: '3',
  agentName: 'agent-eu-1',
  serverId: '17',
  serverName: 'pg-orders-2',
  serverAddress: '192.0.2.12',
  serverPort: '5432',
  database: 'orders',
} as const

const ALERT_DETAILS: AlertDetails = {
  ...SERVER,
  objectType: 'server',
  objectName: 'pg-orders-2',
  schema: 'sales',
  databaseObject: 'order_lines',
  currentValue: '412',
  thresholdValue: '60',
  parameters: 'slot=standby_2, unit=s',
  info: 'Standby "pg-orders-2" is 412 s behind.\nLast statement: CALL ship(\'1 & <2>\', "café");',
  sourceLink: 'https://monitor.example.com/alerts?id=42&tab=info',
  labels: { severity: 'critical', datname: 'orders', team: 'dba' },
}

const JOB_DETAILS: JobRunDetails = {
  ...SERVER,
  exitCode: '1',
  output:
    'psql:rollup.sql:7: ERROR:  deadlock detected\nDETAIL:  Process 4711 waits for "ShareLock" on café.',
  command: "CALL rollup_day('2026-09-13')",
  labels: { team: 'dba' },
}

function raised(now: Instant): AlertEvent {
  return {
    kind: 'alert',
    id: 0,
    source: 'sample',
    name: 'Replication lag',
    at: now,
    acceptedAt: now,
    alertId: 0,
    alertKey: 'replication-lag/pg-orders-2',
    oldState: 'cleared',
    newState: 'high',
    episodeNumber: 1,
    trigger: 'change',
    raisedAt: now,
    expiresAt: null,
    endedBy: null,
    details: ALERT_DETAILS,
    warnings: [],
  }
}

function failed(now: Instant): JobRunEvent {
  return {
    kind: 'job_run',
    id: 0,
    source: 'sample',
    name: 'nightly-rollup',
    at: now,
    acceptedAt: now,
    jobRunId: 0,
    jobId: '12',
    runId: '51877',
    status: 'failure',
    startedAt: now - 277_000,
    finishedAt: now,
    details: JOB_DETAILS,
  }
}
