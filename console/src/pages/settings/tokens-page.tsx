import { PageHeader } from '../../ui/page-header.tsx'

export function TokensPage() {
  return <PageHeader title="Tokens" />
}
