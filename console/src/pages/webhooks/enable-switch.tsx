import { Switch } from '@mantine/core'
import { Guarded } from '../../ui/page/guarded.tsx'
import { useEnableWebhook } from './use-enable-webhook.tsx'
import type { Webhook } from './webhook-types.ts'

interface EnableSwitchProps {
  readonly id: number
  readonly name: string
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
