import { Box } from '@mantine/core'
import styles from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** Shown as it is, whatever it holds. */
  readonly text: string
  /** The name of the text, for screen readers and for its copy button. */
  readonly label: string
  /** Scrolls within when it is higher. */
  readonly maxHeight?: number
}

/** A text of a machine: exactly as it is, in a box that scrolls and can be copied. */
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
