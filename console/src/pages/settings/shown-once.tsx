import { Alert, Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { CodeBlock, CopyButton } from '../../ui/exchange/code-block.tsx'

interface ShownOnceProps {
  readonly secret: string
  /** `token` or `link`. */
  readonly what: string
}

/** Shows a secret that the service will not show again. */
export function ShownOnce({ secret, what }: ShownOnceProps) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<IconEyeOff size={18} />}>
        This {what} is shown only now. Copy it before you close this.
      </Alert>
      <CodeBlock text={secret} label={what} />
      <div>
        <CopyButton value={secret} label={`Copy the ${what}`} isWide />
      </div>
    </Stack>
  )
}
