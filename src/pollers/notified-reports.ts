import { isObject } from '../domain/json-object.ts'
import { whyReserved } from '../domain/alert/own-alert.ts'
import { AppError } from '../domain/errors.ts'
import type { Observation } from '../domain/alert/alert.ts'
import type { JobRunReport } from '../domain/alert/job-run.ts'

/** The content of a notification: one observation, or one job run. */
export interface NotifiedReports {
  readonly observations: readonly Observation[]
  readonly jobRuns: readonly JobRunReport[]
}

/** Reads bodies as the API does; throws an `AppError` that says what is wrong. */
export interface ReportReader {
  observation(body: unknown): Observation
  jobRun(body: unknown): JobRunReport
}

export interface ReadNotifications extends NotifiedReports {
  readonly taken: number
  /** Why the first one that was not taken was not; undefined: all were. */
  readonly mistake: string | undefined
  readonly mistakeCount: number
}

/**
 * Payloads of notifications, in their order. `{"job_run": {…}}` is a job run, every other object an observation; both
 * go by the name of the source, whatever they say; one that claims to come from Tocsin itself is refused. What is wrong
 * does not hold up the others.
 */
export function readNotifications(
  payloads: readonly string[],
  source: string,
  reader: ReportReader,
): ReadNotifications {
  const observations: Observation[] = []
  const jobRuns: JobRunReport[] = []
  const mistakes: string[] = []
  for (const payload of payloads) {
    try {
      const body = parse(payload)
      if ('job_run' in body) {
        const { job_run: run, ...others } = body
        if (Object.keys(others).length > 0) throw new Error('beside "job_run" there may be nothing')
        if (!isObject(run)) throw new Error('"job_run" must be an object')
        jobRuns.push(reader.jobRun(named(run, source)))
      } else {
        observations.push(reader.observation(named(body, source)))
      }
    } catch (error) {
      mistakes.push(explain(error))
    }
  }
  const taken = observations.length + jobRuns.length
  return { observations, jobRuns, taken, mistake: mistakes[0], mistakeCount: mistakes.length }
}

function named(body: Readonly<Record<string, unknown>>, source: string) {
  const reserved = whyReserved(body['source'])
  if (reserved !== undefined) throw new Error(`source ${reserved}`)
  return { ...body, source }
}

function parse(payload: string): Readonly<Record<string, unknown>> {
  let body: unknown
  try {
    body = JSON.parse(payload)
  } catch {
    throw new Error('it is not valid JSON')
  }
  if (!isObject(body)) throw new Error('it must be a JSON object')
  return body
}

/** Never what the payload holds, which may be secret; only which member is wrong. */
function explain(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  return error.issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; ') || error.message
}
