import { Tabs, Button, Group, Stack, Text, ActionIcon, Menu } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { NotFound, PageSkeleton } from '../../../shell/page-fallbacks.tsx'
import { Guarded, NeedsRight } from '../../../ui/page/rights.tsx'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { BackToWebhooks, parseId, WebhookProblem } from '../webhook-header.tsx'
import { DefinitionTab, definitionText } from './definition-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SigningTab } from './signing-tab.tsx'
import { ReceiverStateTab } from './receiver-state-tab.tsx'
import { asWebhookTab } from '../webhook-search.ts'
import { webhookQuery } from '../webhooks-api.ts'
import {
  IconSend,
  IconCopy,
  IconCopyPlus,
  IconDotsVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { PreviewPanel } from '../test/preview-panel.tsx'
import { TestResult } from '../test/test-drawer.tsx'
import { test, type Tried } from '../test/test-api.ts'
import { defaultValues } from '../test/test-values.ts'
import type { Webhook } from '../webhook-types.ts'
import { CopyWithSecrets } from './copy-with-secrets.tsx'
import styles from './view.module.css'
import { notifications } from '@mantine/notifications'
import { ButtonLink } from '../../../ui/page/links.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { EnableSwitch } from '../enable-switch.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'

/** Shows a webhook: its receiver's health, its definition, and its actions. */
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
  { name: 'receiver-state', label: 'Receiver state' },
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
        <Tabs.Panel value="receiver-state">
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

/** Shows the request that it would send; a click sends it. */
function TestTab({ webhook }: { readonly webhook: Webhook }) {
  const { id, payload_type: payloadType } = webhook
  const [values, setValues] = useState(() => defaultValues(payloadType))
  const tried: Tried = { kind: 'stored', id, change: {} }
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => test(tried, values) })
  useTestAtOnce(mutate)
  return (
    <div className={styles.columns} data-even>
      <Panel>
        <PreviewPanel
          tried={tried}
          payloadType={payloadType}
          values={values}
          onValues={setValues}
          order={2}
        />
        <CopyWithSecrets webhook={webhook} values={values} />
      </Panel>
      <Panel>
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex={1} miw={180}>
              A test calls the receiver once, now, even if the webhook is disabled.
            </Text>
            <Guarded scope="webhooks:write" to="send tests">
              <Button leftSection={<IconSend size={16} />} loading={isPending} onClick={() => mutate()}>
                {data || error ? 'Send it again' : 'Send a test'}
              </Button>
            </Guarded>
          </Group>
          <ProblemAlert error={error} />
          {data && <TestResult result={data} />}
        </Stack>
      </Panel>
    </div>
  )
}

/** Sends a test once if the address asks for it, and removes that. */
function useTestAtOnce(send: () => void): void {
  const { send: isAsked } = useSearch({ from: '/shell/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const isSent = useRef(false)
  useEffect(() => {
    if (isAsked !== true || isSent.current) return
    isSent.current = true
    send()
    void navigate({ search: { tab: 'test' }, replace: true })
  }, [isAsked, send, navigate])
}

function WebhookHeader({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, mode, description, enabled } = webhook
  const navigate = useNavigate()
  const more = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(definitionText(webhook))
    notifications.show({
      message: 'The definition is copied, as JSON that POST /v1/webhooks takes. Secrets in it are hidden.',
    })
  }
  return (
    <Stack gap={0}>
      <PageHeader
        title={name}
        above={<BackToWebhooks />}
        description={
          description === '' ? undefined : (
            <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{description}</span>
          )
        }
      >
        <Group gap="md" wrap="nowrap">
          <EnableSwitch id={id} name={name} mode={mode} isEnabled={enabled} isWide />
          <Guarded scope="webhooks:write" to="change webhooks">
            <ButtonLink
              to="/webhooks/$id/edit"
              params={{ id: String(id) }}
              leftSection={<IconPencil size={16} />}
            >
              Edit
            </ButtonLink>
          </Guarded>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon ref={more} variant="default" size={36} aria-label="More">
                <IconDotsVertical size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Guarded scope="webhooks:write" to="create webhooks">
                <Menu.Item
                  leftSection={<IconCopyPlus size={16} />}
                  onClick={() => void navigate({ to: '/webhooks/new', search: { copy: id } })}
                >
                  Duplicate
                </Menu.Item>
              </Guarded>
              <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
                Copy the definition
              </Menu.Item>
              <Menu.Divider />
              <Guarded scope="webhooks:write" to="delete webhooks">
                <Menu.Item
                  c="var(--tocsin-bad)"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => {
                    // The dialog returns the focus.
                    more.current?.focus()
                    setDeleting(true)
                  }}
                >
                  Delete
                </Menu.Item>
              </Guarded>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </PageHeader>
      <DeleteWebhook webhook={webhook} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Stack>
  )
}
