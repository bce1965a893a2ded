import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { NotFound } from '../../shell/not-found.tsx'
import { PageSkeleton } from '../../shell/page-skeleton.tsx'
import { NeedsRight } from '../../ui/needs-right.tsx'
import { parseId } from './parse-id.ts'
import { DefinitionTab } from './view/definition-tab.tsx'
import { OverviewTab } from './view/overview-tab.tsx'
import { SigningTab } from './view/signing-tab.tsx'
import { TestTab } from './view/test-tab.tsx'
import { WebhookHeader } from './view/webhook-header.tsx'
import { WebhookProblem } from './view/webhook-problem.tsx'
import styles from './view/view.module.css'
import { asWebhookTab } from './webhook-tab.ts'
import { webhookQuery } from './webhooks-api.ts'

/** One webhook: how its receiver does, what it says, and what can be done about it. */
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
        <Tabs.List mb="lg" className={styles.tabs!}>
          {LABELS.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="definition">
          <DefinitionTab webhook={webhook} />
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
