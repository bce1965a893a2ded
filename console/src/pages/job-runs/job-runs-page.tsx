import { PageHeader } from '../../ui/page-header.tsx'

export function JobRunsPage() {
  return <PageHeader title="Job runs" />
}
