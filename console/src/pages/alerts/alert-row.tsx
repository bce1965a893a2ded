import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Cell, Row, rowLink } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { exactValueOf, valueOf } from '../../ui/text/measured-value.ts'
import { Time } from '../../ui/text/time.tsx'
import { locationOf, type Alert } from './alert.ts'
import styles from './alerts.module.css'

export function AlertRow({ alert, isOpen }: { readonly alert: Alert; readonly isOpen: boolean }) {
  const location = locationOf(alert)
  const value = valueOf(alert)
  const isPast = alert.state === 'cleared'
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <StateBadge state={alert.state} />
      </Cell>
      <Cell isWide>
        <Link
          from="/alerts"
          to="/alerts"
          search={({ event: _event, ...now }) => ({ ...now, open: alert.id })}
          className={rowLink}
          resetScroll={false}
        >
          <span className={styles.name}>{alert.name}</span>
        </Link>
        {alert.silenced_by.length > 0 && (
          <Text size="xs" c="dimmed" fw={500}>
            Silenced
          </Text>
        )}
        {alert.acknowledgement && (
          <Text size="xs" c="dimmed" fw={500}>
            Acknowledged by {alert.acknowledgement.by}
          </Text>
        )}
        {location !== '' && (
          <Text size="xs" c="dimmed" className={styles.location!}>
            {location}
          </Text>
        )}
      </Cell>
      <Cell isWide={value.length > 30} {...(value !== '' && { label: 'Value' })}>
        {value !== '' && (
          <span className={styles.value} title={exactValueOf(alert)}>
            {value}
          </span>
        )}
      </Cell>
      <Cell label={isPast ? 'Cleared' : 'Since'}>
        <Time at={alert.since} />
      </Cell>
      <Cell label="Source">
        <span className={styles.value}>{alert.source}</span>
      </Cell>
    </Row>
  )
}
