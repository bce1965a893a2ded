import { Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { StoryDrawer } from '../../../ui/page/story-drawer.tsx'
import styles from '../deliveries.module.css'
import { deliveryQuery } from '../delivery-queries.ts'
import { DeliveryStory } from './delivery-story.tsx'

interface DeliveryDrawerProps {
  /** Undefined: it is closed. */
  readonly id: number | undefined
  /** The ids of the list, in its order. */
  readonly shown: readonly number[]
}

/** Shows a delivery's story over its list. */
export function DeliveryDrawer({ id, shown }: DeliveryDrawerProps) {
  const navigate = useNavigate({ from: '/deliveries' })
  return (
    <StoryDrawer
      noun="delivery"
      id={id}
      shown={shown}
      onOpen={(open) =>
        void navigate({ search: (before) => ({ ...before, open }), replace: true, resetScroll: false })
      }
      onClose={() => void navigate({ search: ({ open: _open, ...rest }) => rest, resetScroll: false })}
    >
      {id !== undefined && <Opened id={id} />}
    </StoryDrawer>
  )
}

/** While the next one loads, the previous one stays, pale, so that nothing jumps. */
function Opened({ id }: { readonly id: number }) {
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...deliveryQuery(id),
    placeholderData: keepPreviousData,
  })
  return (
    <div aria-busy={isPlaceholderData}>
      <ProblemAlert error={error} />
      {isPending && (
        <Stack gap="lg" aria-label="Loading">
          <Skeleton height={22} width={100} />
          <Skeleton height={22} width="80%" />
          <Skeleton height={34} width={180} />
          <Skeleton height={150} />
          <Skeleton height={240} />
        </Stack>
      )}
      {data && !error && (
        <div data-stale={isPlaceholderData || undefined} className={styles.story}>
          <DeliveryStory key={data.id} delivery={data} />
        </div>
      )}
    </div>
  )
}
