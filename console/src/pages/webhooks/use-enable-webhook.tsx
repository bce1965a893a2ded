import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentenceOf } from '../../api/problem.ts'
import type { Webhook } from './webhook-types.ts'
import { changeWebhook, forgetWebhooks } from './webhooks-api.ts'

interface Switched {
  readonly id: number
  readonly name: string
  /** The mode; in `current_state` nothing is lost meanwhile: the receiver gets the current state later. */
  readonly mode: Webhook['mode']
}

const MEANINGS = {
  every_change: {
    enabled: 'Held deliveries are sent now.',
    disabled: 'Nothing is sent. New events do not create deliveries; unfinished deliveries are held.',
  },
  current_state: {
    enabled: 'It gets the current state of each alert that changed.',
    disabled: 'Nothing is sent. Changes are sent when you enable it again.',
  },
} as const

/** Enables or disables at once, says what that means, and offers to take it back. */
export function useEnableWebhook({ id, name, mode }: Switched) {
  const client = useQueryClient()
  const notice = useRef<string>(undefined)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (enabled: boolean) => changeWebhook(id, { enabled }, null),
    onSuccess: (_saved, enabled) => {
      // A notification of the change before would offer to undo what is already undone.
      if (notice.current !== undefined) notifications.hide(notice.current)
      notice.current = notifications.show({
        color: enabled ? 'green' : 'yellow',
        autoClose: 12_000,
        title: enabled ? `${name} is enabled` : `${name} is disabled`,
        message: (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" inherit miw={0}>
              {MEANINGS[mode][enabled ? 'enabled' : 'disabled']}
            </Text>
            <Button size="compact-sm" variant="default" flex="none" onClick={() => mutate(!enabled)}>
              Undo
            </Button>
          </Group>
        ),
      })
      return forgetWebhooks(client)
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: `${name} did not change`, message: sentenceOf(error) }),
  })
  return { setEnabled: mutate, isSwitching: isPending, wanted: variables }
}
