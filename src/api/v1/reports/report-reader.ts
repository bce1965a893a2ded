import { invalidRequest } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'
import { createValidatorFactory } from '../../routes/validator.ts'
import { jobRunsSchema, toJobRunReports } from './job-run-wire.ts'
import { observationsSchema, toObservations } from './observation-body.ts'

/**
 * Reads reports that come by other ways than HTTP. Both methods throw `invalid_request`, as `POST /v1/alerts` and
 * `POST /v1/job-runs` do.
 */
export function createReportReader(now: () => Instant) {
  const validatorFor = createValidatorFactory()
  const isObservation = validatorFor({ schema: observationsSchema })
  const isJobRun = validatorFor({ schema: jobRunsSchema })
  return {
    observation(body: unknown) {
      refuse(isObservation(body))
      return only(toObservations(body as Parameters<typeof toObservations>[0], now()))
    },
    jobRun(body: unknown) {
      refuse(isJobRun(body))
      return only(toJobRunReports(body as Parameters<typeof toJobRunReports>[0], now()))
    },
  }
}

function refuse(result: true | { readonly error: Error }): void {
  if (result !== true) throw result.error
}

function only<Report>(reports: readonly Report[]): Report {
  const [report] = reports
  if (report === undefined || reports.length > 1)
    throw invalidRequest([{ path: '', message: 'must be one object' }])
  return report
}
