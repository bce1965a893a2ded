import { ActionIcon, Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Guarded } from '../../ui/page/guarded.tsx'

interface AlertActionProps {
  readonly label: string
  /** The action, as it stands after "may not". */
  readonly to: string
  /** The name of the alert, for screen readers. */
  readonly name: string
  readonly icon: Icon
  /** True: an icon, for rows. */
  readonly isCompact: boolean | undefined
  readonly onClick: () => void
}

/** A button for something that is done to an alert. */
export function AlertAction({ label, to, name, icon: ActionSign, isCompact, onClick }: AlertActionProps) {
  return (
    <Guarded scope="silences:write" to={to} {...(isCompact && { tip: label })}>
      {isCompact ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`${label}: ${name}`}
          onClick={onClick}
        >
          <ActionSign size={18} stroke={1.7} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<ActionSign size={16} />} onClick={onClick}>
          {label}
        </Button>
      )}
    </Guarded>
  )
}
