import { ActionIcon, Box, Button, CopyButton as Copy, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import styles from './exchange.module.css'

interface CodeBlockProps {
  /** Shown as it is, whatever it holds. */
  readonly text: string
  /** Names the text for screen readers and the copy button. */
  readonly label: string
  /** Scrolls within if higher. */
  readonly maxHeight?: number
}

/** Shows text exactly as it is, in a box that scrolls and can be copied. */
export function CodeBlock({ text, label, maxHeight = 360 }: CodeBlockProps) {
  return (
    <Box className={styles.frame!}>
      <pre className={styles.text} style={{ maxHeight }} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <div className={styles.copy}>
        <CopyButton value={text} label={`Copy: ${label}`} />
      </div>
    </Box>
  )
}

interface CopyButtonProps {
  readonly value: string
  /** For the tooltip and screen readers: `Copy the link`. */
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
