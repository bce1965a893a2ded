import { Drawer, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertHead } from './alert-head.tsx'
import { AlertHistory } from './alert-history.tsx'
import type { AlertSearch } from './alert-search.ts'

interface AlertDrawerProps {
  readonly search: AlertSearch
  readonly onClose: () => void
}

/** The story of one alert, over the list. */
export function AlertDrawer({ search: { open, event }, onClose }: AlertDrawerProps) {
  return (
    <Drawer
      opened={open !== undefined}
      onClose={onClose}
      position="right"
      size={620}
      title={open === undefined ? '' : `Alert ${open}`}
    >
      {open !== undefined && <AlertStory id={open} eventId={event} />}
    </Drawer>
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
      <AlertHistory alertId={id} history={data.history} openId={eventId} />
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
