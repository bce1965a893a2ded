import { Checkbox, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../ui/text/format.ts'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { Time } from '../../../ui/text/time.tsx'
import styles from '../deliveries.module.css'
import { EventLine } from '../event-line.tsx'
import { webhookNameOf } from '../../events/receiver-state.ts'
import type { ListedDelivery } from '../listed-delivery.ts'

interface DeliveryRowProps {
  readonly delivery: ListedDelivery
  readonly isOpen: boolean
  readonly isTicked: boolean
  readonly onTick: (id: number, isRange: boolean) => void
}

export function DeliveryRow({ delivery, isOpen, isTicked, onTick }: DeliveryRowProps) {
  const { id, state, attempts_made: attempts, last_reason: reason } = delivery
  return (
    <div
      role="row"
      className={styles.row}
      data-open={isOpen || undefined}
      data-ticked={isTicked || undefined}
    >
      <div role="cell" className={styles.tick}>
        <Checkbox
          size="sm"
          checked={isTicked}
          onChange={() => undefined}
          onClick={(event) => onTick(id, event.shiftKey)}
          aria-label={`Select delivery ${id}`}
        />
      </div>
      <div role="cell" className={styles.state}>
        <StateBadge state={state} />
      </div>
      <div role="cell" className={styles.what}>
        <Link
          from="/deliveries"
          to="."
          search={(before) => ({ ...before, open: id })}
          className={styles.open!}
        >
          <VisuallyHidden>Delivery {id}: </VisuallyHidden>
          <EventLine event={delivery.event} eventId={delivery.event_id} />
        </Link>
      </div>
      <div role="cell" className={styles.whom}>
        {delivery.webhook_name === null ? (
          <Text size="sm" c="dimmed">
            {webhookNameOf(delivery)}
          </Text>
        ) : (
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: String(delivery.webhook_id) }}
            size="sm"
            className={styles.above!}
          >
            {webhookNameOf(delivery)}
          </AnchorLink>
        )}
      </div>
      <div
        role="cell"
        className={styles.attempts}
        data-label="Attempts"
        data-none={attempts === 0 || undefined}
      >
        {formatCount(attempts)}
      </div>
      <div role="cell" className={styles.reason} data-none={reason === null || undefined}>
        <Text size="sm" c={state === 'failed' ? 'var(--tocsin-bad)' : 'dimmed'} lineClamp={2}>
          {reason ?? '–'}
        </Text>
      </div>
      <div role="cell" className={styles.when}>
        <Time at={delivery.created_at} />
      </div>
    </div>
  )
}
