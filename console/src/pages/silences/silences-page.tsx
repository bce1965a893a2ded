import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBellOff, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { HistoryFilter } from '../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SilenceDialog } from './silence-dialog.tsx'
import { SilenceRow } from './silence-row.tsx'
import type { SilenceSearch } from './silence-search.ts'
import type { Silence } from './silence.ts'

const VIEW: HistoryFilter<SilenceSearch, Silence> = {
  kind: 'views',
  name: 'view',
  label: 'Which silences',
  options: [
    { value: 'live', label: 'Active and later' },
    { value: 'ended', label: 'Ended' },
  ],
}

/** Lists silences, and creates, changes and ends them. */
export function SilencesPage() {
  const search = useSearch({ from: '/shell/silences' })
  const [isNew, { open, close }] = useDisclosure()
  const state: Silence['state'][] = search.view === 'ended' ? ['expired'] : ['pending', 'active']
  return (
    <>
      <PageHeader
        title="Silences"
        description="A silence holds notifications for a while. Clears of what was notified are still sent; when it ends, receivers get the current state of what they missed."
      >
        <Guarded scope="silences:write" to="silence alerts">
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            New silence
          </Button>
        </Guarded>
      </PageHeader>
      <HistoryPage<SilenceSearch, Silence>
        scope="deliveries:read"
        what="silences"
        search={search}
        queryKey={['silences', 'list', state]}
        read={(cursor) =>
          take(
            api.GET('/v1/silences', {
              params: { query: { state, ...(cursor && { cursor }) } },
            }),
          )
        }
        filters={[VIEW]}
        kept={['view']}
        isNarrowed={() => false}
        label={search.view === 'ended' ? 'Silences that have ended' : 'Active and later silences'}
        columns="104px minmax(0, 1fr) 90px 150px 150px"
        heads={['State', 'Silence', 'Holds', search.view === 'ended' ? 'Ended' : 'Ends', 'Actions']}
        empty={<NoSilences search={search} />}
      >
        {(silence, isOpen) => <SilenceRow key={silence.id} silence={silence} isOpen={isOpen} />}
      </HistoryPage>
      <SilenceDialog isOpen={isNew} onClose={close} />
    </>
  )
}

function NoSilences({ search }: { readonly search: SilenceSearch }) {
  return search.view === 'ended' ? (
    <EmptyState icon={IconBellOff} title="No silence has ended">
      Silences that have ended are kept as long as events.
    </EmptyState>
  ) : (
    <EmptyState icon={IconBellOff} title="Nothing is silenced">
      Create a silence before planned work, or from the page of an alert. A script can silence for as long as
      a command runs: <span className="mono">tocsin silence add --while</span>.
    </EmptyState>
  )
}
