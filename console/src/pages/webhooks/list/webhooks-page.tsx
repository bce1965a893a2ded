import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { ButtonLink } from '../../../ui/page/links.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { RowList } from '../../../ui/list/row-list.tsx'
import { WebhookFilters } from './webhook-filters.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { isFiltered, type WebhookSearch } from '../webhook-search.ts'
import { readWebhooks } from '../webhooks-api.ts'

/** Lists webhooks and the health of their receivers. */
export function WebhooksPage() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Where alerts and job runs are sent, and the health of each receiver."
      >
        <Guarded scope="webhooks:write">
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
  const list = useList(['webhooks', 'list', search], (cursor) => readWebhooks(search, cursor))
  const show = (next: WebhookSearch) => void navigate({ search: next, replace: true })
  const isFirst = !isFiltered(search) && !list.isLoading && list.items.length === 0 && list.error === null
  return (
    <>
      {!isFirst && <WebhookFilters search={search} onChange={show} />}
      <RowList
        list={list}
        label="Webhooks"
        columns="150px minmax(160px, 1fr) minmax(0, 316px) 60px"
        heads={['Health', 'Name and address', 'Events', 'Enabled']}
        empty={isFiltered(search) ? <NothingFound onClear={() => show({})} /> : <NoneYet />}
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </RowList>
    </>
  )
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
      The search looks for a part of the name or of the address.
    </EmptyState>
  )
}

function NoneYet() {
  return (
    <EmptyState
      icon={IconWebhook}
      title="No webhooks yet"
      action={
        <Guarded scope="webhooks:write">
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
