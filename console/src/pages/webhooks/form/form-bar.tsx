import { Button, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { sentenceOf } from '../../../api/problem.ts'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { LABELS } from './field-labels.ts'
import styles from './form.module.css'
import type { FormField } from './webhook-form.ts'

interface FormBarProps {
  readonly changed: readonly FormField[]
  readonly isNew: boolean
  readonly isSaving: boolean
  /** Why it could not be saved; its whole story stands above the form. */
  readonly error: unknown
  readonly onTest: () => void
  readonly onDiscard: () => void
  readonly onSave: () => void
  /** Creates it and sends a test; absent: it is there already. */
  readonly onSaveAndTest?: (() => void) | undefined
}

const NAMED_MAX = 3

/** Stays in sight below the form: what is not saved yet, and what can be done with it. */
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
