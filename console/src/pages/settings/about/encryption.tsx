import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { Facts } from '../../../ui/page/facts.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { describeEncryption } from './encryption-words.ts'

/** Shows whether the secrets in the database are encrypted, and under which keys. */
export function Encryption() {
  const { data, error, isPending } = useQuery({
    queryKey: ['encryption'],
    queryFn: () => take(api.GET('/v1/encryption')),
  })
  return (
    <Panel title="Secrets at rest">
      {isPending && <Skeleton height={70} role="status" aria-label="Loading" />}
      <ProblemAlert error={error} />
      {data && (
        <>
          <Text size="sm" mb="xs">
            {describeEncryption(data)}
          </Text>
          <Facts
            facts={[
              {
                name: 'Current key',
                value: data.current_key && <span className="mono">{data.current_key}</span>,
              },
              {
                name: 'Other keys',
                value: data.keys.filter((key) => key !== data.current_key).join(', '),
              },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
