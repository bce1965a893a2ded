import type { JobRunReport } from '../../../domain/alert/job-run.ts'
import { countCharacters } from '../../../domain/part.ts'
import type { JobRunAccepted, ObservationAccepted, StoreVerbs } from '../../store.ts'
import { acceptJobRuns } from './accept-job-runs.ts'
import { acceptObservations, type Observed } from './accept-observations.ts'
import { clearAlert } from './clear-alert.ts'
import { expireAlerts } from './expire-alerts.ts'
import type { Parts } from '../parts/parts.ts'
import { SharedTransactions } from '../connection/shared-transactions.ts'

export function intakeVerbs(
  parts: Parts,
): Pick<StoreVerbs, 'acceptObservations' | 'acceptJobRuns' | 'expireAlerts' | 'clearAlert'> {
  const { partitions } = parts
  const observations = new SharedTransactions<Observed, ObservationAccepted>(
    (entries) => acceptObservations(parts, entries),
    ({ observation }) => countCharacters(observation.details),
  )
  const jobRuns = new SharedTransactions<JobRunReport, JobRunAccepted>(
    (entries) => acceptJobRuns(parts, entries),
    ({ details }) => countCharacters(details),
  )
  return {
    async acceptObservations(given, now, openTime) {
      await partitions.ensure(now)
      return observations.submit(
        given.map((observation) => ({ observation, openTime })),
        now,
      )
    },

    async acceptJobRuns(given, now) {
      await partitions.ensure(now)
      return jobRuns.submit(given, now)
    },

    async clearAlert(id, clearing) {
      await partitions.ensure(clearing.now)
      return clearAlert(parts, id, clearing)
    },

    async expireAlerts(expiry) {
      await partitions.ensure(expiry.now)
      return expireAlerts(parts, expiry)
    },
  }
}
