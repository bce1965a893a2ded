import { PageHeader } from '../../ui/page-header.tsx'

export function AlertsPage() {
  return <PageHeader title="Alerts" />
}
