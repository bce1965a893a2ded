import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../ui/page/links.tsx'
import { describeDeliveries } from './delivery-words.ts'
import { overviewQuery } from './overview-queries.ts'
import styles from './overview.module.css'

/** Says in one line how deliveries go, above everything else: what is held does not wake anybody. */
export function DeliveryLine() {
  const { data } = useQuery(overviewQuery)
  // The line keeps its place, so that nothing moves when it is there.
  if (!data) return <span aria-hidden>&nbsp;</span>
  const { text, tone } = describeDeliveries(data)
  return (
    <span role="status" aria-label="Deliveries" data-tone={tone} className={styles.deliveryLine!}>
      {tone === 'good' ? (
        text
      ) : (
        <AnchorLink to="/webhooks" inherit c="inherit" underline="always">
          {text}
        </AnchorLink>
      )}
    </span>
  )
}
