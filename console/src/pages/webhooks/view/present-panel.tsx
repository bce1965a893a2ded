import { Button, List, Skeleton, Text } from '@mantine/core'
import { IconRefreshDot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { describeOpen, describeOwed, describeWhenTold } from '../present-words.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { tellingsQuery } from '../webhooks-api.ts'
import { ResyncWebhook } from './resync-webhook.tsx'

/** Whether there is a memory of what its receiver knows: one in mode `changes` may be told as a fallback. */
export function hasMemory(webhook: Webhook, { open_tellings: open, owed }: WebhookHealth): boolean {
  return webhook.mode === 'present' || open > 0 || owed > 0
}

/** What a receiver that is kept at the present knows and is owed, and bringing it there. */
export function PresentPanel({ webhook }: { readonly webhook: Webhook }) {
  const { data, error } = useQuery(tellingsQuery(webhook.id))
  return (
    <Panel title="What its receiver knows" actions={<Resync webhook={webhook} />}>
      <ProblemAlert error={error} />
      {!data && !error && <Skeleton height={22} />}
      {data && <Tellings webhook={webhook} open={data.open_tellings} owed={data.owed} />}
    </Panel>
  )
}

interface TellingsProps {
  readonly webhook: Webhook
  readonly open: number
  readonly owed: number
}

function Tellings({ webhook, open, owed }: TellingsProps) {
  if (open === 0 && owed === 0) {
    return (
      <Text size="sm">
        It is at the present: nothing is owed to it, and nothing that it was told of is open.
      </Text>
    )
  }
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {owed > 0 && (
        <List.Item>
          <ToldLink id={webhook.id} isOwed>
            {describeOwed(owed)}
          </ToldLink>{' '}
          to it: {describeWhenTold(webhook)}.
        </List.Item>
      )}
      {open > 0 && (
        <List.Item>
          <ToldLink id={webhook.id}>{describeOpen(open)}</ToldLink>: it may have been told that they began,
          and hears that they are over.
        </List.Item>
      )}
    </List>
  )
}

interface ToldLinkProps {
  readonly id: number
  readonly isOwed?: true
  readonly children: ReactNode
}

function ToldLink({ id, isOwed, children }: ToldLinkProps) {
  return (
    <AnchorLink
      inherit
      fw={600}
      to="/webhooks/$id"
      params={{ id: String(id) }}
      search={{ tab: 'told', ...(isOwed && { owed: true }) }}
    >
      {children}
    </AnchorLink>
  )
}

/** A disabled one gets what it is owed by itself, when it is enabled. */
function Resync({ webhook }: { readonly webhook: Webhook }) {
  const [asks, setAsks] = useState(false)
  if (!webhook.enabled) return null
  return (
    <>
      <Guarded scope="deliveries:write">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefreshDot size={16} />}
          onClick={() => setAsks(true)}
        >
          Bring to the present
        </Button>
      </Guarded>
      <ResyncWebhook webhook={webhook} isOpen={asks} onClose={() => setAsks(false)} />
    </>
  )
}
