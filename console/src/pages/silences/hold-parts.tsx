import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useRefresh } from '../../api/refetch.ts'
import { Confirm, type DialogProps } from '../../ui/page/confirm.tsx'
import { Guarded } from '../../ui/page/rights.tsx'
import styles from './holds.module.css'
import type { Silence } from './silence.ts'

interface NewHoldProps {
  readonly label: string
  readonly scope: string
  /** The action, as it follows "may not". */
  readonly to: string
  readonly Dialog: ComponentType<DialogProps>
}

/** Opens the dialog of a new silence or window. */
export function NewHold({ label, scope, to, Dialog }: NewHoldProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Guarded scope={scope} to={to}>
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          {label}
        </Button>
      </Guarded>
      <Dialog isOpen={isOpen} onClose={close} />
    </>
  )
}

interface HoldReasonProps {
  readonly of: Pick<Silence, 'reason' | 'created_by' | 'webhook_ids'>
}

/** Says why something is held, by whom, and for how many webhooks. */
export function HoldReason({ of: { reason, created_by: by, webhook_ids: ids } }: HoldReasonProps) {
  return (
    <Text size="xs" c="dimmed" className={styles.reason!}>
      {reason} · {by}
      {ids !== null && ` · for ${ids.length === 1 ? '1 webhook' : `${ids.length} webhooks`}`}
    </Text>
  )
}

export function WarningLines({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Text key={warning} size="xs" c="var(--tocsin-warning)" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {warning}
    </Text>
  ))
}

interface HoldActionsProps {
  readonly scope: string
  readonly name: string
  /** The plural: `silences`. */
  readonly plural: string
  readonly verb: 'End' | 'Delete'
  /** The label of the confirm button. */
  readonly action: string
  readonly isDangerous?: boolean
  readonly onConfirm: () => Promise<unknown>
  /** The consequences of ending or deleting it. */
  readonly children: ReactNode
  readonly renderDialog: (props: DialogProps) => ReactNode
}

/** Changes a silence or window, and ends or deletes it after a question. */
export function HoldActions({ scope, name, plural, verb, renderDialog, ...confirm }: HoldActionsProps) {
  const refresh = useRefresh()
  const [changes, change] = useDisclosure()
  const [ends, end] = useDisclosure()
  return (
    <Group gap={6} wrap="nowrap">
      <Guarded scope={scope} to={`change ${plural}`}>
        <Button variant="default" size="compact-sm" onClick={change.open} aria-label={`Change ${name}`}>
          Change
        </Button>
      </Guarded>
      <Guarded scope={scope} to={`${verb.toLowerCase()} ${plural}`}>
        <Button variant="default" size="compact-sm" onClick={end.open} aria-label={`${verb} ${name}`}>
          {verb}
        </Button>
      </Guarded>
      {renderDialog({ isOpen: changes, onClose: change.close })}
      <Confirm
        {...confirm}
        isOpen={ends}
        onClose={end.close}
        title={`${verb} ${name}?`}
        onConfirm={async () => {
          await confirm.onConfirm()
          await refresh('windows', 'silences', 'alerts')
        }}
      />
    </Group>
  )
}
