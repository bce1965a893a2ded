import { Alert, Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { CodeBlock, CopyButton } from '../../ui/exchange/code-block.tsx'

/** Shows a secret that the service will not show again. `what`: `token` or `link`. */
export function ShownOnce({ secret, what }: { readonly secret: string; readonly what: string }) {
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
