import { Text } from '@mantine/core'
import { IconClockPlay, IconFilterOff } from '@tabler/icons-react'
import { BASE_URL } from '../../api/client.ts'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ButtonLink } from '../../ui/page/links.tsx'
import styles from './job-runs.module.css'
import { isNarrowed, type JobRunSearch } from './job-run-search.ts'

interface NoJobRunsProps {
  readonly search: JobRunSearch
}

/** Nothing to show: because of the filters, or because no scheduler reports yet. */
export function NoJobRuns({ search }: NoJobRunsProps) {
  if (isNarrowed(search)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No job run matches these filters"
        action={
          <ButtonLink to="/job-runs" search={{}} variant="default" mt="xs">
            Clear filters
          </ButtonLink>
        }
      >
        Job ids and sources must match exactly.
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState
        icon={IconClockPlay}
        title="No job run was reported yet"
        action={
          <ButtonLink to="/settings/sources" mt="xs">
            Connect a scheduler
          </ButtonLink>
        }
      >
        Jobs report their result: one line at the end of a script is enough.
      </EmptyState>
      <div className={styles.byHand}>
        <Text size="sm" c="dimmed" ta="center" mb="xs">
          To try it out, report one:
        </Text>
        <CodeBlock text={firstReport(BASE_URL)} label="Command that reports a first job run" />
      </div>
    </>
  )
}

function firstReport(address: string): string {
  return `curl -X POST ${address}/v1/job-runs \\
  -H "X-Auth-Token: $TOCSIN_TOKEN" -H "Content-Type: application/json" \\
  -d '{"job_id": "backup", "run_id": "'$(date +%s)'", "name": "Nightly backup", "status": "failure", "exit_code": 1}'`
}
