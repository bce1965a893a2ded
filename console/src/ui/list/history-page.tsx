import { Group, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useList, type ListPage } from '../../api/list.ts'
import { PageHeader, type PageHeaderProps } from '../page/page-header.tsx'
import { NeedsRight } from '../page/rights.tsx'
import { StoryDrawer } from '../page/story-drawer.tsx'
import { HistoryFilters, type HistoryFiltering } from './history-filters.tsx'
import { onlyGiven } from './list-search.ts'
import { RowList } from './row-list.tsx'
import { StateBadge } from './state-badge.tsx'

type Entry = { readonly id: number }
type Opened<Search> = Search & { readonly open?: number }

/** The story of an entry, over the list. */
interface HistoryStory<Search> {
  /** The noun within a sentence: `job run`. */
  readonly noun: string
  readonly Story: ComponentType<{ readonly id: number; readonly search: Search }>
  /** Parameters of the previously open entry. */
  readonly drops?: readonly (keyof Search)[]
}

interface HistoryProps<Search extends object, Item extends Entry> extends HistoryFiltering<Search, Item> {
  /** `open` is the entry whose story is shown. */
  readonly search: Opened<Search>
  /** Names all parameters of the list. */
  readonly queryKey: readonly unknown[]
  /** Reads a page. */
  readonly read: (cursor: string | undefined) => Promise<ListPage<Item>>
  /** The list's name, for screen readers. */
  readonly label: string
  /** The `grid-template-columns` of wide screens. */
  readonly columns: string
  readonly heads: readonly string[]
  readonly empty: ReactNode
  readonly story?: HistoryStory<Search>
  /** Renders a row, with a key. */
  readonly children: (item: Item, isOpen: boolean) => ReactNode
}

interface HistoryPageProps<Search extends object, Item extends Entry> extends HistoryProps<Search, Item> {
  /** Absent: something above shows it. */
  readonly header?: PageHeaderProps
  /** The scope that the API requires. */
  readonly scope: string
  /** Names the content in a refusal: `the audit log`. */
  readonly what: string
}

/** A page of the past: filters, entries, and the story of one of them. */
export function HistoryPage<Search extends object, Item extends Entry>({
  header,
  scope,
  what,
  ...history
}: HistoryPageProps<Search, Item>) {
  return (
    <>
      {header && <PageHeader {...header} />}
      <NeedsRight scope={scope} what={what}>
        <History {...history} />
      </NeedsRight>
    </>
  )
}

function History<Search extends object, Item extends Entry>({
  search,
  queryKey,
  read,
  filters,
  isNarrowed,
  story,
  children,
  ...rows
}: HistoryProps<Search, Item>) {
  const list = useList<Item>(queryKey, read)
  const filtering: HistoryFiltering<Search, Item> = { search, filters, isNarrowed }
  return (
    <>
      <HistoryFilters {...filtering} items={list.items} />
      <RowList list={list} {...rows}>
        {(item) => children(item, item.id === search.open)}
      </RowList>
      {story && <OpenStory {...story} search={search} shown={list.items.map(({ id }) => id)} />}
    </>
  )
}

/** Shows the entry that the address names, over the list. */
function OpenStory<Search extends object>({
  noun,
  Story,
  drops,
  search,
  shown,
}: HistoryStory<Search> & { readonly search: Opened<Search>; readonly shown: readonly number[] }) {
  const navigate = useNavigate()
  const { open } = search
  const show = (next: number | undefined) => {
    const dropped = Object.fromEntries((drops ?? []).map((name) => [name, undefined]))
    const wanted = onlyGiven<object>({ ...search, ...dropped, open: next } as never)
    void navigate({ to: '.', search: wanted as never, replace: true, resetScroll: false })
  }
  return (
    <StoryDrawer noun={noun} id={open} shown={shown} onOpen={show} onClose={() => show(undefined)}>
      {open !== undefined && <Story key={open} id={open} search={search} />}
    </StoryDrawer>
  )
}

interface StoryHeadProps {
  readonly state: string
  /** Since when it is in this state. */
  readonly when: ReactNode
  readonly name: string
  readonly location: string
}

/** Shows state, name and location at a glance. */
export function StoryHead({ state, when, name, location }: StoryHeadProps) {
  return (
    <div>
      <Group gap="sm" mb={6}>
        <StateBadge state={state} size="lg" />
        <Text size="sm" c="dimmed">
          {when}
        </Text>
      </Group>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Title>
      {location !== '' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {location}
        </Text>
      )}
    </div>
  )
}
