import { ActionIcon, Drawer, Group, Kbd, Skeleton, Stack, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import styles from './deliveries.module.css'
import { deliveryQuery } from './delivery-queries.ts'
import { DeliveryStory } from './delivery-story.tsx'

interface DeliveryDrawerProps {
  /** Undefined: it is shut. */
  readonly id: number | undefined
  /** Those of the list, in its order: one can go from one to the next. */
  readonly shown: readonly number[]
}

/** The story of one delivery, over the list that it stands in. */
export function DeliveryDrawer({ id, shown }: DeliveryDrawerProps) {
  const navigate = useNavigate({ from: '/deliveries' })
  const close = () => void navigate({ search: ({ open: _open, ...rest }) => rest, resetScroll: false })
  // Its own Escape would also shut it when it is meant for a dialog above.
  useHotkeys([['Escape', (event) => id !== undefined && !isMeantForDialogAbove(event) && close()]], [])
  return (
    <Drawer.Root
      opened={id !== undefined}
      onClose={close}
      closeOnEscape={false}
      position="right"
      size="min(820px, 100%)"
      transitionProps={{ duration: 120 }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label="The story of a delivery" data-story>
        {id !== undefined && <Opened id={id} shown={shown} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The key was pressed in a dialog that stands over the story. */
function isMeantForDialogAbove({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && (target.closest('[role=dialog]')?.matches(':not([data-story])') ?? false)
  )
}

function Opened({ id, shown }: { readonly id: number; readonly shown: readonly number[] }) {
  const delivery = useQuery({ ...deliveryQuery(id), placeholderData: keepPreviousData })
  return (
    <>
      <Drawer.Header role="none" className={styles.drawerHead!}>
        <Drawer.Title fw={650} fz="lg" tabIndex={-1} data-autofocus className={styles.begin!}>
          Delivery {id}
        </Drawer.Title>
        <Group gap={4} ml="auto" mr="sm">
          <Neighbours id={id} shown={shown} />
        </Group>
        <Drawer.CloseButton ml={0} aria-label="Close" />
      </Drawer.Header>
      <Drawer.Body className={styles.drawerBody!} aria-busy={delivery.isPlaceholderData}>
        <ProblemAlert error={delivery.error} />
        {delivery.isPending && <StorySkeleton />}
        {delivery.data && !delivery.error && (
          <div data-stale={delivery.isPlaceholderData || undefined} className={styles.story}>
            <DeliveryStory key={delivery.data.id} delivery={delivery.data} />
          </div>
        )}
      </Drawer.Body>
    </>
  )
}

function Neighbours({ id, shown }: { readonly id: number; readonly shown: readonly number[] }) {
  const navigate = useNavigate({ from: '/deliveries' })
  const place = shown.indexOf(id)
  const newer = place > 0 ? shown[place - 1] : undefined
  const older = place >= 0 ? shown[place + 1] : undefined
  const go = (open: number | undefined) =>
    open !== undefined &&
    void navigate({ search: (before) => ({ ...before, open }), replace: true, resetScroll: false })
  useHotkeys([
    ['j', (event) => !isMeantForDialogAbove(event) && go(older)],
    ['k', (event) => !isMeantForDialogAbove(event) && go(newer)],
  ])
  return (
    <>
      <Tooltip label={<Hint text="Newer" letter="k" />}>
        <ActionIcon
          variant="subtle"
          color="gray"
          {...(newer === undefined && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => go(newer)}
          aria-label="The newer delivery in the list"
        >
          <IconChevronUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={<Hint text="Older" letter="j" />}>
        <ActionIcon
          variant="subtle"
          color="gray"
          {...(older === undefined && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => go(older)}
          aria-label="The older delivery in the list"
        >
          <IconChevronDown size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function Hint({ text, letter }: { readonly text: string; readonly letter: string }) {
  return (
    <>
      {text} <Kbd size="xs">{letter}</Kbd>
    </>
  )
}

function StorySkeleton() {
  return (
    <Stack gap="lg" aria-label="Loading">
      <Skeleton height={22} width={100} />
      <Skeleton height={22} width="80%" />
      <Skeleton height={34} width={180} />
      <Skeleton height={150} />
      <Skeleton height={240} />
    </Stack>
  )
}
