import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatExact } from '../../../ui/text/format.ts'
import styles from './conflict.module.css'
import { LABELS } from './field-labels.ts'
import { type FormField, type WebhookForm, FORM_FIELDS, isSame, type HeaderEntry } from './webhook-form.ts'
import { HIDDEN } from '../webhook-types.ts'
import { ofPlainSettings } from './plain-settings.ts'
import { toResponseRule } from './response-conditions.ts'

/** Words for an empty field. */
const EMPTY: Partial<Record<FormField, string>> = {
  ...ofPlainSettings(({ absent }) => absent),
  ca_certificates: 'System certificates',
}

interface ConflictDialogProps {
  readonly forms: ThreeForms
  /** The principal and the time of the last change, if the service names them. */
  readonly last: { readonly at: string; readonly by: string | null } | null
  readonly onMerge: (merged: WebhookForm) => void
  readonly onClose: () => void
}

/** Somebody else has saved the webhook meanwhile: what they changed, beside what is here, to choose field by field. */
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

/**
 * A form at three moments: as it was when it was opened, as it is here, and as somebody else has saved it meanwhile.
 */
interface ThreeForms {
  readonly base: WebhookForm
  readonly mine: WebhookForm
  readonly theirs: WebhookForm
}

/** The fields that somebody else changed; `conflict`: here they were changed too, to something else. */
interface TheirChange {
  readonly field: FormField
  readonly kind: 'theirs' | 'conflict'
}

export function theirChanges({ base, mine, theirs }: ThreeForms): readonly TheirChange[] {
  return FORM_FIELDS.filter((field) => !isSame(base, theirs, field) && !isSame(mine, theirs, field)).map(
    (field) => ({ field, kind: isSame(base, mine, field) ? 'theirs' : 'conflict' }),
  )
}

/** Merges two changes: what only they changed is theirs; of what both changed, `kept` stays ours. */
export function mergeForms(forms: ThreeForms, kept: ReadonlySet<FormField>): WebhookForm {
  const taken = theirChanges(forms).filter(({ field, kind }) => kind === 'theirs' || !kept.has(field))
  const { mine, theirs } = forms
  const merged = { ...mine, ...Object.fromEntries(taken.map(({ field }) => [field, theirs[field]])) }
  return { ...merged, http_headers: rebaseHeaders(merged.http_headers, theirs.http_headers) }
}

/** An entry that somebody else has deleted is a new one again; what was hidden of it is gone. */
function rebaseHeaders(entries: readonly HeaderEntry[], stored: readonly HeaderEntry[]): HeaderEntry[] {
  const known = new Set(stored.map(({ id }) => id))
  return entries.map((entry) =>
    known.has(entry.id) ? entry : { ...entry, id: null, value: entry.value === HIDDEN ? '' : entry.value },
  )
}

/** A field's value to be read beside another one. */
function showField(form: WebhookForm, field: FormField): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (field === 'mode') return value === 'current_state' ? 'Current state' : 'Every change'
  if (field === 'missed_alerts') return value === 'notify' ? 'On' : 'Off'
  if (field === 'http_headers') {
    return form.http_headers.map(({ name, value }) => `${name}: ${value}`).join('\n') || 'None'
  }
  if (field === 'response_rule') return JSON.stringify(toResponseRule(form.response_rule), null, 1)
  if (field === 'fallback_webhook_id') return value === null ? 'None' : `Webhook ${String(value)}`
  return String(value) || EMPTY[field] || 'Nothing'
}
