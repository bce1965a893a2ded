import { searchOfList, type SearchOf } from '../../ui/list/list-search.ts'
import { idIn } from '../../ui/list/search-values.ts'

const NAMES = { job_id: 'job' } as const

/** The filters of the list, as its address has them. */
export const JOB_RUN_FILTERS = searchOfList('/v1/job-runs', NAMES)

/** The search parameters of the page. */
export interface JobRunSearch extends SearchOf<'/v1/job-runs', typeof NAMES> {
  /** The run whose story is open. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asJobRunSearch(search: Readonly<Record<string, unknown>>): JobRunSearch {
  const open = idIn(search.open)
  return { ...JOB_RUN_FILTERS.read(search), ...(open !== undefined && { open }) }
}
