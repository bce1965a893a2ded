import { PageHeader } from '../../ui/page-header.tsx'

export function AboutPage() {
  return <PageHeader title="About" />
}
