import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { PayloadType } from '../webhook-types.ts'
import { TestResult } from './test-result.tsx'
import { test, type Tried } from './test-api.ts'
import type { TestValues } from './test-values.ts'
import { ValuesSelect } from './values-select.tsx'

interface TestDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly tried: Tried
  readonly payloadType: PayloadType
  readonly values: TestValues
  readonly onValues: (values: TestValues) => void
}

/** Calls the receiver for real with what is in the form, and shows what came of it. */
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
