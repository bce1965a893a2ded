import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { useResumeWebhook } from '../use-resume-webhook.ts'
import type { Webhook } from '../webhook-types.ts'

interface ResumeButtonProps {
  readonly webhook: Webhook
  readonly children: string
}

/** Tries a paused webhook again at once. */
export function ResumeButton({ webhook: { id, name }, children }: ResumeButtonProps) {
  const resume = useResumeWebhook(id, name)
  return (
    <Guarded scope="deliveries:write" to="try receivers again">
      <Button
        size="sm"
        leftSection={<IconPlayerPlay size={16} />}
        loading={resume.isBusy}
        onClick={() => void resume.run()}
      >
        {children}
      </Button>
    </Guarded>
  )
}
