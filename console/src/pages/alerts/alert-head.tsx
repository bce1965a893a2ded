import { Alert as Notice, Group, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { formatMeasured } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { END_WORDS, locationOf, type Alert } from './alert.ts'
import styles from './alerts.module.css'

interface AlertHeadProps {
  readonly alert: Alert
}

/** Shows the state of an alert at a glance. */
export function AlertHead({ alert }: AlertHeadProps) {
  const location = locationOf(alert)
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm" mb={6}>
          <StateBadge state={alert.state} size="lg" />
          <Text size="sm" c="dimmed">
            {alert.state === 'cleared' ? END_WORDS[alert.ended_by ?? 'monitor'].toLowerCase() : 'raised'}{' '}
            <Time at={alert.since} />
          </Text>
        </Group>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {alert.name}
        </Title>
        {location !== '' && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {location}
          </Text>
        )}
      </div>
      {alert.warnings.length > 0 && (
        <Notice color="yellow" icon={<IconInfoCircle size={18} />} title="Guessed values">
          {alert.warnings.join(' ')}
        </Notice>
      )}
      <Figures alert={alert} />
      {alert.info !== null && alert.info !== '' && (
        <Text size="sm" className={styles.info!} tabIndex={0} role="region" aria-label="Information">
          {alert.info}
        </Text>
      )}
    </Stack>
  )
}

function Figures({ alert }: AlertHeadProps) {
  const figures = [
    ['Current value', alert.current_value],
    ...(alert.last_value === alert.current_value ? [] : [['Last value', alert.last_value] as const]),
    ['Threshold', alert.threshold_value],
  ].filter(([, value]) => value !== null && value !== '')
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures} style={{ margin: 0 }}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd title={value ?? undefined}>{formatMeasured(value ?? '')}</dd>
        </div>
      ))}
    </dl>
  )
}
