import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { isServiceThere } from '../api/client.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ProblemAlert } from '../ui/page/problem-alert.tsx'
import { mayReload, PageNotLoaded } from './load-page.ts'

const CHECK_MS = 1_000
/** About an hour. */
const TRIES_MAX = 3_600

/** Says why a page failed, with a way out. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (error instanceof PageNotLoaded) return <PageNotLoadedYet />
  const again = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ProblemAlert error={error} />
      <Button mt="md" variant="default" onClick={again}>
        Try again
      </Button>
    </>
  )
}

/** Waits for the service, then reloads everything: its files may have changed. */
function PageNotLoadedYet() {
  const { data: helps = true } = useQuery({
    queryKey: ['page-not-loaded'],
    queryFn: async () => {
      if (!(await isServiceThere())) throw new Error('The service does not respond yet.')
      const may = mayReload(sessionStorage, Date.now())
      if (may) location.reload()
      return may
    },
    retry: TRIES_MAX,
    retryDelay: CHECK_MS,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (helps) return <PageSkeleton />
  return (
    <>
      <PageHeader title="This page could not be loaded" />
      <ProblemAlert error={new PageNotLoaded('Its files are missing, although the service responds.')} />
      <Button mt="md" variant="default" onClick={() => location.reload()}>
        Try again
      </Button>
    </>
  )
}

/** Has about the shape of a page. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label="Loading">
      <Skeleton height={34} width={220} />
      <Skeleton height={120} />
      <Skeleton height={320} />
    </Stack>
  )
}

export function NotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState icon={IconMapQuestion} title="No page at this address">
        The link may be old, or its target was deleted.{' '}
        <Anchor component={Link} to="/" underline="always">
          Go to the overview
        </Anchor>
      </EmptyState>
    </>
  )
}
