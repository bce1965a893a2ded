import { Alert, Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { describeOffer } from '../health-words.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { ResumeButton } from './resume-button.tsx'

interface OfferToSendProps {
  readonly webhook: Webhook
  readonly health: WebhookHealth
}

/** Offers to send what its receiver did not accept, after the definition was changed. */
export function OfferToSend({ webhook, health }: OfferToSendProps) {
  const { fixed } = useSearch({ from: '/shell/webhooks/$id' })
  const offer = webhook.enabled && fixed !== undefined ? describeOffer(health, fixed) : null
  if (offer === null) return null
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="sm">
        {offer}
        <ResumeButton webhook={webhook}>Send them now</ResumeButton>
      </Group>
    </Alert>
  )
}
