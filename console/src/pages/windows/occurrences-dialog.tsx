import { Badge, Button, Modal, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { Confirm } from '../../ui/page/confirm.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { useAction } from '../../ui/page/use-action.ts'
import { describeOthers, type MaintenanceWindow, type Occurrence } from './window.ts'

interface OccurrencesDialogProps {
  readonly window: MaintenanceWindow
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Lists the next occurrences of a window, each of which can be skipped by itself. */
export function OccurrencesDialog({ window, isOpen, onClose }: OccurrencesDialogProps) {
  const [skipped, setSkipped] = useState<Occurrence>()
  const { error, isBusy, run } = useAction()
  const client = useQueryClient()
  const change = async (verb: 'skip' | 'restore', { day }: Occurrence) => {
    const asked = { params: { path: { id: window.id } }, body: { day } }
    await take(
      verb === 'skip'
        ? api.POST('/v1/windows/{id}/skip', asked)
        : api.POST('/v1/windows/{id}/restore', asked),
    )
    const stale = [['windows'], ['silences'], ['alerts']]
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
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
