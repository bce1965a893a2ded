import { Accordion, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../api/problem.ts'
import type { components } from '../../../api/schema.ts'
import { useMay } from '../../../api/session.ts'
import { Exchange } from '../../../ui/exchange/exchange.tsx'
import { TimingBar } from '../../../ui/exchange/timing-bar.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { formatDuration, formatExact } from '../../../ui/text/format.ts'
import { Time, useNow } from '../../../ui/text/time.tsx'
import styles from '../deliveries.module.css'
import { type DeliveryWithAttempts, webhookQuery } from '../delivery-queries.ts'
import { describeDelivery, describeTrigger } from '../delivery-sentence.ts'
import { DeliveryActions } from './delivery-actions.tsx'
import { EventFacts, EventInBrief } from './event-story.tsx'

/** A button shows further attempts. */
const SHOWN_FIRST = 20

const OUTCOMES = {
  accept: { state: 'delivered', label: 'Accepted' },
  retry: { state: 'medium', label: 'Not accepted' },
  refuse: { state: 'failed', label: 'Refused' },
} as const

/** Explains failures beyond their reason. */
const FAILURES = {
  unreachable: 'Unreachable',
  endpoint_wrong: 'Address or credentials wrong',
  asks_for_time: 'Asked to wait',
  rejected: 'Notification rejected',
} as const

interface DeliveryStoryProps {
  readonly delivery: DeliveryWithAttempts
}

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
          <h3 className={styles.heading}>Receiver</h3>
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

/** Links to related deliveries. */
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
  const { webhook_id: id, created_at: made, ended_at: ended, operation_id: operation } = delivery
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

type Attempt = components['schemas']['Attempt']

/** Shows every attempt, the newest first and open, with request and response as sent. The API has the oldest first. */
function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const newestFirst = attempts.toReversed()
  const shown = showsAll ? newestFirst : newestFirst.slice(0, SHOWN_FIRST)
  const [opened, setOpened] = useState<readonly string[]>(
    newestFirst[0] ? [String(newestFirst[0].number)] : [],
  )
  if (attempts.length === 0) return null
  return (
    <>
      <Accordion
        multiple
        value={[...opened]}
        onChange={setOpened}
        variant="contained"
        order={4}
        keepMounted={false}
      >
        {shown.map((attempt) => (
          <AttemptItem key={attempt.number} attempt={attempt} />
        ))}
      </Accordion>
      {shown.length < attempts.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShowsAll(true)}>
          Show all {attempts.length} attempts
        </Button>
      )}
    </>
  )
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { number, started_at: startedAt, outcome, reason, failure, request, response, timing } = attempt
  const { state, label } = OUTCOMES[outcome]
  const shown = outcome === 'retry' && failure !== null ? FAILURES[failure] : label
  return (
    <Accordion.Item value={String(number)}>
      <Accordion.Control>
        <div className={styles.attemptHead}>
          <Text span size="sm" c="dimmed" className={styles.attemptNumber!}>
            {number}
          </Text>
          <StateBadge state={state} label={shown} />
          <Text span size="sm" fw={500} className={styles.attemptReason!}>
            {reason}
          </Text>
          <Text span size="sm" c="dimmed" className={styles.attemptWhen!}>
            {formatExact(startedAt)}
            {timing && `, ${formatDuration(timing.total_ms)}`}
          </Text>
        </div>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="lg">
          {timing && <TimingBar timing={timing} />}
          <Exchange request={request} response={response} reason={reason} order={5} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** Links to a webhook, or says that it was deleted. */
function WebhookName({ id }: { readonly id: number }) {
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
