import { Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Cell, Row, rowLink } from '../../../ui/list/row-list.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { AuditDetails } from './audit-details.tsx'
import styles from './audit.module.css'
import { describeAction, fieldsOf, kindOf, type AuditEntry } from './audit-words.ts'

interface AuditRowProps {
  readonly entry: AuditEntry
  readonly isOpen: boolean
}

/** An entry; unfolded it shows everything. */
export function AuditRow({ entry, isOpen }: AuditRowProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const object = entry.object_name ?? (entry.object_id === null ? '' : String(entry.object_id))
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <Time at={entry.at} />
      </Cell>
      <Cell>
        <span className={styles.clamped}>
          <span className={styles.kind}>{kindOf(entry.actor)}</span> {entry.actor.name}
        </span>
      </Cell>
      <Cell isWide>
        <Link
          from="/settings/audit"
          to="/settings/audit"
          search={({ open: _open, ...now }) => (isOpen ? now : { ...now, open: entry.id })}
          className={rowLink}
          aria-expanded={isOpen}
          resetScroll={false}
          replace
        >
          <span className={styles.clamped}>
            <span className={styles.action}>{describeAction(entry)}</span> {object}
          </span>
        </Link>
      </Cell>
      <Cell isWide>
        {entry.changes.length > 0 && (
          <Text size="sm" c="dimmed" className={styles.clamped!}>
            {fieldsOf(entry)}
          </Text>
        )}
      </Cell>
      <Cell isCorner>
        <Chevron size={16} aria-hidden />
      </Cell>
      {isOpen && (
        <Cell isFull isRaised>
          <AuditDetails entry={entry} />
        </Cell>
      )}
    </Row>
  )
}
