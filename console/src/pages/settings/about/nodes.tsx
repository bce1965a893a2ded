import { Badge, Table, Text } from '@mantine/core'
import type { components } from '../../../api/schema.ts'
import { Time } from '../../../ui/text/time.tsx'
import styles from './nodes.module.css'

interface NodesProps {
  readonly nodes: readonly components['schemas']['Node'][]
  /** The id of the one that answers. */
  readonly here: string
}

const ROLES = {
  all: 'API and delivery',
  api: 'API',
  worker: 'Delivers',
} as const

export function Nodes({ nodes, here }: NodesProps) {
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label="Nodes">
      <Table verticalSpacing="xs" className={styles.nodes!} aria-label="Nodes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Host</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Version</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th>Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map((node) => (
            <Table.Tr key={node.id}>
              <Table.Td>
                {node.host}{' '}
                {node.id === here && (
                  <Badge size="xs" variant="light" tt="none">
                    this node
                  </Badge>
                )}
                <Text size="xs" c="dimmed" className="mono">
                  {node.id}
                </Text>
              </Table.Td>
              <Table.Td>{ROLES[node.role]}</Table.Td>
              <Table.Td>{node.version}</Table.Td>
              <Table.Td>
                <Time at={node.started_at} />
              </Table.Td>
              <Table.Td>
                <Time at={node.seen_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
