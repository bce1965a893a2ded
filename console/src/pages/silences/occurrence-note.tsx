import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { Silence } from './silence.ts'

/** Says of the silence of an occurrence that no other one ends with it, and when the next one begins. */
export function OccurrenceNote({ silence: { window_id: id, ends_at: end } }: { readonly silence: Silence }) {
  const { data: window } = useQuery({
    queryKey: ['windows', id],
    queryFn: () => take(api.GET('/v1/windows/{id}', { params: { path: { id: id ?? 0 } } })),
    enabled: id !== null,
  })
  if (id === null || !window) return null
  const next = window.next.find(({ cancelled, begins_at: begin }) => !cancelled && begin >= end)
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {`This occurrence of ${window.name} only. `}
      {next ? `The next one begins ${next.begins_local}.` : 'No other one is near.'}
    </Text>
  )
}
