import { useState } from 'react'
import type { Issue } from '../../../api/problem.ts'
import { dropDraft, keepDraft, readDraft, toDraft } from './draft-store.ts'
import { fieldOf } from './form-issues.ts'
import { changedFields, type FormField, type WebhookForm } from './webhook-form.ts'

interface Opened {
  /** The form as it was opened, to compare with. */
  readonly base: WebhookForm
  /** Null: a new webhook. */
  readonly revision: number | null
  /** Under which a draft of it is kept in this tab. */
  readonly draftKey: string
  /** Typed already when the form opens: by a receiver's template, or a copy. */
  readonly start?: WebhookForm
}

type SetField = <Field extends FormField>(field: Field, value: WebhookForm[Field]) => void

/** Keeps what is typed, its base, and its mistakes in this tab until it is saved or discarded. */
export function useWebhookForm({ base: opened, revision, draftKey, start = opened }: Opened) {
  const [restored] = useState(() => readDraft(sessionStorage, draftKey))
  // If it has changed since, this is what the draft was typed over: saving it meets what has changed.
  const [base, setBase] = useState<WebhookForm>(() => ({ ...opened, ...restored?.base }))
  const [form, setForm] = useState<WebhookForm>(() => ({ ...start, ...restored?.mine }))
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [isRestored, setRestored] = useState(restored !== undefined)

  const write = (next: WebhookForm) => {
    setForm(next)
    keepDraft(sessionStorage, draftKey, toDraft(base, next, revision))
  }
  const set: SetField = (field, value) => {
    write({ ...form, [field]: value })
    // What was said of the old value is not true of the new one.
    setIssues(issues.filter(({ path }) => fieldOf(path) !== field))
  }
  const forget = () => dropDraft(sessionStorage, draftKey)

  return {
    base,
    form,
    issues,
    changed: changedFields(base, form),
    /** The draft that was found when the form was opened. */
    restored: isRestored ? restored : undefined,
    /** The revision that the form is typed over. */
    revision: isRestored && restored ? restored.revision : revision,
    set,
    /** Many fields at once: a receiver's template, a merge. */
    fill: (part: Partial<WebhookForm>) => write({ ...form, ...part }),
    setIssues,
    /** Starts again from another base: what is saved now. */
    rebase: (next: WebhookForm, mine: WebhookForm) => {
      setBase(next)
      setForm(mine)
      setIssues([])
      setRestored(false)
    },
    discard: () => {
      forget()
      setBase(opened)
      setForm(opened)
      setIssues([])
      setRestored(false)
    },
    forget,
  }
}

export type WebhookFormState = ReturnType<typeof useWebhookForm>
