import { Switch, Button, Group, Text } from '@mantine/core'
import { useRefresh } from '../../api/refetch.ts'
import { Guarded } from '../../ui/page/rights.tsx'
import type { Webhook } from './webhook-types.ts'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentenceOf } from '../../api/problem.ts'
import { changeWebhook } from './webhooks-api.ts'

const MEANINGS = {
  every_change: {
    enabled: 'Held deliveries are sent now.',
    disabled:
      'Nothing is sent. New events do not create deliveries; unfinished deliveries wait until it is enabled.',
  },
  current_state: {
    enabled: 'It gets the current state of each alert that changed.',
    disabled: 'Nothing is sent. Changes are sent when you enable it again.',
  },
} as const

interface EnableSwitchProps {
  readonly id: number
  readonly name: string
  /** In `current_state` nothing is lost while disabled: the receiver gets the current state later. */
  readonly mode: Webhook['mode']
  readonly isEnabled: boolean
  /** With a word beside it. */
  readonly isWide?: boolean
}

export function EnableSwitch({ id, name, mode, isEnabled, isWide = false }: EnableSwitchProps) {
  const { setEnabled, isSwitching, wanted } = useEnableWebhook({ id, name, mode })
  const isOn = isSwitching && wanted !== undefined ? wanted : isEnabled
  return (
    <Guarded scope="webhooks:write" to="enable and disable webhooks">
      <Switch
        size={isWide ? 'sm' : 'md'}
        label={isWide ? 'Enabled' : undefined}
        aria-label={isWide ? undefined : `${name} is enabled`}
        checked={isOn}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
    </Guarded>
  )
}

/** Enables or disables at once, explains it, and offers to undo it. */
function useEnableWebhook({ id, name, mode }: Pick<EnableSwitchProps, 'id' | 'name' | 'mode'>) {
  const refresh = useRefresh()
  const notice = useRef<string>(undefined)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (enabled: boolean) => changeWebhook(id, { enabled }, null),
    onSuccess: (_saved, enabled) => {
      // The previous notification would offer to undo what is undone.
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
      return refresh('webhooks')
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: `${name} did not change`, message: sentenceOf(error) }),
  })
  return { setEnabled: mutate, isSwitching: isPending, wanted: variables }
}
