import { useSearch } from '@tanstack/react-router'
import { NeedsRight } from '../../ui/page/needs-right.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AlertList } from './alert-list.tsx'

/** Lists active and resolved alerts. */
export function AlertsPage() {
  const search = useSearch({ from: '/shell/alerts' })
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Alerts that your monitors report, their states, and who was notified."
      />
      <NeedsRight scope="deliveries:read" what="alerts">
        <AlertList search={search} />
      </NeedsRight>
    </>
  )
}
