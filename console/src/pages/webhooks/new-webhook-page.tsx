import { PageHeader } from '../../ui/page-header.tsx'

export function NewWebhookPage() {
  return <PageHeader title="New webhook" />
}
