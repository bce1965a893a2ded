import { idIn, onlyGiven, textIn, wordIn } from '../../ui/list/search-values.ts'

export const JOB_STATUSES = ['failure', 'success', 'cancelled'] as const

export type JobStatus = (typeof JOB_STATUSES)[number]

/** The search parameters of the page. */
export interface JobRunSearch {
  readonly status?: JobStatus
  readonly source?: string
  /** The job, by its id at the scheduler. */
  readonly job?: string
  readonly server?: string
  /** Part of any text of the run. */
  readonly search?: string
  /** The run whose story is open. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asJobRunSearch(search: Readonly<Record<string, unknown>>): JobRunSearch {
  return onlyGiven<JobRunSearch>({
    status: wordIn(search.status, JOB_STATUSES),
    source: textIn(search.source),
    job: textIn(search.job),
    server: textIn(search.server),
    search: textIn(search.search),
    open: idIn(search.open),
  })
}

/** Tells whether a filter narrows the list. */
export function isNarrowed({ status, source, job, server, search }: JobRunSearch): boolean {
  return [status, source, job, server, search].some((value) => value !== undefined)
}
