import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../api/problem.ts'
import { useMay } from '../../api/session.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { webhookQuery } from './delivery-queries.ts'

/** The name of a webhook, which leads there; and whether it is still there at all. */
export function WebhookName({ id }: { readonly id: number }) {
  const isAllowed = useMay('webhooks:read')
  const { data, error } = useQuery({ ...webhookQuery(id), enabled: isAllowed })
  if (error instanceof Problem && error.status === 404) {
    return <Text>Webhook {id}, which has been deleted</Text>
  }
  return (
    <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} fw={500} style={{ overflowWrap: 'anywhere' }}>
      {data?.name ?? `Webhook ${id}`}
    </AnchorLink>
  )
}
