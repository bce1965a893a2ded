import { Alert, Button, Group } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { describeOffer } from '../health-words.ts'
import { useResumeWebhook } from '../use-resume-webhook.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'

interface OfferToSendProps {
  readonly webhook: Webhook
  readonly health: WebhookHealth
}

/** Offers to send what its receiver did not accept, after the definition was changed. */
export function OfferToSend({ webhook: { id, name, enabled }, health }: OfferToSendProps) {
  const { fixed } = useSearch({ from: '/shell/webhooks/$id' })
  const resume = useResumeWebhook(id, name)
  const offer = enabled && fixed !== undefined ? describeOffer(health, fixed) : null
  if (offer === null) return null
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="sm">
        {offer}
        <Guarded scope="deliveries:write" to="try receivers again">
          <Button
            size="sm"
            leftSection={<IconPlayerPlay size={16} />}
            loading={resume.isBusy}
            onClick={() => void resume.run()}
          >
            Send them now
          </Button>
        </Guarded>
      </Group>
    </Alert>
  )
}
