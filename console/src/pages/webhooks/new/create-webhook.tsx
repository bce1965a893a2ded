import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { withSession } from '../../../api/after-sign-in.ts'
import { Problem } from '../../../api/problem.ts'
import { sectionOfFirstIssue } from '../form/first-issue.ts'
import { goTo } from '../form/form-index.tsx'
import { notifySaved } from '../form/notify-saved.tsx'
import { useWebhookForm } from '../form/use-webhook-form.ts'
import { toNewWebhook } from '../form/webhook-change.ts'
import type { WebhookForm } from '../form/webhook-form.ts'
import { WebhookFormView } from '../form/webhook-form-view.tsx'
import { createWebhook, forgetWebhooks } from '../webhooks-api.ts'

interface CreateWebhookProps {
  readonly base: WebhookForm
  /** What is in the form when it opens. */
  readonly start: WebhookForm
  readonly draftKey: string
}

/** The form of a webhook that is not there yet. */
export function CreateWebhook({ base, start, draftKey }: CreateWebhookProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const state = useWebhookForm({ base, start, revision: null, draftKey })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isDone = useRef(false)

  const create = async () => {
    setSaving(true)
    setError(null)
    try {
      const created = await withSession(client, () => createWebhook(toNewWebhook(state.form)))
      isDone.current = true
      state.forget()
      await forgetWebhooks(client)
      notifySaved(created, true)
      await navigate({ to: '/webhooks/$id', params: { id: String(created.id) } })
    } catch (thrown) {
      setError(thrown)
      if (thrown instanceof Problem) {
        state.setIssues(thrown.issues)
        const section = sectionOfFirstIssue(thrown.issues)
        if (section !== undefined) goTo(section)
      }
    } finally {
      setSaving(false)
    }
  }
  const discard = () => {
    isDone.current = true
    state.forget()
    void navigate({ to: '/webhooks/new', search: {} })
  }
  return (
    <WebhookFormView
      state={state}
      webhook={null}
      isSaving={isSaving}
      error={error}
      isDirty={() => !isDone.current && state.changed.length > 0}
      onSave={() => void create()}
      onDiscard={discard}
    />
  )
}
