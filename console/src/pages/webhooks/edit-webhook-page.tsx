import { PageHeader } from '../../ui/page-header.tsx'

export function EditWebhookPage() {
  return <PageHeader title="Edit webhook" />
}
