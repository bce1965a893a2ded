import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadPage } from './load-page.ts'
import styles from './shell.module.css'

/** Loaded when it is first opened. */
const SearchDialog = lazy(
  loadPage(async () => ({ default: (await import('../pages/search/search-dialog.tsx')).SearchDialog })),
)

interface SearchButtonProps {
  /** On a desk it stands in the navigation, on a phone in the header. */
  readonly place: 'navigation' | 'header'
}

/** Opens the search, as Ctrl-K and `/` do. */
export function SearchButton({ place }: SearchButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  // Both are on the page, and one of them is hidden.
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
