import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { useList } from '../../api/list.ts'
import type { paths } from '../../api/schema.ts'
import { Cell, Row, RowList, rowLink } from '../../ui/list/row-list.tsx'
import { onlyGiven } from '../../ui/list/search-values.ts'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import { JobRunDrawer } from './job-run-drawer.tsx'
import { JobRunFilters } from './job-run-filters.tsx'
import type { JobRunSearch } from './job-run-search.ts'
import { durationMsOf, formatRunTime, endOf, locationOf, type JobRun } from './job-run-words.ts'
import styles from './job-runs.module.css'
import { NoJobRuns } from './no-job-runs.tsx'

interface JobRunListProps {
  readonly search: JobRunSearch
}

type JobRunQuery = NonNullable<paths['/v1/job-runs']['get']['parameters']['query']>

export function JobRunList({ search }: JobRunListProps) {
  const { status, source, job, open } = search
  const query = onlyGiven<JobRunQuery>({ status, source, job_id: job })
  const list = useList<JobRun>(['job-runs', 'list', query], (cursor) =>
    take(api.GET('/v1/job-runs', { params: { query: { ...query, ...(cursor && { cursor }) } } })),
  )
  return (
    <>
      <JobRunFilters search={search} runs={list.items} />
      <RowList
        list={list}
        label="Job runs"
        columns="112px minmax(0, 1fr) minmax(0, 300px) 110px 120px"
        heads={['Status', 'Job', 'Result', 'Duration', 'Finished']}
        empty={<NoJobRuns search={search} />}
      >
        {(run) => <JobRunRow key={run.id} run={run} isOpen={run.id === open} />}
      </RowList>
      <JobRunDrawer id={open} shown={list.items.map((run) => run.id)} />
    </>
  )
}

function JobRunRow({ run, isOpen }: { readonly run: JobRun; readonly isOpen: boolean }) {
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
