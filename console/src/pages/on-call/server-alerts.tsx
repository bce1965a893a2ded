import { Text, UnstyledButton } from '@mantine/core'
import { IconServer2 } from '@tabler/icons-react'
import { OnCallRow } from './on-call-row.tsx'
import { countOnServer, type OnCall } from './on-call.ts'
import type { OnCallSearch } from './on-call-query.ts'
import styles from './on-call.module.css'

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
    <div className={styles.server} data-worst={alerts[0]?.state}>
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
