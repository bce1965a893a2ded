import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Cell, Row, rowLink } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import { durationMsOf, formatRunTime, endOf, locationOf, type JobRun } from './job-run-words.ts'
import styles from './job-runs.module.css'

export function JobRunRow({ run, isOpen }: { readonly run: JobRun; readonly isOpen: boolean }) {
  const location = locationOf(run)
  const end = endOf(run)
  const durationMs = durationMsOf(run)
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <StateBadge state={run.status} />
      </Cell>
      <Cell isWide>
        <Link
          from="/job-runs"
          to="/job-runs"
          search={(now) => ({ ...now, open: run.id })}
          className={rowLink}
          resetScroll={false}
        >
          <span className={styles.name}>{run.name}</span>
        </Link>
        <Text size="xs" c="dimmed" className={styles.line!}>
          {[location, run.source].filter((part) => part !== '').join(' · ')}
        </Text>
      </Cell>
      <Cell isWide>{end !== '' && <span className={styles.end}>{end}</span>}</Cell>
      <Cell label="Duration">{durationMs === null ? 'unknown' : formatRunTime(durationMs)}</Cell>
      <Cell label="Finished">
        <Time at={run.finished_at} />
      </Cell>
    </Row>
  )
}
