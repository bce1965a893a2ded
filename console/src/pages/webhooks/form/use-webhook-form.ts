import { useState } from 'react'
import type { Issue } from '../../../api/problem.ts'
import { dropDraft, keepDraft, readDraft, toDraft } from './draft-store.ts'
import { fieldOf } from './form-issues.ts'
import { changedFields, type FormField, type WebhookForm } from './webhook-form.ts'

interface Opened {
  /** The form as opened, to compare with. */
  readonly base: WebhookForm
  /** Null: a new webhook. */
  readonly revision: number | null
  /** Where this tab keeps its draft. */
  readonly draftKey: string
  /** Initial text from a preset or a copy. */
  readonly start?: WebhookForm
}

type SetField = <Field extends FormField>(field: Field, value: WebhookForm[Field]) => void

/** Keeps text, base and mistakes in this tab until saved or discarded. */
export function useWebhookForm({ base: opened, revision, draftKey, start = opened }: Opened) {
  const [restored] = useState(() => readDraft(sessionStorage, draftKey))
  // A draft keeps its own base, so saving it finds later changes.
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
    // A mistake of the old value does not apply to the new one.
    setIssues(issues.filter(({ path }) => fieldOf(path) !== field))
  }
  const forget = () => dropDraft(sessionStorage, draftKey)

  return {
    base,
    form,
    issues,
    changed: changedFields(base, form),
    /** The draft found when the form opened. */
    restored: isRestored ? restored : undefined,
    /** The revision that the form is based on. */
    revision: isRestored && restored ? restored.revision : revision,
    set,
    /** Sets many fields: a preset's template, a merge. */
    fill: (part: Partial<WebhookForm>) => write({ ...form, ...part }),
    setIssues,
    /** Starts again from the saved base. */
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
