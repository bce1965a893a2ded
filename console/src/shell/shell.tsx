import { AppShell, Burger, Group, ScrollArea, Text, ActionIcon, Button, Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, lazy, Suspense, useState } from 'react'
import { useMay } from '../api/session.ts'
import { useLiveUpdates, useStreamState } from '../api/stream.ts'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { UserMenu } from './user-menu.tsx'
import { IconPlugConnectedX, IconSearch } from '@tabler/icons-react'
import { focusHeading, rescueFocus } from '../ui/page/focus-heading.ts'
import { onSignedOut } from '../api/client.ts'
import { loadPage } from './load-page.ts'

/** Loaded when first opened. */
const SearchDialog = lazy(
  loadPage(async () => ({ default: (await import('../pages/search/search-dialog.tsx')).SearchDialog })),
)

/** Seldom needed, and the service has just responded. */
const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then(({ SignInDialog }) => ({ default: SignInDialog })),
)

/** Shows what surrounds every page: navigation, the user, the connection. */
export function Shell() {
  const router = useRouter()
  const [isOpen, { toggle, close }] = useDisclosure()
  useEffect(() => router.subscribe('onResolved', close), [router, close])
  useArrivalFocus()
  useFocusRescue()
  useLiveUpdates(useMay('deliveries:read'))

  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      {/* A plain link would lead to the base address. */}
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('#main')?.focus()
        }}
      >
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" className={styles.header}>
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Group gap={6}>
            <SearchButton place="header" />
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={styles.navbar} aria-label="Main">
        <AppShell.Section visibleFrom="sm" px="md" py="lg">
          <Brand />
        </AppShell.Section>
        <AppShell.Section visibleFrom="sm" px="sm" pb="sm">
          <SearchButton place="navigation" />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="sm" pt={{ base: 'sm', sm: 0 }}>
          <Navigation />
        </AppShell.Section>
        <AppShell.Section p="sm" className={styles.foot}>
          <UserMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={styles.main}>
        <ConnectionNotice />
        <div className={styles.page}>
          <Outlet />
        </div>
      </AppShell.Main>
      <SignInAgain />
    </AppShell>
  )
}

function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="icon.svg" width={28} height={28} alt="" />
      <Text fw={700} size="lg" lh={1} style={{ letterSpacing: '-0.01em' }}>
        Tocsin
      </Text>
    </Group>
  )
}

/** Says that the page may be out of date while nothing arrives. It moves nothing. */
function ConnectionNotice() {
  const isLost = useStreamState() === 'lost'
  return (
    <div role="status" aria-live="polite" className={styles.notice}>
      {isLost && (
        <p>
          <IconPlugConnectedX size={16} aria-hidden />
          <strong>No connection</strong>
          <span>This page may be out of date.</span>
          <Text span inherit visibleFrom="sm">
            It reconnects by itself.
          </Text>
        </p>
      )}
    </div>
  )
}

/**
 * Moves the focus to the heading of a new page, for keyboards and screen readers. A control within the page
 * keeps it, such as a tab that leads to the next one, or a field to fill in.
 */
function useArrivalFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        const held = document.activeElement
        if (held !== null && held !== document.body && held.closest('nav') === null) return
        focusHeading()
      }),
    [router],
  )
}

/** Signs in above the page after a session has ended, so that nothing typed is lost. */
function SignInAgain() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => onSignedOut(() => setNeeded(true)), [])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog onDone={() => setNeeded(false)} />
    </Suspense>
  )
}

/**
 * Moves the focus to the heading if its control is gone (a chosen preset, a deleted row); otherwise a
 * keyboard would start at the top of the document.
 */
function useFocusRescue(): void {
  useEffect(() => {
    let last: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      rescueFocus()
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}

/** Opens the search, as Ctrl-K and `/` do. The navigation has it on a desk, the header on a phone. */
function SearchButton({ place }: { readonly place: 'navigation' | 'header' }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  // Both are on the page, and one is hidden.
  useHotkeys(
    place === 'navigation'
      ? [
          ['mod+K', open],
          ['/', open],
        ]
      : [],
  )
  return (
    <>
      {place === 'navigation' ? (
        <Button
          variant="default"
          size="sm"
          justify="space-between"
          className={styles.search!}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<Kbd size="xs">Ctrl K</Kbd>}
          aria-keyshortcuts="Control+K /"
          onClick={open}
        >
          Search
        </Button>
      ) : (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Search" onClick={open}>
          <IconSearch size={20} />
        </ActionIcon>
      )}
      {wasOpened && (
        <Suspense fallback={null}>
          <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
