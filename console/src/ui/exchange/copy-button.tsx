import { ActionIcon, Button, CopyButton as Copy, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

interface CopyButtonProps {
  readonly value: string
  /** The label, for the tooltip and for screen readers: `Copy the link`. */
  readonly label: string
  /** With the label beside the symbol. */
  readonly isWide?: boolean
}

export function CopyButton({ value, label, isWide = false }: CopyButtonProps) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => {
        const icon = copied ? <IconCheck size={16} /> : <IconCopy size={16} />
        const text = copied ? 'Copied' : label
        if (isWide) {
          return (
            <Button variant="default" size="xs" leftSection={icon} onClick={copy}>
              {text}
            </Button>
          )
        }
        return (
          <Tooltip label={text}>
            <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={text}>
              {icon}
            </ActionIcon>
          </Tooltip>
        )
      }}
    </Copy>
  )
}
