import { Stack, Text } from '@mantine/core'
import { IconBellCheck, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, BASE_URL, take } from '../../api/client.ts'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { isNarrowed, type AlertSearch } from './alert-search.ts'
import styles from './alerts.module.css'
import { AnchorLink, ButtonLink } from '../../ui/page/links.tsx'

interface NoAlertsProps {
  readonly search: AlertSearch
}

/** Nothing to show: because all is well, because of the filters, or because no monitor reports yet. */
export function NoAlerts({ search }: NoAlertsProps) {
  const { data: isAny } = useQuery({
    queryKey: ['alerts', 'any'],
    queryFn: async () =>
      (await take(api.GET('/v1/alerts', { params: { query: { limit: 1 } } }))).items.length > 0,
  })
  if (isNarrowed(search)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No alert matches these filters"
        action={
          <ButtonLink
            to="/alerts"
            search={search.view === undefined ? {} : { view: search.view }}
            variant="default"
            mt="xs"
          >
            Clear filters
          </ButtonLink>
        }
      >
        Names and sources must match exactly.
      </EmptyState>
    )
  }
  if (isAny === undefined) return null
  if (!isAny) return <NoAlertsYet />
  if (search.view === 'stale') {
    return (
      <EmptyState icon={IconBellCheck} title="Every active alert is being reported">
        This list shows alerts that no monitor has reported for long. You can clear them.
      </EmptyState>
    )
  }
  return search.view === 'past' ? (
    <EmptyState icon={IconBellCheck} title="No resolved alerts">
      This list shows alerts that have cleared.
    </EmptyState>
  ) : (
    <EmptyState icon={IconBellCheck} title="No alert is active">
      Your monitors report no problem.{' '}
      <AnchorLink to="/alerts" search={{ view: 'past' }} inherit>
        Show resolved alerts
      </AnchorLink>
    </EmptyState>
  )
}

function NoAlertsYet() {
  return (
    <Stack gap={0} align="center">
      <EmptyState
        icon={IconBellCheck}
        title="No monitor has reported yet"
        action={
          <ButtonLink to="/settings/sources" mt="xs">
            Connect a monitor
          </ButtonLink>
        }
      >
        Alerts come from your monitors: Prometheus, Grafana, or scripts of your own.
      </EmptyState>
      <div className={styles.byHand}>
        <Text size="sm" c="dimmed" ta="center" mb="xs">
          To try it out, report one:
        </Text>
        <CodeBlock text={firstReport(BASE_URL)} label="Command that reports a first alert" />
      </div>
    </Stack>
  )
}

function firstReport(address: string): string {
  return `curl -X POST ${address}/v1/alerts \\
  -H "X-Auth-Token: $TOCSIN_TOKEN" -H "Content-Type: application/json" \\
  -d '{"key": "disk pg-1", "name": "Disk is full", "state": "high", "server": {"name": "pg-1"}, "current_value": 97, "threshold_value": 90}'`
}
