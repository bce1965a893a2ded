import type { JobRunReport } from '../../../domain/alert/job-run.ts'
import { countCharacters } from '../../../domain/page.ts'
import { fittingWithin, sumRows } from '../../../domain/write-weight.ts'
import type { JobRunAccepted, ObservationAccepted, StoreMethods } from '../../store.ts'
import { acceptJobRuns } from './accept-job-runs.ts'
import type { Observed } from '../../changes/accept-reports.ts'
import { acceptObservations } from './accept-observations.ts'
import type { Deps } from '../node-memory/deps.ts'
import { ENTRIES_MAX, SharedTransactions } from '../connection/shared-transactions.ts'

export function intakeMethods(deps: Deps): Pick<StoreMethods, 'acceptObservations' | 'acceptJobRuns'> {
  const { partitions, joined, webhooks } = deps
  // The events of a transaction are decided at once, which blocks the process.
  const entriesMax = () => fittingWithin(ENTRIES_MAX, sumRows(webhooks.lastKnown.matchRows))
  const observations = new SharedTransactions<Observed, ObservationAccepted>(
    (entries) => acceptObservations(deps, entries),
    ({ observation }) => countCharacters(observation.details),
    entriesMax,
  )
  const jobRuns = new SharedTransactions<JobRunReport, JobRunAccepted>(
    (entries) => acceptJobRuns(deps, entries),
    ({ details }) => countCharacters(details),
    entriesMax,
  )
  return {
    acceptObservations: (given, now, openTime) =>
      joined.takeIn(async () => {
        await partitions.ensure(now)
        return observations.submit(
          given.map((observation) => ({ observation, openTime })),
          now,
        )
      }),

    acceptJobRuns: (given, now) =>
      joined.takeIn(async () => {
        await partitions.ensure(now)
        return jobRuns.submit(given, now)
      }),
  }
}
