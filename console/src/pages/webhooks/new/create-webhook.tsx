import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { withSession } from '../../../api/after-sign-in.ts'
import { Problem } from '../../../api/problem.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { sectionOfFirstIssue } from '../form/first-issue.ts'
import { goTo } from '../form/form-index.tsx'
import { notifySaved } from '../form/notify-saved.tsx'
import { useWebhookForm } from '../form/use-webhook-form.ts'
import { toNewWebhook } from '../form/webhook-change.ts'
import type { WebhookForm } from '../form/webhook-form.ts'
import { WebhookFormView } from '../edit/webhook-form-view.tsx'
import { contentTypeOf } from '../template/markers.ts'
import { describeFault } from '../template/template-problems.ts'
import { checkTemplate } from '../template/use-template-check.ts'
import { createWebhook, forgetWebhooks } from '../webhooks-api.ts'

interface CreateWebhookProps {
  readonly base: WebhookForm
  /** The form as it opens. */
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
  const [doubt, setDoubt] = useState<string | null>(null)
  const isDone = useRef(false)
  /** A test is sent once it is there. */
  const sendsTest = useRef(false)

  /** Asks first, if what is sent would not be what it says it is: a receiver refuses that. */
  const check = async (withTest: boolean) => {
    sendsTest.current = withTest
    setSaving(true)
    const { payload_template: template, payload_type: payloadType, http_headers: headers } = state.form
    // A failure of the check comes again when the webhook is created.
    const checked = await checkTemplate(template, payloadType, contentTypeOf(headers)).catch(() => null)
    const fault = describeFault(checked?.fault ?? null)
    if (fault === null) return create()
    setSaving(false)
    setDoubt(fault)
  }
  const create = async () => {
    setSaving(true)
    setError(null)
    try {
      const created = await withSession(client, () => createWebhook(toNewWebhook(state.form)))
      isDone.current = true
      state.forget()
      await forgetWebhooks(client)
      notifySaved(created, true)
      await navigate({
        to: '/webhooks/$id',
        params: { id: String(created.id) },
        search: sendsTest.current ? { tab: 'test', send: true } : {},
      })
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
    <>
      <WebhookFormView
        state={state}
        webhook={null}
        isSaving={isSaving}
        error={error}
        isDirty={() => !isDone.current && state.changed.length > 0}
        onSave={() => void check(false)}
        onSaveAndTest={() => void check(true)}
        onDiscard={discard}
      />
      <Confirm
        isOpen={doubt !== null}
        title="Create it anyway?"
        action="Create it anyway"
        onClose={() => setDoubt(null)}
        onConfirm={create}
      >
        <Text size="sm">{doubt}</Text>
        <Text size="sm">
          Tocsin sends it as JSON, and the receiver will refuse it. The template in the form shows the error.
        </Text>
      </Confirm>
    </>
  )
}
