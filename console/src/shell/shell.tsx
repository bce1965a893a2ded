import { AppShell, Burger, Group, ScrollArea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMay } from '../api/session.ts'
import { useLiveUpdates } from '../api/stream.ts'
import { Brand } from './brand.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { SearchButton } from './search-button.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'
import { useFocusRescue } from './use-focus-rescue.ts'
import { UserMenu } from './user-menu.tsx'

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
      {/* Followed as it is, it would lead to the base address of the page. */}
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
