import { PageHeader } from '../../ui/page-header.tsx'

export function WebhooksPage() {
  return <PageHeader title="Webhooks" />
}
