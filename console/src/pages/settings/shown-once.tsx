import { Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

interface ShownOnceProps {
  readonly secret: string
  /** What it is: `token`, `link`. */
  readonly what: string
}

/** A secret that the service will never show again. */
export function ShownOnce({ secret, what }: ShownOnceProps) {
  return (
    <Stack gap="sm">
      <Notice tone="warning" icon={<IconEyeOff size={18} />}>
        This {what} is shown only now. Copy it before you close this.
      </Notice>
      <CodeBlock text={secret} label={what} />
      <div>
        <CopyButton value={secret} label={`Copy the ${what}`} isWide />
      </div>
    </Stack>
  )
}
