import { Loader, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../api/session.ts'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { arrivalQuery } from './arrival.ts'
import type { Guide } from './guides/guide.ts'
import styles from './sources.module.css'

interface ArrivalWatchProps {
  readonly guide: Guide
}

/** Looks whether anything has come from this source, until the page is left. */
export function ArrivalWatch({ guide }: ArrivalWatchProps) {
  const mayRead = useMay('deliveries:read')
  const { data, error } = useQuery({ ...arrivalQuery(guide), enabled: mayRead })
  if (!mayRead) {
    return (
      <Text size="sm" c="dimmed">
        To watch for the report you need the right <span className="mono">deliveries:read</span>.
      </Text>
    )
  }
  if (error !== null && !data) return <ProblemAlert error={error} />
  if (!data) {
    return (
      <div className={styles.watch} role="status">
        <Loader size="xs" aria-hidden /> Waiting for the first report from{' '}
        <span className="mono">{guide.arrivesAs}</span> …
      </div>
    )
  }
  return (
    <div className={styles.watch} role="status" data-arrived>
      <IconCheck size={18} color="var(--tocsin-good)" aria-hidden />
      <span>
        Last report <Time at={data.at} />:
      </span>
      <StateBadge state={data.state} />
      {guide.tells === 'alerts' ? (
        <AnchorLink to="/alerts" search={{ open: data.id }} inherit style={{ overflowWrap: 'anywhere' }}>
          {data.name}
        </AnchorLink>
      ) : (
        <AnchorLink to="/job-runs" search={{ open: data.id }} inherit style={{ overflowWrap: 'anywhere' }}>
          {data.name}
        </AnchorLink>
      )}
    </div>
  )
}
