import type { ComponentType, ReactNode } from 'react'
import { useList, type ListPage } from '../../api/list.ts'
import { RowList } from '../list/row-list.tsx'
import { NeedsRight } from '../page/needs-right.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { HistoryFilters, type HistoryFilter } from './history-filters.tsx'

interface HistoryProps<Search extends object, Item extends { readonly id: number }> {
  /** The search parameters of the page; `open` is the entry whose story is shown. */
  readonly search: Search & { readonly open?: number }
  /** Says everything that the list is asked by. */
  readonly queryKey: readonly unknown[]
  /** Reads a page of the list. */
  readonly read: (cursor: string | undefined) => Promise<ListPage<Item>>
  readonly filters: readonly HistoryFilter<Search, Item>[]
  /** Parameters that stay when the filters are cleared. */
  readonly kept?: readonly (keyof Search)[]
  /** Tells whether a filter narrows the list. */
  readonly isNarrowed: (search: Search) => boolean
  /** The name of the list, for screen readers. */
  readonly label: string
  /** The `grid-template-columns` of wide screens. */
  readonly columns: string
  readonly heads: readonly string[]
  readonly empty: ReactNode
  /** Shows the story of the open entry over the list; `shown` are the ids of the list, in its order. */
  readonly Story?: ComponentType<{ readonly search: Search; readonly shown: readonly number[] }>
  /** Renders a row, with a key. */
  readonly children: (item: Item, isOpen: boolean) => ReactNode
}

interface HistoryPageProps<Search extends object, Item extends { readonly id: number }> extends HistoryProps<
  Search,
  Item
> {
  /** Absent: something above shows it. */
  readonly header?: { readonly title: string; readonly description: string }
  /** The scope that the API requires. */
  readonly scope: string
  /** The name of what is not shown without it: `the audit log`. */
  readonly what: string
}

/** A page about what has happened: filters, a list of entries, and the story of one of them. */
export function HistoryPage<Search extends object, Item extends { readonly id: number }>({
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

function History<Search extends object, Item extends { readonly id: number }>({
  search,
  queryKey,
  read,
  filters,
  kept,
  isNarrowed,
  Story,
  children,
  ...rows
}: HistoryProps<Search, Item>) {
  const list = useList<Item>(queryKey, read)
  return (
    <>
      <HistoryFilters
        search={search}
        filters={filters}
        items={list.items}
        {...(kept && { kept })}
        isNarrowed={isNarrowed(search)}
      />
      <RowList list={list} {...rows}>
        {(item) => children(item, item.id === search.open)}
      </RowList>
      {Story && <Story search={search} shown={list.items.map(({ id }) => id)} />}
    </>
  )
}
