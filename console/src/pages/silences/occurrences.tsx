import { Badge, Button, Modal, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { useRefresh } from '../../api/refetch.ts'
import { Confirm, useAction, type DialogProps } from '../../ui/page/confirm.tsx'
import { Guarded } from '../../ui/page/rights.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { describeOthers, type MaintenanceWindow, type Occurrence } from './window.ts'

interface OccurrencesDialogProps extends DialogProps {
  readonly window: MaintenanceWindow
}

/** Lists a window's next occurrences, each of which can be skipped. */
export function OccurrencesDialog({ window, isOpen, onClose }: OccurrencesDialogProps) {
  const [skipped, setSkipped] = useState<Occurrence>()
  const { error, isBusy, run } = useAction()
  const refresh = useRefresh()
  const change = async (verb: 'skip' | 'restore', { day }: Occurrence) => {
    const asked = { params: { path: { id: window.id } }, body: { day } }
    await take(
      verb === 'skip'
        ? api.POST('/v1/windows/{id}/skip', asked)
        : api.POST('/v1/windows/{id}/restore', asked),
    )
    await refresh('windows', 'silences', 'alerts')
  }
  return (
    <>
      <Modal opened={isOpen} onClose={onClose} size="lg" title={`Next occurrences of ${window.name}`}>
        <Stack gap="sm">
          <ProblemAlert error={error} />
          <Table fz="sm" verticalSpacing={6} aria-label="Next occurrences">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Begins ({window.zone})</Table.Th>
                <Table.Th visibleFrom="xs">Ends</Table.Th>
                <Table.Th>Action</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {window.next.map((occurrence) => (
                <Table.Tr key={occurrence.begins_at}>
                  <Table.Td>
                    {occurrence.begins_local} {occurrence.cancelled && <Cancelled />}
                  </Table.Td>
                  <Table.Td visibleFrom="xs">{occurrence.ends_local}</Table.Td>
                  <Table.Td>
                    <Guarded scope="silences:write" to="skip occurrences">
                      <Button
                        variant="default"
                        size="compact-sm"
                        loading={isBusy}
                        aria-label={`${occurrence.cancelled ? 'Restore' : 'Skip'} ${occurrence.day}`}
                        onClick={() =>
                          occurrence.cancelled
                            ? void run(() => change('restore', occurrence))
                            : setSkipped(occurrence)
                        }
                      >
                        {occurrence.cancelled ? 'Restore' : 'Skip'}
                      </Button>
                    </Guarded>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      </Modal>
      {skipped && (
        <Confirm
          isOpen
          title={`Skip ${window.name} on ${skipped.day}?`}
          action="Skip it"
          onClose={() => setSkipped(undefined)}
          onConfirm={() => change('skip', skipped)}
        >
          <Text size="sm">
            {`This occurrence only. ${describeOthers(window, skipped.begins_at)} Nothing is held from ${skipped.begins_local} to ${skipped.ends_local}.`}
          </Text>
        </Confirm>
      )}
    </>
  )
}

export function Cancelled() {
  return (
    <Badge size="sm" variant="light" color="gray" tt="none">
      Cancelled
    </Badge>
  )
}

interface NextOccurrencesProps {
  readonly next: readonly Occurrence[]
  readonly zone: string
}

/** Lists the next occurrences, in the window's zone and in UTC. */
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
