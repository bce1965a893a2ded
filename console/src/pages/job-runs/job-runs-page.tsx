import { useSearch } from '@tanstack/react-router'
import { NeedsRight } from '../../ui/page/needs-right.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { JobRunList } from './job-run-list.tsx'

/** The runs of scheduled jobs that were reported, and who was notified of them. */
export function JobRunsPage() {
  const search = useSearch({ from: '/shell/job-runs' })
  return (
    <>
      <PageHeader
        title="Job runs"
        description="Finished runs of scheduled jobs, their results, and who was notified."
      />
      <NeedsRight scope="deliveries:read" what="job runs">
        <JobRunList search={search} />
      </NeedsRight>
    </>
  )
}
