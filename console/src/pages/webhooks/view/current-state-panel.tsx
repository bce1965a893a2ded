import { Button, List, Skeleton, Text, Checkbox, Stack } from '@mantine/core'
import { IconRefreshDot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useRefresh } from '../../../api/refetch.ts'
import { Guarded } from '../../../ui/page/rights.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { describeUnfinished } from '../health-words.ts'
import { describeOpen, describeOutOfSync, describeOutOfSyncSince } from '../mode-words.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { receiverStatesQuery, resyncQuery, resyncWebhook } from '../webhooks-api.ts'
import { notifications } from '@mantine/notifications'
import { Confirm, type DialogProps } from '../../../ui/page/confirm.tsx'

/** Tells whether a webhook has receiver states: a fallback may have some in mode `every_change`. */
export function hasMemory(
  webhook: Webhook,
  { open_notifications: open, out_of_sync }: WebhookHealth,
): boolean {
  return webhook.mode === 'current_state' || open > 0 || out_of_sync > 0
}

interface CurrentStatePanelProps {
  readonly webhook: Webhook
  readonly health: WebhookHealth
}

/** Shows whether a receiver is in sync, and resyncs it. */
export function CurrentStatePanel({ webhook, health }: CurrentStatePanelProps) {
  const { data, error } = useQuery(receiverStatesQuery(webhook.id))
  return (
    <Panel title="Receiver state" actions={<Resync webhook={webhook} />}>
      <ProblemAlert error={error} />
      {!data && !error && <Skeleton height={22} />}
      {data && (
        <ReceiverStates
          webhook={webhook}
          open={data.open_notifications}
          out_of_sync={data.out_of_sync}
          unfinished={describeUnfinished(health)}
        />
      )}
    </Panel>
  )
}

interface ReceiverStatesProps {
  readonly webhook: Webhook
  readonly open: number
  readonly out_of_sync: number
  /** `3 deliveries`; null: none. */
  readonly unfinished: string | null
}

function ReceiverStates({ webhook, open, out_of_sync, unfinished }: ReceiverStatesProps) {
  if (open === 0 && out_of_sync === 0 && unfinished === null) {
    return <Text size="sm">It is in sync: no alert is open.</Text>
  }
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {unfinished && (
        <List.Item>
          <AnchorLink
            inherit
            fw={600}
            to="/deliveries"
            search={{ webhook: webhook.id, state: 'waiting,pending,sending' }}
          >
            {unfinished}
          </AnchorLink>{' '}
          on the way.
        </List.Item>
      )}
      {out_of_sync > 0 && (
        <List.Item>
          <ReceiverStateLink id={webhook.id} isOutOfSync>
            {describeOutOfSync(out_of_sync)}
          </ReceiverStateLink>
          : {describeOutOfSyncSince(webhook)}.
        </List.Item>
      )}
      {open > 0 && (
        <List.Item>
          <ReceiverStateLink id={webhook.id}>{describeOpen(open)}</ReceiverStateLink>: sent, and not cleared
          yet.
        </List.Item>
      )}
    </List>
  )
}

interface ReceiverStateLinkProps {
  readonly id: number
  readonly isOutOfSync?: true
  readonly children: ReactNode
}

function ReceiverStateLink({ id, isOutOfSync, children }: ReceiverStateLinkProps) {
  return (
    <AnchorLink
      inherit
      fw={600}
      to="/webhooks/$id"
      params={{ id: String(id) }}
      search={{ tab: 'receiver-state', ...(isOutOfSync && { out_of_sync: true }) }}
    >
      {children}
    </AnchorLink>
  )
}

/** Explains that a disabled webhook is resynced when it is enabled. */
function Resync({ webhook }: { readonly webhook: Webhook }) {
  const [asks, setAsks] = useState(false)
  if (!webhook.enabled) return null
  return (
    <>
      <Guarded scope="silences:write" to="resync receivers">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefreshDot size={16} />}
          onClick={() => setAsks(true)}
        >
          Resync
        </Button>
      </Guarded>
      <ResyncWebhook webhook={webhook} isOpen={asks} onClose={() => setAsks(false)} />
    </>
  )
}

interface ResyncWebhookProps extends DialogProps {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'mode'>
}

/** Says how many alerts it would notify, then resyncs. */
function ResyncWebhook({ webhook: { id, name, mode }, isOpen, onClose }: ResyncWebhookProps) {
  const refresh = useRefresh()
  const [forgets, setForgets] = useState(false)
  const preview = useQuery({ ...resyncQuery(id, forgets), enabled: isOpen })
  const close = () => {
    setForgets(false)
    onClose()
  }
  const confirm = async () => {
    const { detail } = await resyncWebhook(id, { forget: forgets, dry_run: false })
    notifications.show({ title: name, message: detail })
    await refresh('webhooks', 'deliveries')
  }
  return (
    <Confirm isOpen={isOpen} onClose={close} title="Resync?" action="Resync" onConfirm={confirm}>
      <Stack gap="sm">
        <DryRun {...preview} detail={preview.data?.detail} />
        <Text size="sm" c="dimmed">
          {mode === 'current_state'
            ? 'The receiver gets the current state of every alert that differs from what it was last sent, also of alerts raised before the webhook was created.'
            : 'The receiver gets the current state of every alert that was escalated to it and differs from what it was last sent.'}
        </Text>
        <Checkbox
          label="Start over"
          description="Use this if the URL now points to a different channel: all open alerts are sent again, and what was sent to the old one is not cleared there."
          checked={forgets}
          onChange={({ currentTarget }) => setForgets(currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  )
}

interface DryRunProps {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  /** The service's description; undefined: not known yet. */
  readonly detail: string | undefined
}

/** Shows the result of a dry run before a confirmation. */
export function DryRun({ isPending, isFetching, error, detail }: DryRunProps) {
  return (
    <>
      <div role="status" aria-busy={isFetching}>
        {detail === undefined ? (
          isPending && <Skeleton height={20} aria-label="Counting" />
        ) : (
          <Text size="sm" fw={600}>
            {detail}
          </Text>
        )}
      </div>
      <ProblemAlert error={error} />
    </>
  )
}
