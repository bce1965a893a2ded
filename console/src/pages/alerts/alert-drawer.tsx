import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { StoryDrawer } from '../../ui/page/story-drawer.tsx'
import { AcknowledgeAlert, AcknowledgedNotice } from './acknowledge-alert.tsx'
import { AlertFacts, AlertTexts } from './alert-facts.tsx'
import { AlertLinks } from './alert-links.tsx'
import { AlertHead } from './alert-head.tsx'
import { AlertHistory } from './alert-history.tsx'
import { AlertReceiverStates } from './alert-receiver-states.tsx'
import { ClearAlert } from './clear-alert.tsx'
import { SilenceAlert, SilencedNotice } from './silence-alert.tsx'
import type { AlertSearch } from './alert-search.ts'

interface AlertDrawerProps {
  readonly search: AlertSearch
  /** The ids of the list, in its order. */
  readonly shown: readonly number[]
}

/** The story of one alert, over the list. */
export function AlertDrawer({ search: { open, event }, shown }: AlertDrawerProps) {
  const navigate = useNavigate({ from: '/alerts' })
  const show = (next: number | undefined) =>
    void navigate({
      search: ({ open: _open, event: _event, ...rest }) => ({ ...rest, ...(next && { open: next }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <StoryDrawer noun="alert" id={open} shown={shown} onOpen={show} onClose={() => show(undefined)}>
      {open !== undefined && <AlertStory key={open} id={open} eventId={event} />}
    </StoryDrawer>
  )
}

function AlertStory({ id, eventId }: { readonly id: number; readonly eventId: number | undefined }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['alerts', 'one', id],
    queryFn: () => take(api.GET('/v1/alerts/{id}', { params: { path: { id } } })),
  })
  if (isPending) return <StorySkeleton />
  if (error !== null) return <ProblemAlert error={error} />
  return (
    <Stack gap="lg">
      <AlertHead alert={data} />
      <AcknowledgedNotice alert={data} />
      <SilencedNotice alert={data} />
      <Group gap="sm">
        {data.state !== 'cleared' && (
          <>
            <AcknowledgeAlert alert={data} />
            <SilenceAlert alert={data} />
            <ClearAlert alert={data} />
          </>
        )}
        <AlertLinks alert={data} />
      </Group>
      <AlertTexts alert={data} />
      <AlertHistory alertId={id} history={data.history} openId={eventId} />
      <AlertReceiverStates alertId={id} />
      <AlertFacts alert={data} />
    </Stack>
  )
}

function StorySkeleton() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton height={28} width="70%" />
      <Skeleton height={66} />
      <Skeleton height={180} />
      <Skeleton height={220} />
    </Stack>
  )
}
