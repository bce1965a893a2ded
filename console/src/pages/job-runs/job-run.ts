import type { components } from '../../api/schema.ts'
import { idIn, type SearchOf, searchOfList } from '../../ui/list/list-search.ts'
import { formatDuration } from '../../ui/text/format.ts'

export type JobRun = components['schemas']['JobRun']

/** Null: the begin is unknown. */
export function durationMsOf({
  started_at: from,
  ended_at: until,
}: Pick<JobRun, 'started_at' | 'ended_at'>): number | null {
  return from === null ? null : Math.max(0, Date.parse(until) - Date.parse(from))
}

/** `0 s` if the times are whole seconds. */
export function formatRunTime(ms: number): string {
  return ms === 0 ? '0 s' : formatDuration(ms)
}

/** `pg-1 · orders` */
export function locationOf({ server, database }: Pick<JobRun, 'server' | 'database'>): string {
  return [server.name ?? server.address, database].filter((part) => part !== null && part !== '').join(' · ')
}

/** `exit 2: the first line of what it printed` */
export function endOf({
  status,
  exit_code: code,
  output,
}: Pick<JobRun, 'status' | 'exit_code' | 'output'>): string {
  const exit = code === null || code === '' || (status === 'success' && code === '0') ? '' : `exit ${code}`
  const line = status === 'success' ? '' : (output?.split('\n').find((text) => text.trim() !== '') ?? '')
  return [exit, line.trim().slice(0, LINE_LENGTH_MAX)].filter((part) => part !== '').join(': ')
}

const LINE_LENGTH_MAX = 200

const NAMES = { job_id: 'job' } as const

export const JOB_RUN_FILTERS = searchOfList('/v1/job-runs', NAMES)

export interface JobRunSearch extends SearchOf<'/v1/job-runs', typeof NAMES> {
  /** The run whose story is open. */
  readonly open?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asJobRunSearch(search: Readonly<Record<string, unknown>>): JobRunSearch {
  const open = idIn(search.open)
  return { ...JOB_RUN_FILTERS.read(search), ...(open !== undefined && { open }) }
}
