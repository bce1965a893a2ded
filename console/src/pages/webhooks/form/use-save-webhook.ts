import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useRefresh } from '../../../api/refetch.ts'
import { Problem } from '../../../api/problem.ts'
import { withSession } from '../../../api/session.ts'
import type { WrittenWebhook } from '../webhook-types.ts'
import { changeWebhook, readWebhook, type ReadWebhook } from '../webhooks-api.ts'
import { sectionOfFirstIssue } from './field-labels.ts'
import { goTo } from './form-sections.tsx'
import { useWebhookForm } from './use-webhook-form.ts'
import { fixedPartOf, toChange } from './webhook-change.ts'
import { hidesSomething, reveal, toForm, type WebhookForm } from './webhook-form.ts'

/** Another save was first: the stored webhook, and who changed it if known. */
interface Conflict {
  readonly latest: ReadWebhook
  readonly theirs: WebhookForm
  readonly last: LastChange | null
}

/** Saves the form of a stored webhook only over the revision that was read or compared. */
export function useSaveWebhook(first: ReadWebhook) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(first)
  const { webhook } = opened
  const state = useWebhookForm({
    base: toForm(webhook),
    revision: webhook.revision,
    draftKey: String(webhook.id),
  })
  const [isSaving, setSaving] = useState(false)
  const [isRevealed, setRevealed] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isDone = useRef(false)

  const compare = async (last: LastChange | null) => {
    const latest = await readWebhook(webhook.id, isRevealed ? 'secrets' : undefined)
    setConflict({ latest, theirs: toForm(latest.webhook), last })
  }
  const refused = async (thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status === 412) return compare(readLastChange(thrown))
    setError(thrown)
    if (!(thrown instanceof Problem)) return
    state.setIssues(thrown.issues)
    const section = sectionOfFirstIssue(thrown.issues)
    if (section !== undefined) goTo(section)
  }
  const save = async (base: WebhookForm, mine: WebhookForm, etag: string | null) => {
    setSaving(true)
    setError(null)
    try {
      const change = toChange(base, mine)
      const saved = await withSession(client, () => changeWebhook(webhook.id, change, etag))
      isDone.current = true
      state.forget()
      await refresh('webhooks')
      notifySaved(saved, false)
      const fixed = fixedPartOf(change)
      await navigate({
        to: '/webhooks/$id',
        params: { id: String(webhook.id) },
        search: fixed === undefined ? {} : { fixed },
      })
    } catch (thrown) {
      await refused(thrown).catch(setError)
    } finally {
      setSaving(false)
    }
  }
  // A draft may be based on an older revision.
  const isCurrent = state.revision === webhook.revision
  const reading = (read: Promise<void>) => void read.catch(setError)

  return {
    webhook,
    state,
    isSaving,
    error,
    conflict,
    isDirty: () => !isDone.current && state.changed.length > 0,
    save: () => void save(state.base, state.form, isCurrent ? opened.etag : `"${state.revision}"`),
    /** Reads the other change, to compare it with the form. */
    compare: () => reading(compare(null)),
    leaveConflict: () => setConflict(null),
    merge: (merged: WebhookForm) => {
      if (conflict === null) return
      setConflict(null)
      setOpened(conflict.latest)
      state.rebase(conflict.theirs, merged)
      void save(conflict.theirs, merged, conflict.latest.etag)
    },
    hides: hidesSomething(state.form),
    /** Fills in hidden values; typed ones stay. */
    reveal: () =>
      reading(
        readWebhook(webhook.id, 'secrets').then(({ webhook: stored }) => {
          setRevealed(true)
          state.rebase(reveal(state.base, stored), reveal(state.form, stored))
        }),
      ),
    discard: () => {
      setError(null)
      state.discard()
    },
  }
}

/** `by` is null if the service names no principal. */
interface LastChange {
  readonly at: string
  readonly by: string | null
}

/** Reads the last change from a refusal; null: not named. */
function readLastChange({ more }: Pick<Problem, 'more'>): LastChange | null {
  const { last_changed: last } = more
  if (typeof last !== 'object' || last === null || !('at' in last) || typeof last.at !== 'string') return null
  return { at: last.at, by: 'by' in last ? nameOf(last.by) : null }
}

/** A name, or an actor of the audit log. */
function nameOf(by: unknown): string | null {
  if (typeof by === 'string') return by
  if (typeof by !== 'object' || by === null) return null
  if ('name' in by && typeof by.name === 'string') return by.name
  return 'token_name' in by && typeof by.token_name === 'string' ? by.token_name : null
}

/** Confirms a save. Warnings stay on the webhook's page. */
export function notifySaved({ name, warnings }: WrittenWebhook, isNew: boolean): void {
  const saved = isNew ? `${name} is created and notified from now on.` : `${name} is saved.`
  if (warnings.length === 0) notifications.show({ message: saved })
  else notifications.show({ color: 'yellow', message: `${saved} Its page says what is worth a look.` })
}
