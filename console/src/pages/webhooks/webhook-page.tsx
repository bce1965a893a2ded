import { PageHeader } from '../../ui/page-header.tsx'

export function WebhookPage() {
  return <PageHeader title="Webhook" />
}
