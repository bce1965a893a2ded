import type { Instant } from '../domain/instant.ts'
import type { JobRunDetails, JobRunReport, JobStatus } from '../domain/alert/job-run.ts'
import { OUTPUT_MAX, type RunContext, type RunRow, type StepRow } from './scheduler.ts'

const NAME_MAX = 500
const VALUE_MAX = 4_096

export interface JudgedRun {
  readonly status: JobStatus
  readonly exitCode?: string | undefined
  readonly output?: string | undefined
  readonly command?: string | undefined
  readonly database?: string | undefined
  /** Names a run whose job has no name, or is gone. */
  readonly namelessAs: string
}

/** Makes the report of a run, for all schedulers. Pure. */
export function toRunReport(row: RunRow, assessed: JudgedRun, context: RunContext): JobRunReport {
  const startedAt = row.started_us === null ? null : toInstant(row.started_us)
  const endedAt =
    row.ended_us === null ? Math.max(context.now, startedAt ?? context.now) : toInstant(row.ended_us)
  return {
    source: context.source,
    jobId: row.job_id,
    runId: row.run_id,
    name: (row.job_name === null || row.job_name === '' ? assessed.namelessAs : row.job_name)
      .slice(0, NAME_MAX)
      .toWellFormed(),
    status: assessed.status,
    startedAt,
    // The clock may have been set back while the job ran.
    finishedAt: Math.max(endedAt, startedAt ?? endedAt),
    details: toDetails(row, assessed, context),
  }
}

function toDetails(row: RunRow, assessed: JudgedRun, { settings }: RunContext): JobRunDetails {
  const members = {
    agentName: short(row.agent),
    serverName: settings.serverName,
    serverAddress: settings.host,
    serverPort: settings.port,
    database: short(assessed.database ?? row.database ?? settings.database),
    exitCode: assessed.exitCode,
    output: cutToEnd(assessed.output ?? ''),
    command: (assessed.command ?? row.command ?? '').slice(0, OUTPUT_MAX).toWellFormed(),
    labels: { status: row.status },
  }
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Keeps the end of a text, without half a character at its start. */
export function cutToEnd(text: string): string {
  return text
    .slice(-OUTPUT_MAX)
    .replace(/^[\udc00-\udfff]/, '')
    .toWellFormed()
}

/** Joins the output of the steps, each under its name and outcome. */
export function joinSteps(steps: readonly StepRow[], describe: (step: StepRow) => string): string {
  return steps
    .map((step) => {
      const head = `== ${step.name ?? 'step'}: ${describe(step)}${step.result === null ? '' : ` (${step.result})`}`
      const output = (step.output ?? '').trimEnd()
      return output === '' ? head : `${head}\n${output}`
    })
    .join('\n')
}

function toInstant(microseconds: number): Instant {
  return Math.floor(microseconds / 1_000)
}

function short(text: string | null): string | undefined {
  return text === null ? undefined : text.slice(0, VALUE_MAX).toWellFormed()
}
