import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, take } from '../../../api/client.ts'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { locationOf, type ListedDelivery } from '../../deliveries/listed-delivery.ts'
import styles from './view.module.css'

const SHOWN = 8

interface LastDeliveriesProps {
  readonly webhookId: number
  readonly isEnabled: boolean
}

export function LastDeliveries({ webhookId, isEnabled }: LastDeliveriesProps) {
  const { data, error } = useQuery({
    queryKey: ['deliveries', 'last-of', webhookId],
    queryFn: () =>
      take(api.GET('/v1/deliveries', { params: { query: { webhook_id: webhookId, limit: SHOWN } } })),
  })
  return (
    <Panel
      title="Last deliveries"
      actions={
        <AnchorLink to="/deliveries" search={{ webhook: webhookId }} size="sm">
          Show all
        </AnchorLink>
      }
    >
      <ProblemAlert error={error} />
      {!data && !error && <Skeleton height={SHOWN * 44} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {isEnabled
            ? 'No deliveries yet. The receiver gets events from now on; send a test to check it.'
            : 'No deliveries yet. A disabled webhook sends nothing, but you can send a test.'}
        </Text>
      )}
      <ul className={styles.deliveries} aria-label="Last deliveries">
        {data?.items.map((delivery) => (
          <li key={delivery.id}>
            <LastDelivery delivery={delivery} webhookId={webhookId} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LastDelivery({ delivery, webhookId }: { delivery: ListedDelivery; webhookId: number }) {
  const { id, event_id, event, state, last_reason, created_at } = delivery
  const location = event ? locationOf(event) : null
  const about = event ? `${event.name}${location === null ? '' : `, ${location}`}` : `Event ${event_id}`
  const showsReason = state === 'failed' || state === 'pending'
  return (
    <Link to="/deliveries" search={{ webhook: webhookId, open: id }} className={styles.delivery}>
      <StateBadge state={state} />
      <span className={styles.text} title={about}>
        {about}
        {showsReason && last_reason !== null && (
          <Text span size="xs" c="dimmed">
            {' '}
            {last_reason}
          </Text>
        )}
      </span>
      <span className={styles.when}>
        <Time at={created_at} />
      </span>
    </Link>
  )
}
