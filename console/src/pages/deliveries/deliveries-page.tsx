import { PageHeader } from '../../ui/page-header.tsx'

export function DeliveriesPage() {
  return <PageHeader title="Deliveries" />
}
