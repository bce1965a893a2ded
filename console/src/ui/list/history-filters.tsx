import { Input, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fromLocalInput, toLocalInput } from '../text/format.ts'
import { Filters, FilterSearch, FilterSelect, filterStyle, FilterText } from './filters.tsx'
import { onlyGiven } from './list-search.ts'

interface Option {
  readonly value: string
  readonly label: string
}

/** A search parameter, and the field that sets it. */
export type HistoryFilter<Search, Item> = {
  readonly name: keyof Search & string
  readonly label: string
  /** Parameters that its change invalidates. */
  readonly drops?: readonly (keyof Search)[]
} & (
  | {
      /** `views`: kinds of lists, never cleared; `choice`: few words; `search`: many words. */
      readonly kind: 'views' | 'choice' | 'search'
      readonly options: readonly Option[]
    }
  | {
      readonly kind: 'text'
      /** An entry's value; those of shown entries are offered. */
      readonly valueOf: (item: Item) => string
    }
  | {
      /** A substring, followed while it is typed. */
      readonly kind: 'part'
      readonly placeholder: string
    }
  | { readonly kind: 'time' }
)

/** A page's filters, and the search parameters that they read and set. */
export interface HistoryFiltering<Search extends object, Item> {
  readonly search: Search
  readonly filters?: readonly HistoryFilter<Search, Item>[] | undefined
  /** Tells whether a filter narrows the list; absent: none does. */
  readonly isNarrowed?: ((search: Search) => boolean) | undefined
}

/** Shows a list's filters and keeps them in the address. */
export function HistoryFilters<Search extends object, Item>({
  search,
  filters,
  items,
  isNarrowed,
}: HistoryFiltering<Search, Item> & { readonly items: readonly Item[] }) {
  const navigate = useNavigate()
  // The router knows each page's parameters, not this shared component's.
  const go = (next: object) =>
    void navigate({ to: '.', search: onlyGiven<object>(next as never) as never, replace: true })
  const views = (filters ?? []).filter(({ kind }) => kind === 'views')
  const clear = () => go(Object.fromEntries(views.map(({ name }) => [name, search[name]])))
  return (
    <Filters onClear={isNarrowed?.(search) ? clear : undefined}>
      {(filters ?? []).map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={search[filter.name] === undefined ? undefined : String(search[filter.name])}
          items={items}
          onChange={(value) => {
            const dropped = Object.fromEntries((filter.drops ?? []).map((name) => [name, undefined]))
            go({ ...search, ...dropped, [filter.name]: value })
          }}
        />
      ))}
    </Filters>
  )
}

interface FilterFieldProps<Search, Item> {
  readonly filter: HistoryFilter<Search, Item>
  readonly value: string | undefined
  readonly items: readonly Item[]
  /** Undefined: everything. */
  readonly onChange: (value: string | undefined) => void
}

function FilterField<Search, Item>({ filter, value, items, onChange }: FilterFieldProps<Search, Item>) {
  const { label } = filter
  switch (filter.kind) {
    case 'views':
      return <Views label={label} options={filter.options} value={value} onChange={onChange} />
    case 'choice':
      return <FilterSelect label={label} options={filter.options} value={value} onChange={onChange} />
    case 'search':
      return (
        <Select
          label={label}
          placeholder="All"
          value={value ?? null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
          data={[...filter.options]}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
        />
      )
    case 'text':
      return <FilterText label={label} value={value} known={items.map(filter.valueOf)} onChange={onChange} />
    case 'part':
      return <FilterSearch label={label} placeholder={filter.placeholder} value={value} onChange={onChange} />
    case 'time':
      return <Moment label={label} at={value} onChange={onChange} />
  }
}

interface ViewsProps {
  readonly label: string
  /** The default is the first. */
  readonly options: readonly Option[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function Views({ label, options, value, onChange }: ViewsProps) {
  const [first] = options
  return (
    <Input.Wrapper label="Show" labelElement="div" className={filterStyle({ whole: true })}>
      <SegmentedControl
        fullWidth
        size="sm"
        aria-label={label}
        value={value ?? first?.value ?? ''}
        onChange={(view) => onChange(view === first?.value ? undefined : view)}
        data={[...options]}
      />
    </Input.Wrapper>
  )
}

interface MomentProps {
  readonly label: string
  /** RFC 3339 in UTC. */
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}

/** A time in the reader's zone, applied when the field is left: a year is typed digit by digit. */
function Moment({ label, at, onChange }: MomentProps) {
  return (
    <TextInput
      key={at ?? ''}
      type="datetime-local"
      label={label}
      className={filterStyle({ wide: true, open: at === undefined })}
      defaultValue={toLocalInput(at)}
      onBlur={(event) => {
        const next = fromLocalInput(event.currentTarget.value)
        if (next !== at) onChange(next)
      }}
    />
  )
}
