import { Alert, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRefresh } from '../../../api/refetch.ts'
import { Confirm, type DialogProps } from '../../../ui/page/confirm.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { describeUnfinished } from '../health-words.ts'
import { describeNeverClosed } from '../mode-words.ts'
import type { Webhook } from '../webhook-types.ts'
import { deleteWebhook, healthQuery } from '../webhooks-api.ts'

/** Asks before a webhook is deleted, and says what goes with it. */
export function DeleteWebhook({ webhook, isOpen, onClose }: DialogProps & { readonly webhook: Webhook }) {
  const { id, name, signed } = webhook
  const client = useQueryClient()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const { data: health } = useQuery({ ...healthQuery(id), enabled: isOpen })
  const unfinished = health && describeUnfinished(health)
  const neverClosed = health && describeNeverClosed(health.open_notifications)
  const confirm = async () => {
    const open = describeNeverClosed(await deleteWebhook(id))
    const message = `${name} is deleted.${open ? ` With it: ${open.alerts} ${open.rest}.` : ''}`
    notifications.show({ message })
    await navigate({ to: '/webhooks' })
    client.removeQueries({ queryKey: ['webhooks', id] })
    await refresh('webhooks')
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title="Delete the webhook?"
      action="Delete the webhook"
      isDangerous
      onConfirm={confirm}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>{name}</b> will be deleted. This cannot be undone. It also deletes:
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>its definition: template, headers and their secrets</List.Item>
        {unfinished && (
          <List.Item>
            <b>{unfinished}</b> that {unfinished.startsWith('1 ') ? 'has' : 'have'} not been delivered:
            cancelled and never sent
          </List.Item>
        )}
        {neverClosed && (
          <List.Item>
            <b>{neverClosed.alerts}</b> {neverClosed.rest}
          </List.Item>
        )}
        {signed && <List.Item>its signing secrets</List.Item>}
      </List>
      <Text size="sm" c="dimmed">
        Its past deliveries stay in the history. To stop it for a while, disable it instead.
      </Text>
      <FallbackNotice ids={health?.fallback_for ?? []} />
    </Confirm>
  )
}

const NAMED_MAX = 5

/** The service refuses to delete a webhook that is a fallback. */
function FallbackNotice({ ids }: { readonly ids: readonly number[] }) {
  if (ids.length === 0) return null
  return (
    <Alert color="yellow" title="It is the fallback of others">
      <Text size="sm">
        It cannot be deleted while other webhooks use it: webhook{' '}
        {ids.slice(0, NAMED_MAX).map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <AnchorLink inherit to="/webhooks/$id/edit" params={{ id: String(id) }}>
              {id}
            </AnchorLink>
          </span>
        ))}
        {ids.length > NAMED_MAX && ` and ${ids.length - NAMED_MAX} more`}.
      </Text>
    </Alert>
  )
}
