import { Alert, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { Exchange } from '../../../ui/exchange/exchange.tsx'
import { TimingBar } from '../../../ui/exchange/timing-bar.tsx'
import type { WebhookTest } from './test-api.ts'

/** Meanings of the outcomes for a delivery; a test is never retried. */
const OUTCOMES = {
  accept: {
    title: 'The receiver accepted it',
    meaning: 'A delivery with this response would be done.',
    color: 'green',
    icon: IconCheck,
  },
  retry: {
    title: 'Not accepted',
    meaning: 'A delivery with this response would be retried, by the retry schedule.',
    color: 'yellow',
    icon: IconAlertTriangle,
  },
  refuse: {
    title: 'The receiver refuses it',
    meaning: 'A delivery with this response would fail, without a retry.',
    color: 'red',
    icon: IconX,
  },
} as const

/** Shows the result of a test: in words, to the letter, and in time. */
export function TestResult({ result }: { readonly result: WebhookTest }) {
  const { title, meaning, color, icon: OutcomeIcon } = OUTCOMES[result.outcome]
  return (
    <Stack gap="lg">
      <Alert color={color} icon={<OutcomeIcon size={18} />} title={title} role="status">
        <Text size="sm">
          <b>{result.reason}</b>. {meaning}
        </Text>
      </Alert>
      {result.warnings.length > 0 && (
        <Alert color="yellow" title="Warnings">
          <List size="sm">
            {result.warnings.map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>
                <b>{path}</b> {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <TimingBar timing={result.timing} />
      <Exchange request={result.request} response={result.response} reason={result.reason} />
    </Stack>
  )
}
