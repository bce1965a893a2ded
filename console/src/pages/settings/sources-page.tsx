import { PageHeader } from '../../ui/page-header.tsx'

export function SourcesPage() {
  return <PageHeader title="Sources" />
}
