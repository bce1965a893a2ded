import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconHistory, IconSend } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { sentenceOf } from '../../../api/problem.ts'
import { Guarded } from '../../../ui/page/rights.tsx'
import { LABELS } from './field-labels.ts'
import styles from './form.module.css'
import type { WebhookFormState } from './use-webhook-form.ts'
import type { FormField } from './webhook-form.ts'

interface FormBarProps {
  readonly changed: readonly FormField[]
  readonly isNew: boolean
  readonly isSaving: boolean
  /** Why saving failed; details are above the form. */
  readonly error: unknown
  readonly onTest: () => void
  readonly onDiscard: () => void
  readonly onSave: () => void
  /** Creates it and sends a test; absent: it exists already. */
  readonly onSaveAndTest?: (() => void) | undefined
}

const NAMED_MAX = 3

/** Stays below the form and shows unsaved changes and their actions. */
export function FormBar({
  changed,
  isNew,
  isSaving,
  error,
  onTest,
  onDiscard,
  onSave,
  onSaveAndTest,
}: FormBarProps) {
  return (
    <div className={styles.bar} role="region" aria-label="Save">
      {error === null ? (
        <Text size="sm" c="dimmed" role="status" className={styles.barText!}>
          {describe(changed, isNew)}
        </Text>
      ) : (
        <Text size="sm" c="var(--tocsin-bad)" role="alert" className={styles.barText!} lineClamp={2}>
          Not saved: {sentenceOf(error)}
        </Text>
      )}
      <Group gap="xs" className={styles.barButtons!}>
        <Button variant="subtle" onClick={onDiscard} disabled={changed.length === 0}>
          Discard
        </Button>
        <Guarded scope="webhooks:write" to="send tests">
          <Button variant="subtle" leftSection={<IconSend size={16} />} onClick={onTest}>
            Send a test
          </Button>
        </Guarded>
        {isNew && (
          <Guarded scope="webhooks:write" to="create webhooks">
            <Button variant="default" onClick={onSave} loading={isSaving}>
              Create the webhook
            </Button>
          </Guarded>
        )}
        <Guarded scope="webhooks:write" to="save webhooks">
          <Button
            onClick={onSaveAndTest ?? onSave}
            loading={isSaving}
            disabled={!isNew && changed.length === 0}
          >
            {isNew ? 'Create and test' : 'Save'}
          </Button>
        </Guarded>
      </Group>
    </div>
  )
}

function describe(changed: readonly FormField[], isNew: boolean): string {
  if (isNew) return 'Tocsin stores nothing until you create it.'
  if (changed.length === 0) return 'No changes.'
  const named = changed.slice(0, NAMED_MAX).map((field) => LABELS[field])
  const more = changed.length - named.length
  return `Not saved: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

interface DraftNoticeProps {
  readonly state: WebhookFormState
  readonly onDiscard: () => void
}

/** Says that a draft is back, and what could not be kept. */
export function DraftNotice({ state: { restored }, onDiscard }: DraftNoticeProps) {
  if (restored === undefined) return null
  const { leftOut } = restored
  return (
    <Alert color="petrol" icon={<IconHistory size={18} />} title="Draft restored">
      <Group justify="space-between" align="center" gap="sm">
        <Text size="sm" flex={1} miw={220}>
          It was not saved.{' '}
          {leftOut.length > 0 && `Secrets are not kept; enter again: ${leftOut.join(', ')}.`}
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}

interface LeaveGuardProps {
  /** Read on leaving, so that saved changes do not ask. */
  readonly isDirty: () => boolean
  readonly onDiscard: () => void
}

/** Asks before a changed form is left. */
export function LeaveGuard({ isDirty, onDiscard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Stack gap="md">
        <Text size="sm">Your changes are not saved.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              onDiscard()
              proceed?.()
            }}
          >
            Discard
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
