import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useList } from '../../../api/list.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Guarded, NeedsRight } from '../../../ui/page/rights.tsx'
import { ButtonLink } from '../../../ui/page/links.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { stateOptions } from '../../../ui/list/state-badge.tsx'
import { isTicked, NOTHING } from '../../../ui/list/selection.ts'
import { WebhookBar } from './webhook-bar.tsx'
import { WebhookTable } from './webhook-table.tsx'
import type { ListedWebhook } from '../listed-webhook.ts'
import { isFiltered, type WebhookSearch, HEALTHS } from '../webhook-search.ts'
import { readWebhooks } from '../webhooks-api.ts'
import { Filters, FilterSearch, FilterSelect, FilterText } from '../../../ui/list/filters.tsx'
import { onlyGiven, pairsIn, wordIn } from '../../../ui/list/list-search.ts'

const ENABLED_OPTIONS = [
  { value: 'true', label: 'Enabled' },
  { value: 'false', label: 'Disabled' },
]

const NOT_CALLED_OPTIONS = [
  { value: '1d', label: 'For 1 day' },
  { value: '7d', label: 'For 7 days' },
  { value: '30d', label: 'For 30 days' },
]

const TYPE_OPTIONS = [
  { value: 'ALERT', label: 'Alerts' },
  { value: 'JOB', label: 'Job runs' },
]

/** Calls are written every ten seconds, without a hint. */
const CALLS_EVERY_MS = 15_000

export function WebhooksPage() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Where alerts and job runs are sent, and the health of each receiver."
      >
        <Guarded scope="webhooks:write" to="create webhooks">
          <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} />}>
            New webhook
          </ButtonLink>
        </Guarded>
      </PageHeader>
      <NeedsRight scope="webhooks:read" what="webhooks">
        <WebhookList />
      </NeedsRight>
    </>
  )
}

function WebhookList() {
  const search = useSearch({ from: '/shell/webhooks' })
  const navigate = useNavigate({ from: '/webhooks' })
  const list = useList(['webhooks', 'list', search], (cursor) => readWebhooks(search, cursor), CALLS_EVERY_MS)
  const { order = 'worst', ...rest } = search
  const [selection, setSelection] = useState(NOTHING)
  const show = (next: WebhookSearch) => void navigate({ search: next, replace: true })
  const isFirst = !isFiltered(search) && !list.isLoading && list.items.length === 0 && list.error === null
  return (
    <>
      {!isFirst && <WebhookFilters search={search} knownTags={tagsOf(list.items)} onChange={show} />}
      <WebhookTable
        list={list}
        order={order}
        onOrder={(next) => show({ ...rest, ...(next !== 'worst' && { order: next }) })}
        selection={selection}
        onSelect={setSelection}
        tags={search.tag}
        onTags={(tag) => show({ ...search, tag })}
        bar={
          <WebhookBar
            ticked={list.items.filter(({ id }) => isTicked(selection, id))}
            onSelect={setSelection}
          />
        }
        empty={isFiltered(search) ? <NothingFound onClear={() => show({})} /> : <NoneYet />}
      />
    </>
  )
}

/** Returns all tags of these webhooks. */
function tagsOf(webhooks: readonly ListedWebhook[]): readonly string[] {
  const tags = webhooks.flatMap((webhook) => Object.entries(webhook.tags ?? {}))
  return [...new Set(tags.map(([name, value]) => `${name}=${value}`))].toSorted()
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No webhook matches these filters"
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      The search looks for a part of the name, of the address or of a tag.
    </EmptyState>
  )
}

function NoneYet() {
  return (
    <EmptyState
      icon={IconWebhook}
      title="No webhooks yet"
      action={
        <Guarded scope="webhooks:write" to="create webhooks">
          <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} />}>
            Choose a preset
          </ButtonLink>
        </Guarded>
      }
    >
      A webhook sends alerts and job runs to a receiver: a channel in Slack or Teams, an incident service, a
      program of yours. Choose a preset, enter the address, send a test: two minutes.
    </EmptyState>
  )
}

interface WebhookFiltersProps {
  readonly search: WebhookSearch
  /** Tags of the shown webhooks, as `name=value`. */
  readonly knownTags: readonly string[]
  readonly onChange: (search: WebhookSearch) => void
}

/** Keeps all filters in the address. */
function WebhookFilters({ search, knownTags, onChange }: WebhookFiltersProps) {
  const change = (given: { readonly [Name in keyof WebhookSearch]?: WebhookSearch[Name] | undefined }) =>
    onChange(onlyGiven<WebhookSearch>({ ...search, ...given } as never))
  return (
    <Filters
      onClear={isFiltered(search) ? () => onChange(search.order ? { order: search.order } : {}) : undefined}
    >
      <FilterSearch
        label="Search"
        placeholder="Name or address"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      <FilterText
        label="Tag"
        value={search.tag?.join(', ')}
        known={knownTags}
        onChange={(text) => change({ tag: pairsIn(text?.split(',')) })}
      />
      <FilterSelect
        label="Health"
        options={stateOptions(...HEALTHS)}
        value={search.health}
        onChange={(value) => change({ health: wordIn(value, HEALTHS) })}
      />
      <FilterSelect
        label="Enabled"
        options={ENABLED_OPTIONS}
        value={search.enabled === undefined ? undefined : String(search.enabled)}
        onChange={(value) => change({ enabled: value === undefined ? undefined : value === 'true' })}
      />
      <FilterSelect
        label="Not called"
        options={NOT_CALLED_OPTIONS}
        value={search.not_called}
        onChange={(value) => change({ not_called: wordIn(value, ['1d', '7d', '30d']) })}
      />
      <FilterSelect
        label="Events"
        options={TYPE_OPTIONS}
        value={search.type}
        onChange={(value) => change({ type: wordIn(value, ['ALERT', 'JOB']) })}
      />
    </Filters>
  )
}
