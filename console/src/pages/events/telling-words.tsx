import { Group, Text } from '@mantine/core'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { knownOf, standingOf, type Telling } from './telling.ts'

interface TellingProps {
  readonly telling: Telling
}

/** What the receiver certainly took, and whether it may have heard more. */
export function KnownState({ telling }: TellingProps) {
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
export function Standing({ telling }: TellingProps) {
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
