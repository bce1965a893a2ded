import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { WebhookFormState } from './use-webhook-form.ts'

interface DraftNoticeProps {
  readonly state: WebhookFormState
  readonly onDiscard: () => void
}

/** Says that what was typed before is back, and what of it could not be kept. */
export function DraftNotice({ state: { restored }, onDiscard }: DraftNoticeProps) {
  if (restored === undefined) return null
  const { leftOut } = restored
  return (
    <Alert color="petrol" icon={<IconHistory size={18} />} title="Draft restored">
      <Group justify="space-between" align="center" gap="sm">
        <Text size="sm" flex={1} miw={220}>
          It was not saved.{' '}
          {leftOut.length > 0 && `Secrets are not kept; enter again: ${leftOut.join(', ')}.`}
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
