import { Text, UnstyledButton, ActionIcon, Tooltip } from '@mantine/core'
import { IconServer2, IconBook2, IconExternalLink, type Icon } from '@tabler/icons-react'
import {
  countOnServer,
  describeNotified,
  type OnCall,
  type OnCallAlert,
  type OnCallSearch,
} from './on-call.ts'
import styles from './on-call.module.css'
import { lazy, Suspense } from 'react'
import { loadPage } from '../../shell/load-page.ts'
import { PairButtons } from '../../ui/list/pair-buttons.tsx'
import { StateBadge, toneOf } from '../../ui/list/state-badge.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { exactValueOf, valueOf } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { isAddress, locationOf, runbookOf } from '../alerts/alert.ts'

// A service without alerts loads without their forms.
const RowActions = lazy(
  loadPage(async () => ({ default: (await import('../alerts/alert-actions.tsx')).RowActions })),
)

interface ServerAlertsProps {
  readonly server: OnCall['servers'][number]
  readonly search: OnCallSearch
  readonly onSearch: (search: OnCallSearch) => void
}

/** Lists the active alerts of one server. */
export function ServerAlerts({ server, search, onSearch }: ServerAlertsProps) {
  const { name, alerts } = server
  const title = name ?? 'Without a server'
  return (
    <div className={styles.server} data-tone={toneOf(alerts[0]?.state)}>
      <div className={styles.serverHead}>
        <IconServer2 size={17} stroke={1.7} aria-hidden />
        {name === null ? (
          <Text fw={650} size="sm" component="h3">
            {title}
          </Text>
        ) : (
          <Text fw={650} size="sm" component="h3" className={styles.serverName!}>
            <UnstyledButton
              className={styles.serverButton!}
              title="Show only this server"
              onClick={() => onSearch({ ...search, server: name })}
            >
              {name}
            </UnstyledButton>
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {countOnServer(server)}
        </Text>
      </div>
      <ul className={styles.alerts} aria-label={`Active alerts: ${title}`}>
        {alerts.map((alert) => (
          <OnCallRow key={alert.id} alert={alert} search={search} onSearch={onSearch} />
        ))}
      </ul>
    </div>
  )
}

interface OnCallRowProps {
  readonly alert: OnCallAlert
  readonly search: OnCallSearch
  readonly onSearch: (search: OnCallSearch) => void
}

/** Shows an active alert: what, since when, who was notified, and the actions. */
function OnCallRow({ alert, search, onSearch }: OnCallRowProps) {
  const value = valueOf(alert)
  const place = locationOf({ ...alert, server: { ...alert.server, name: null, address: null } })
  const runbook = runbookOf(alert)
  const monitor = isAddress(alert.source_link) ? alert.source_link : undefined
  return (
    <li className={styles.alert}>
      <StateBadge state={alert.state} />
      <div className={styles.what}>
        <AnchorLink to="/alerts" search={{ open: alert.id }} fw={600} size="sm" className={styles.name!}>
          {alert.name}
        </AnchorLink>
        <Text size="xs" c="dimmed" className={styles.facts!}>
          <Time at={alert.since} />
          {place !== '' && <span>{place}</span>}
          {value !== '' && <span title={exactValueOf(alert)}>{value}</span>}
          <PairButtons
            of="alerts with this label"
            pairs={alert.labels}
            chosen={search.label}
            onChoose={(label) => onSearch({ ...search, label })}
          />
        </Text>
      </div>
      <div className={styles.who}>
        {describeNotified(alert).map(({ text, isException }) => (
          <Text
            key={text}
            size="xs"
            fw={isException ? 600 : 400}
            c={isException ? 'var(--tocsin-bad)' : 'dimmed'}
          >
            {text}
          </Text>
        ))}
        {alert.acknowledgement && (
          <Text size="xs" fw={600} c="var(--tocsin-accent)">
            Acknowledged by {alert.acknowledgement.by}
          </Text>
        )}
        {alert.silenced_by.length > 0 && (
          <Text size="xs" c="dimmed" fw={600}>
            Silenced
          </Text>
        )}
      </div>
      <div className={styles.actions}>
        <Suspense fallback={null}>
          <RowActions alert={alert} />
        </Suspense>
        {runbook && (
          <IconLink href={runbook} label={`Runbook of ${alert.name}`} tip="Runbook" icon={IconBook2} />
        )}
        {monitor && (
          <IconLink
            href={monitor}
            label={`${alert.name} at the monitor`}
            tip="At the monitor"
            icon={IconExternalLink}
          />
        )}
      </div>
    </li>
  )
}

interface IconLinkProps {
  readonly href: string
  readonly label: string
  readonly tip: string
  readonly icon: Icon
}

function IconLink({ href, label, tip, icon: LinkIcon }: IconLinkProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon
        component="a"
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${label} (opens a new tab)`}
      >
        <LinkIcon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
