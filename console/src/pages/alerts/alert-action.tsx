import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface AlertActionProps {
  readonly label: string
  /** The name of the alert, for screen readers. */
  readonly name: string
  readonly icon: Icon
  /** True: an icon, for rows. */
  readonly isCompact: boolean | undefined
  readonly onClick: () => void
}

/** A button for something that is done to an alert. */
export function AlertAction({ label, name, icon: ActionSign, isCompact, onClick }: AlertActionProps) {
  if (!isCompact) {
    return (
      <Button variant="default" leftSection={<ActionSign size={16} />} onClick={onClick}>
        {label}
      </Button>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`${label}: ${name}`} onClick={onClick}>
        <ActionSign size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
