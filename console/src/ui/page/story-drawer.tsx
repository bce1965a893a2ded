import { ActionIcon, Drawer, Group, Kbd, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, type Icon } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { rescueFocus } from './focus-heading.ts'
import styles from './story.module.css'

interface StoryDrawerProps {
  /** The noun within a sentence: `job run`. */
  readonly noun: string
  /** Undefined: it is closed. */
  readonly id: number | undefined
  /** The ids of the list, in order, for going to the next. */
  readonly shown: readonly number[]
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows the story of one thing over its list. */
export function StoryDrawer({ noun, id, shown, onOpen, onClose, children }: StoryDrawerProps) {
  useStoryTitle(id === undefined ? undefined : `${noun.charAt(0).toUpperCase() + noun.slice(1)} ${id}`)
  // Its built-in Escape would also close it when meant for a dialog above.
  useHotkeys([['Escape', (event) => id !== undefined && !isMeantForDialogAbove(event) && onClose()]], [])
  return (
    <Drawer.Root
      opened={id !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size="min(760px, 100%)"
      transitionProps={{ duration: 120 }}
      onExitTransitionEnd={rescueFocus}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content data-story classNames={{ content: styles.content! }}>
        {id !== undefined && (
          <>
            <Drawer.Header role="presentation" className={styles.head!}>
              <Drawer.Title tabIndex={-1} data-autofocus className={styles.begin!}>
                {noun.charAt(0).toUpperCase() + noun.slice(1)} {id}
              </Drawer.Title>
              <Group gap={4} ml="auto" mr="sm">
                <Neighbours noun={noun} id={id} shown={shown} onOpen={onOpen} />
              </Group>
              <Drawer.CloseButton ml={0} aria-label="Close" />
            </Drawer.Header>
            <Drawer.Body className={styles.body!}>{children}</Drawer.Body>
          </>
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Names the open thing in the tab's title, to distinguish tabs of one list. */
function useStoryTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    const before = document.title
    document.title = `${title} · ${before}`
    return () => {
      document.title = before
    }
  }, [title])
}

/** Tells whether the key was pressed in a dialog above the story. */
function isMeantForDialogAbove({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && (target.closest('[role=dialog]')?.matches(':not([data-story])') ?? false)
  )
}

interface NeighboursProps extends Pick<StoryDrawerProps, 'noun' | 'shown' | 'onOpen'> {
  readonly id: number
}

function Neighbours({ noun, id, shown, onOpen }: NeighboursProps) {
  const place = shown.indexOf(id)
  const newer = place > 0 ? shown[place - 1] : undefined
  const older = place >= 0 ? shown[place + 1] : undefined
  const go = (next: number | undefined) => next !== undefined && onOpen(next)
  useHotkeys([
    ['j', (event) => !isMeantForDialogAbove(event) && go(older)],
    ['k', (event) => !isMeantForDialogAbove(event) && go(newer)],
  ])
  return (
    <>
      <Neighbour text="Newer" letter="k" noun={noun} Chevron={IconChevronUp} id={newer} onOpen={onOpen} />
      <Neighbour text="Older" letter="j" noun={noun} Chevron={IconChevronDown} id={older} onOpen={onOpen} />
    </>
  )
}

interface NeighbourProps extends Pick<StoryDrawerProps, 'noun' | 'id' | 'onOpen'> {
  readonly text: string
  /** The key that does the same. */
  readonly letter: string
  readonly Chevron: Icon
}

function Neighbour({ text, letter, noun, Chevron, id, onOpen }: NeighbourProps) {
  const label = (
    <>
      {text} <Kbd size="xs">{letter}</Kbd>
    </>
  )
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        {...(id === undefined && { 'data-disabled': true, 'aria-disabled': true })}
        onClick={() => id !== undefined && onOpen(id)}
        aria-label={`The ${text.toLowerCase()} ${noun} in the list`}
      >
        <Chevron size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
