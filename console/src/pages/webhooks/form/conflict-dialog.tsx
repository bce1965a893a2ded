import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatExact } from '../../../ui/text/format.ts'
import styles from './conflict.module.css'
import { LABELS } from './field-labels.ts'
import type { FormField, WebhookForm } from './webhook-form.ts'
import { type ThreeForms, theirChanges, mergeForms, showField } from './webhook-conflict.ts'

interface ConflictDialogProps {
  readonly forms: ThreeForms
  /** The last change and its author, if the service names them. */
  readonly last: { readonly at: string; readonly by: string | null } | null
  readonly onMerge: (merged: WebhookForm) => void
  readonly onClose: () => void
}

/** Compares somebody's saved changes with this form, field by field. */
export function ConflictDialog({ forms, last, onMerge, onClose }: ConflictDialogProps) {
  const changes = theirChanges(forms)
  const conflicts = changes.filter(({ kind }) => kind === 'conflict')
  const others = changes.filter(({ kind }) => kind === 'theirs')
  const [kept, setKept] = useState<ReadonlySet<FormField>>(() => new Set(conflicts.map(({ field }) => field)))
  const choose = (field: FormField, keeps: boolean) => {
    const next = new Set(kept)
    if (keeps) next.add(field)
    else next.delete(field)
    setKept(next)
  }
  return (
    <Modal opened onClose={onClose} size="xl" title="Somebody else has changed this webhook">
      <Stack gap="lg">
        <Text size="sm">
          {describeLast(last)} Nothing is lost, and nothing is saved yet.{' '}
          {conflicts.length > 0 && 'Choose a version where both of you changed the same field:'}
        </Text>
        {conflicts.map(({ field }) => (
          <Radio.Group
            key={field}
            label={LABELS[field]}
            value={kept.has(field) ? 'mine' : 'theirs'}
            onChange={(choice) => choose(field, choice === 'mine')}
          >
            <div className={styles.sides}>
              <Side title={<Radio value="mine" label="Keep mine" />} text={showField(forms.mine, field)} />
              <Side
                title={<Radio value="theirs" label="Use theirs" />}
                text={showField(forms.theirs, field)}
              />
              <Side title="Before" text={showField(forms.base, field)} isQuiet />
            </div>
          </Radio.Group>
        ))}
        {others.length > 0 && (
          <div>
            <Text size="sm" fw={500} mb={6}>
              Changed only by them, and kept
            </Text>
            {others.map(({ field }) => (
              <div key={field} className={styles.sides}>
                <Side title={`${LABELS[field]}: now`} text={showField(forms.theirs, field)} />
                <Side title="Before" text={showField(forms.base, field)} isQuiet />
              </div>
            ))}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Back to the form
          </Button>
          <Button onClick={() => onMerge(mergeForms(forms, kept))}>Save</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface SideProps {
  readonly title: React.ReactNode
  readonly text: string
  readonly isQuiet?: boolean
}

function Side({ title, text, isQuiet = false }: SideProps) {
  return (
    <div className={styles.side} data-quiet={isQuiet || undefined}>
      <div className={styles.title}>{title}</div>
      <pre className={styles.text}>{text}</pre>
    </div>
  )
}

function describeLast(last: ConflictDialogProps['last']): string {
  if (last === null) return 'It was saved since you opened it.'
  return `${last.by ?? 'Somebody'} saved it at ${formatExact(last.at)}.`
}
