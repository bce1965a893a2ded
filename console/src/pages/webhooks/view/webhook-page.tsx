import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { NotFound } from '../../../shell/not-found.tsx'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { parseId } from '../parse-id.ts'
import { DefinitionTab } from './definition-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SigningTab } from './signing-tab.tsx'
import { TestTab } from './test-tab.tsx'
import { ReceiverStateTab } from './receiver-state-tab.tsx'
import { WebhookHeader } from './webhook-header.tsx'
import { WebhookProblem } from '../webhook-problem.tsx'
import { asWebhookTab } from '../webhook-tab.ts'
import { webhookQuery } from '../webhooks-api.ts'

/** Shows a webhook: the health of its receiver, its definition, and the actions on it. */
export function WebhookPage() {
  const id = parseId(useParams({ from: '/shell/webhooks/$id' }).id)
  if (id === null) return <NotFound />
  return (
    <NeedsRight scope="webhooks:read" what="webhooks" title={`Webhook ${id}`}>
      <OneWebhook key={id} id={id} />
    </NeedsRight>
  )
}

const LABELS = [
  { name: 'overview', label: 'Overview' },
  { name: 'definition', label: 'Definition' },
  { name: 'alert-state', label: 'Alert state' },
  { name: 'signing', label: 'Signing' },
  { name: 'test', label: 'Test' },
] as const

function OneWebhook({ id }: { readonly id: number }) {
  const { tab = 'overview' } = useSearch({ from: '/shell/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const { data, error } = useQuery(webhookQuery(id))
  if (error && !data) return <WebhookProblem id={id} error={error} />
  if (!data) return <PageSkeleton />
  const { webhook } = data
  return (
    <>
      <WebhookHeader webhook={webhook} />
      <Tabs
        value={tab}
        onChange={(name) => void navigate({ search: asWebhookTab({ tab: name }), replace: true })}
        keepMounted={false}
      >
        <PageTabs tabs={LABELS} here={tab} />
        <Tabs.Panel value="overview">
          <OverviewTab webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="definition">
          <DefinitionTab webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="alert-state">
          <ReceiverStateTab webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="signing">
          <SigningTab webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <TestTab webhook={webhook} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
