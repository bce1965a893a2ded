import type { JobId, JobRunId, RunId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { TraceContext } from '../trace/trace-context.ts'

export type JobStatus = 'success' | 'failure' | 'cancelled'
export const JOB_STATUSES = ['success', 'failure', 'cancelled'] as const satisfies readonly JobStatus[]

export interface JobRunDetails {
  readonly agentId?: string
  readonly agentName?: string
  readonly serverId?: string
  readonly serverName?: string
  readonly serverAddress?: string
  readonly serverPort?: string
  readonly database?: string
  readonly exitCode?: string
  readonly output?: string
  readonly command?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** A finished run, as its scheduler reports it. The same (source, jobId, runId) counts once. */
export interface JobRunReport {
  readonly source: string
  readonly jobId: JobId
  readonly runId: RunId
  readonly name: string
  readonly status: JobStatus
  readonly startedAt: Instant | null
  readonly finishedAt: Instant
  readonly details: JobRunDetails
  /** The sender's trace, which the event continues; kept with the event only. */
  readonly trace?: TraceContext
}

export interface JobRun extends JobRunReport {
  readonly id: JobRunId
  readonly acceptedAt: Instant
}

export type JobRunResult = 'accepted' | 'duplicate'
