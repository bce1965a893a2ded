import { Table, Text } from '@mantine/core'
import type { Occurrence } from './window.ts'

interface NextOccurrencesProps {
  readonly next: readonly Occurrence[]
  readonly zone: string
}

/** Lists the next occurrences, in the zone of the window and in UTC. */
export function NextOccurrences({ next, zone }: NextOccurrencesProps) {
  return (
    <div aria-live="polite">
      <Text size="sm" fw={500} mb={4}>
        Next
      </Text>
      <Table fz="sm" verticalSpacing={4} withRowBorders={false} aria-label="Next occurrences">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Begins ({zone})</Table.Th>
            <Table.Th visibleFrom="xs">Ends</Table.Th>
            <Table.Th>Begins (UTC)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {next.map((occurrence) => (
            <Table.Tr key={occurrence.begins_at}>
              <Table.Td>{occurrence.begins_local}</Table.Td>
              <Table.Td visibleFrom="xs">{occurrence.ends_local}</Table.Td>
              <Table.Td>{occurrence.begins_at.slice(0, 16).replace('T', ' ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
