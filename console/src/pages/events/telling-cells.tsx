import { Group, Text } from '@mantine/core'
import { Cell } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { knownOf, standingOf, type Telling } from './telling.ts'

interface TellingProps {
  readonly telling: Telling
}

/** Above `TellingCells`. */
export const TELLING_HEADS = ['It knows', 'Should know', 'How it stands'] as const
const [KNOWS, SHOULD_KNOW, STANDS] = TELLING_HEADS

/** What a receiver knows of an alert, beside what it should know, in a row of a list. */
export function TellingCells({ telling }: TellingProps) {
  return (
    <>
      <Cell label={KNOWS}>
        <KnownState telling={telling} />
      </Cell>
      <Cell label={SHOULD_KNOW}>
        <StateBadge state={telling.present} />
      </Cell>
      <Cell label={STANDS}>
        <Standing telling={telling} />
      </Cell>
    </>
  )
}

/** What the receiver certainly took, and whether it may have heard more. */
function KnownState({ telling }: TellingProps) {
  const badge = <StateBadge {...knownOf(telling)} />
  if (!telling.maybe) return badge
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {badge}
      <Text span size="xs" c="dimmed">
        perhaps more
      </Text>
    </Group>
  )
}

const STANDINGS = { present: 'At the present', under_way: 'On its way', owed: 'Owed' } as const

/** Whether that is what it should know. */
function Standing({ telling }: TellingProps) {
  const standing = standingOf(telling)
  return (
    <>
      <Text span size="sm" {...(standing === 'owed' ? { fw: 600 } : { c: 'dimmed' })}>
        {STANDINGS[standing]}
      </Text>
      {telling.follows && (
        <Text size="xs" c="dimmed">
          as a fallback
        </Text>
      )}
    </>
  )
}
