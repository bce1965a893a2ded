import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { WindowDialog } from './window-dialog.tsx'
import { WindowRow } from './window-row.tsx'
import type { WindowSearch } from './window-search.ts'
import type { MaintenanceWindow } from './window.ts'

/** Lists maintenance windows, and creates, changes and deletes them. */
export function WindowsPage() {
  const search = useSearch({ from: '/shell/windows' })
  const [isNew, { open, close }] = useDisclosure()
  return (
    <>
      <PageHeader
        title="Maintenance windows"
        description="A maintenance window silences the same alerts and job runs again and again. Each occurrence is a silence: the page Silences shows it from a day before it begins."
      >
        <Guarded scope="webhooks:write" to="create maintenance windows">
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            New window
          </Button>
        </Guarded>
      </PageHeader>
      <HistoryPage<WindowSearch, MaintenanceWindow>
        scope="deliveries:read"
        what="maintenance windows"
        search={search}
        queryKey={['windows', 'list']}
        read={(cursor) => take(api.GET('/v1/windows', { params: { query: { ...(cursor && { cursor }) } } }))}
        filters={[]}
        isNarrowed={() => false}
        label="Maintenance windows"
        columns="104px minmax(0, 1fr) minmax(0, 0.9fr) 190px 170px"
        heads={['State', 'Window', 'Recurs', 'Next', 'Actions']}
        empty={
          <EmptyState icon={IconCalendarRepeat} title="There are no maintenance windows">
            Create one for planned work that recurs, such as patches every Sunday night: alerts of these
            servers are held meanwhile, and receivers get what is still true when it ends.
          </EmptyState>
        }
      >
        {(window, isOpen) => <WindowRow key={window.id} window={window} isOpen={isOpen} />}
      </HistoryPage>
      <WindowDialog isOpen={isNew} onClose={close} />
    </>
  )
}
