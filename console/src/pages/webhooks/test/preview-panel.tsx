import { Alert, Group, List, Skeleton, Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../../api/problem.ts'
import { SentRequest } from '../../../ui/exchange/exchange.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { PayloadType } from '../webhook-types.ts'
import { previewQuery, type Tried } from './test-api.ts'
import type { TestValues } from './test-values.ts'
import { ValuesSelect } from './values-select.tsx'

interface PreviewPanelProps {
  readonly tried: Tried
  readonly payloadType: PayloadType
  readonly values: TestValues
  readonly onValues: (values: TestValues) => void
  /** The level of its heading. Default: 3. */
  readonly order?: 2 | 3
}

const PAUSE_MS = 350

/** The request as it would be sent, a moment after each key. */
export function PreviewPanel({ tried, payloadType, values, onValues, order = 3 }: PreviewPanelProps) {
  // As texts: a form makes new objects of the same content all the time.
  const [text] = useDebouncedValue(JSON.stringify({ tried, values }), PAUSE_MS)
  const asked = JSON.parse(text) as { readonly tried: Tried; readonly values: TestValues }
  const { data, error, isPending } = useQuery(previewQuery(asked.tried, asked.values))
  const isUnfinished = error instanceof Problem && error.status === 400
  return (
    <Stack gap="sm" component="section" aria-label="Preview" aria-live="off">
      <Group justify="space-between" gap="xs">
        <Title order={order} size="h6">
          Preview
        </Title>
        <ValuesSelect payloadType={payloadType} value={values} onChange={onValues} />
      </Group>
      {isUnfinished && (
        <Alert color="gray" title="Incomplete">
          <List size="sm">
            {error.issues.map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>
                <b>{path.replace(/^(?:webhook|change)\./, '')}</b> {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {!isUnfinished && error && <ProblemAlert error={error} />}
      {isPending && !error && <Skeleton height={220} aria-label="Loading the preview" />}
      {data && !error && <SentRequest request={data.request} />}
    </Stack>
  )
}
