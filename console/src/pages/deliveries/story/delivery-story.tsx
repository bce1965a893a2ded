import { Stack, Text } from '@mantine/core'
import { formatDuration } from '../../../ui/text/format.ts'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time, useNow } from '../../../ui/text/time.tsx'
import { Attempts } from './attempts.tsx'
import styles from '../deliveries.module.css'
import { DeliveryActions } from './delivery-actions.tsx'
import { describeTrigger, describeDelivery } from '../delivery-sentence.ts'
import { EventFacts, EventInBrief } from './event-story.tsx'
import type { DeliveryWithAttempts } from '../delivery-queries.ts'
import { WebhookName } from '../webhook-name.tsx'

interface DeliveryStoryProps {
  readonly delivery: DeliveryWithAttempts
}

/** Shows a delivery: its state, its event, its webhook, and every attempt. */
export function DeliveryStory({ delivery }: DeliveryStoryProps) {
  const now = useNow()
  const { state, event, attempts } = delivery
  return (
    <Stack gap="lg">
      <Stack gap="xs" align="flex-start">
        <StateBadge state={state} size="lg" />
        <Text size="lg" fw={500} lh={1.4} className={styles.sentence!} role="status">
          {describeDelivery(delivery, now)}
        </Text>
        <Around delivery={delivery} />
      </Stack>
      <DeliveryActions delivery={delivery} />
      <div className={styles.top}>
        <section>
          <h3 className={styles.heading}>Event</h3>
          {event ? <EventInBrief event={event} /> : <Text size="sm">Event {delivery.event_id}</Text>}
        </section>
        <section>
          <h3 className={styles.heading}>Recipient</h3>
          <ToWhom delivery={delivery} />
        </section>
      </div>
      <section>
        <h3 className={styles.heading}>
          {attempts.length === 0 ? noAttempt(state) : `Attempts (${attempts.length})`}
        </h3>
        <Attempts attempts={attempts} />
      </section>
      {event && (
        <details className={styles.more} open={attempts.length === 0}>
          <summary>All values</summary>
          <EventFacts event={event} />
        </details>
      )}
    </Stack>
  )
}

function noAttempt(state: string): string {
  return state === 'waiting' || state === 'pending' ? 'No attempt yet' : 'No attempt was recorded'
}

/** The other deliveries that it has to do with, each a link. */
function Around({ delivery }: DeliveryStoryProps) {
  const { fallback_of: fallbackOf, waits_for: waitsFor, escalated: instead } = delivery
  const trigger = describeTrigger(delivery)
  return (
    <>
      {waitsFor?.delivery_id && (
        <Text size="sm">
          Waits for <DeliveryLink id={waitsFor.delivery_id} />.
        </Text>
      )}
      {instead && (
        <Text size="sm">
          {instead.webhook_name ?? `Webhook ${instead.webhook_id}`} is notified instead, by{' '}
          <DeliveryLink id={instead.delivery_id} />.
        </Text>
      )}
      {trigger !== null && <Text size="sm">{trigger}</Text>}
      {fallbackOf !== null && (
        <Text size="sm">
          Created because <DeliveryLink id={fallbackOf} /> had not arrived.
        </Text>
      )}
    </>
  )
}

function DeliveryLink({ id }: { readonly id: number }) {
  return (
    <AnchorLink inherit from="/deliveries" to="." search={(before) => ({ ...before, open: id })}>
      delivery {id}
    </AnchorLink>
  )
}

function ToWhom({ delivery }: DeliveryStoryProps) {
  const { webhook_id: id, created_at: made, finished_at: ended, operation_id: operation } = delivery
  const took = ended === null ? null : Date.parse(ended) - Date.parse(made)
  return (
    <>
      <WebhookName id={id} />
      <Stack gap={2} mt={4} align="flex-start">
        <Text size="sm" c="dimmed">
          Created <Time at={made} />
        </Text>
        {took !== null && (
          <Text size="sm" c="dimmed">
            Ended <Time at={ended} />, after {formatDuration(Math.max(0, took))}
          </Text>
        )}
        {operation !== null && (
          <AnchorLink size="sm" from="/deliveries" to="." search={(before) => ({ ...before, operation })}>
            Rerouted by operation {operation}
          </AnchorLink>
        )}
      </Stack>
    </>
  )
}
