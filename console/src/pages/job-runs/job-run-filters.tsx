import { useNavigate } from '@tanstack/react-router'
import { Filters } from '../../ui/list/filters.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { FilterText } from '../../ui/list/filter-text.tsx'
import { wordIn } from '../../ui/list/search-values.ts'
import { isNarrowed, JOB_STATUSES, type JobRunSearch } from './job-run-search.ts'
import type { JobRun } from './job-run-words.ts'

interface JobRunFiltersProps {
  readonly search: JobRunSearch
  /** The job runs that are shown: their jobs and sources are offered. */
  readonly runs: readonly JobRun[]
}

const STATUSES = [
  { value: 'failure', label: 'Failure' },
  { value: 'success', label: 'Success' },
  { value: 'cancelled', label: 'Cancelled' },
]

export function JobRunFilters({ search, runs }: JobRunFiltersProps) {
  const navigate = useNavigate({ from: '/job-runs' })
  const change = (next: JobRunSearch) => void navigate({ search: next, replace: true })
  return (
    <Filters onClear={isNarrowed(search) ? () => change({}) : undefined}>
      <FilterSelect
        label="Status"
        options={STATUSES}
        value={search.status}
        onChange={(value) => {
          const { status: _status, ...rest } = search
          const status = wordIn(value, JOB_STATUSES)
          change(status === undefined ? rest : { ...rest, status })
        }}
      />
      <FilterText
        label="Job id"
        value={search.job}
        known={runs.map(({ job_id: job }) => job)}
        onChange={(job) => change(withText(search, 'job', job))}
      />
      <FilterText
        label="Source"
        value={search.source}
        known={runs.map(({ source }) => source)}
        onChange={(source) => change(withText(search, 'source', source))}
      />
    </Filters>
  )
}

function withText(search: JobRunSearch, name: 'job' | 'source', value: string | undefined): JobRunSearch {
  const { [name]: _old, ...rest } = search
  return value === undefined ? rest : { ...rest, [name]: value }
}
