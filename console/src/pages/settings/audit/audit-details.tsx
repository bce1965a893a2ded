import { Group, Stack, Text } from '@mantine/core'
import { formatExact } from '../../../ui/text/format.ts'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { valueOf, type AuditEntry } from './audit-words.ts'
import styles from './audit.module.css'

interface AuditDetailsProps {
  readonly entry: AuditEntry
}

/** Shows the change, before and after side by side, with its time, its address, and a link to the object. */
export function AuditDetails({ entry }: AuditDetailsProps) {
  const { actor, note, changes } = entry
  return (
    <Stack gap="sm" pb={6}>
      <Text size="sm" c="dimmed">
        {[formatExact(entry.at), actor.address && `from ${actor.address}`, note].filter(Boolean).join(' · ')}
      </Text>
      {changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, from, to }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <Value value={valueOf(from)} label="Before" />
                <Value value={valueOf(to)} label="After" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Group gap="md">
        <ObjectLink entry={entry} />
        {entry.object_id !== null && (
          <AnchorLink
            to="/settings/audit"
            search={{ object: entry.object_type, id: entry.object_id }}
            size="sm"
          >
            All entries about it
          </AnchorLink>
        )}
        <AnchorLink to="/settings/audit" search={{ actor: actor.name }} size="sm">
          All entries by {actor.name}
        </AnchorLink>
      </Group>
    </Stack>
  )
}

function Value({ value, label }: { readonly value: string | null; readonly label: string }) {
  return (
    <td data-label={label}>
      {value === null ? (
        <span className={styles.nothing}>nothing</span>
      ) : (
        <span className="mono">{value}</span>
      )}
    </td>
  )
}

/** Where the thing can be seen; it may be gone. */
function ObjectLink({ entry: { object_type: object, object_id: id, action } }: AuditDetailsProps) {
  const kind: string = object
  if (id === null || action.endsWith('.deleted')) return null
  if (kind === 'webhook') {
    return (
      <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm">
        Open the webhook
      </AnchorLink>
    )
  }
  if (kind === 'delivery') {
    return (
      <AnchorLink to="/deliveries" search={{ open: id }} size="sm">
        Open the delivery
      </AnchorLink>
    )
  }
  if (kind === 'token') {
    return (
      <AnchorLink to="/settings/tokens" size="sm">
        See the tokens
      </AnchorLink>
    )
  }
  if (kind === 'user') {
    return (
      <AnchorLink to="/settings/people" size="sm">
        See the people
      </AnchorLink>
    )
  }
  return null
}
