import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FilterText } from '../../ui/filter-text.tsx'
import { wordIn } from '../../ui/search-values.ts'
import { isNarrowed, JOB_STATUSES, type JobRunSearch } from './job-run-search.ts'
import type { JobRun } from './job-run-words.ts'

interface JobRunFiltersProps {
  readonly search: JobRunSearch
  /** Those that are shown: their jobs and sources are offered. */
  readonly runs: readonly JobRun[]
}

const CHOICES = [
  { value: 'all', label: 'All' },
  { value: 'failure', label: 'Failure' },
  { value: 'success', label: 'Success' },
  { value: 'cancelled', label: 'Cancelled' },
]

export function JobRunFilters({ search, runs }: JobRunFiltersProps) {
  const navigate = useNavigate({ from: '/job-runs' })
  const change = (next: JobRunSearch) => void navigate({ search: next, replace: true })
  return (
    <Group mb="md" gap="sm" role="group" aria-label="Filters">
      <SegmentedControl
        size="sm"
        aria-label="Status"
        value={search.status ?? 'all'}
        onChange={(value) => {
          const { status: _status, ...rest } = search
          const status = wordIn(value, JOB_STATUSES)
          change(status === undefined ? rest : { ...rest, status })
        }}
        data={CHOICES}
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
      {isNarrowed(search) && (
        <Button variant="subtle" size="sm" leftSection={<IconX size={15} />} onClick={() => change({})}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

function withText(search: JobRunSearch, name: 'job' | 'source', value: string | undefined): JobRunSearch {
  const { [name]: _old, ...rest } = search
  return value === undefined ? rest : { ...rest, [name]: value }
}
