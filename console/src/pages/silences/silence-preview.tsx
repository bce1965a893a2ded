import { Text } from '@mantine/core'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import styles from './silences.module.css'
import type { SilencePreview as Preview } from './silence.ts'

/** Names what a silence would hold, before it is saved. */
export function SilencePreview({ preview }: { readonly preview: Preview }) {
  const { active_alerts: active, alerts, matched, examined, findings } = preview
  return (
    <div className={styles.preview} aria-live="polite">
      <Text size="sm">
        It covers <strong>{active === 1 ? '1 active alert' : `${formatCount(active)} active alerts`}</strong>
        {examined > 0 &&
          `, and would have held ${formatCount(matched)} of the last ${formatCount(examined)} events`}
        .
      </Text>
      {alerts.length > 0 && (
        <ul className={styles.alerts} aria-label="Active alerts that it covers" tabIndex={0}>
          {alerts.map(({ id, name, state, server_name: server }) => (
            <li key={id}>
              <StateBadge state={state} size="sm" />
              <span>
                {name}
                {server !== null && ` · ${server}`}
              </span>
            </li>
          ))}
          {active > alerts.length && <li>and {formatCount(active - alerts.length)} more</li>}
        </ul>
      )}
      {findings.map((finding) => (
        <Text key={finding} size="sm" className={styles.finding!}>
          {finding}
        </Text>
      ))}
    </div>
  )
}
