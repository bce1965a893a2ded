import { Alert, Button, Drawer, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSend, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { DialogProps } from '../../../ui/page/confirm.tsx'
import { Exchange } from '../../../ui/exchange/exchange.tsx'
import { TimingBar } from '../../../ui/exchange/timing-bar.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { Guarded } from '../../../ui/page/rights.tsx'
import type { PayloadType } from '../webhook-types.ts'
import { ValuesSelect } from './preview-panel.tsx'
import { test, type Tried, type WebhookTest } from './test-api.ts'
import type { TestValues } from './test-values.ts'

interface TestDrawerProps extends DialogProps {
  readonly tried: Tried
  readonly payloadType: PayloadType
  readonly values: TestValues
  readonly onValues: (values: TestValues) => void
}

/** Calls the receiver with what is in the form, and shows the result. */
export function TestDrawer({ isOpen, onClose, tried, payloadType, values, onValues }: TestDrawerProps) {
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => test(tried, values),
  })
  const close = () => {
    reset()
    onClose()
  }
  const isUnsaved = tried.kind === 'draft' || Object.keys(tried.change).length > 0
  return (
    <Drawer opened={isOpen} onClose={close} position="right" size="lg" title="Send a test">
      <Stack gap="md">
        <Text size="sm">
          Tocsin calls the receiver once, now
          {isUnsaved ? ', with the unsaved values of this form' : ''}. This creates no delivery.
        </Text>
        <Group gap="xs" justify="space-between">
          <ValuesSelect payloadType={payloadType} value={values} onChange={onValues} />
          <Guarded scope="webhooks:write" to="send tests">
            <Button
              leftSection={<IconSend size={16} />}
              loading={isPending}
              onClick={() => mutate()}
              data-autofocus
            >
              {data || error ? 'Send it again' : 'Send it'}
            </Button>
          </Guarded>
        </Group>
        <ProblemAlert error={error} />
        {data && <TestResult result={data} />}
      </Stack>
    </Drawer>
  )
}

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
