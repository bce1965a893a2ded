import { Alert, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { withSession } from '../../../api/after-sign-in.ts'
import { Problem } from '../../../api/problem.ts'
import { Guarded } from '../../../ui/guarded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { BackToWebhook } from '../view/back-link.tsx'
import {
  changeWebhook,
  forgetWebhooks,
  readWebhook,
  webhookQuery,
  type ReadWebhook,
} from '../webhooks-api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { sectionOfFirstIssue } from './first-issue.ts'
import { goTo } from './form-index.tsx'
import { readLastChange, type LastChange } from './last-change.ts'
import { useWebhookForm } from './use-webhook-form.ts'
import { toChange } from './webhook-change.ts'
import { hidesSomething, reveal, toForm, type WebhookForm } from './webhook-form.ts'
import { WebhookFormView } from './webhook-form-view.tsx'

interface Conflict {
  readonly latest: ReadWebhook
  readonly theirs: WebhookForm
  readonly last: LastChange | null
}

/** The form of a webhook that is there; what is read anew meanwhile does not touch what is typed. */
export function EditWebhook({ first }: { readonly first: ReadWebhook }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(first)
  const { webhook } = opened
  const state = useWebhookForm({
    base: toForm(webhook),
    revision: webhook.revision,
    draftKey: String(webhook.id),
  })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isDone = useRef(false)
  const { data: current } = useQuery(webhookQuery(webhook.id))
  const isOutdated = current !== undefined && current.webhook.revision > webhook.revision

  const compare = async (last: LastChange | null) => {
    const isRevealed = !hidesSomething(state.base) && hidesSomething(toForm(webhook))
    const latest = await readWebhook(webhook.id, isRevealed ? 'secrets' : undefined)
    setConflict({ latest, theirs: toForm(latest.webhook), last })
  }
  const save = async (base: WebhookForm, mine: WebhookForm, etag: string | null) => {
    setSaving(true)
    setError(null)
    try {
      await withSession(client, () => changeWebhook(webhook.id, toChange(base, mine), etag))
      isDone.current = true
      state.forget()
      await forgetWebhooks(client)
      notifications.show({ message: `${mine.name} is saved.` })
      await navigate({ to: '/webhooks/$id', params: { id: String(webhook.id) } })
    } catch (thrown) {
      await refused(thrown).catch(setError)
    } finally {
      setSaving(false)
    }
  }
  const refused = async (thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status === 412) return compare(readLastChange(thrown))
    setError(thrown)
    if (!(thrown instanceof Problem)) return
    state.setIssues(thrown.issues)
    const section = sectionOfFirstIssue(thrown.issues)
    if (section !== undefined) goTo(section)
  }
  const merge = (merged: WebhookForm) => {
    if (conflict === null) return
    setConflict(null)
    setOpened(conflict.latest)
    state.rebase(conflict.theirs, merged)
    void save(conflict.theirs, merged, conflict.latest.etag)
  }
  const show = async () => {
    const { webhook: stored } = await readWebhook(webhook.id, 'secrets')
    state.rebase(reveal(state.base, stored), reveal(state.form, stored))
  }

  return (
    <>
      <PageHeader title={`Edit ${webhook.name}`} above={<BackToWebhook id={webhook.id} name={webhook.name} />}>
        {hidesSomething(state.form) && (
          <Guarded scope="secrets:read">
            <Button
              variant="default"
              leftSection={<IconEye size={16} />}
              onClick={() => void show().catch(setError)}
            >
              Show hidden values
            </Button>
          </Guarded>
        )}
      </PageHeader>
      {isOutdated && (
        <Alert color="yellow" mb="md" title="Somebody else has just changed this webhook">
          <Group justify="space-between" gap="sm">
            What you typed is still here. When you save, you choose what is to hold.
            <Button size="xs" variant="default" onClick={() => void compare(null).catch(setError)}>
              See what changed
            </Button>
          </Group>
        </Alert>
      )}
      <WebhookFormView
        state={state}
        webhook={webhook}
        isSaving={isSaving}
        error={error}
        isDirty={() => !isDone.current && state.changed.length > 0}
        onSave={() => void save(state.base, state.form, opened.etag)}
        onDiscard={() => {
          setError(null)
          state.discard()
        }}
      />
      {conflict && (
        <ConflictDialog
          forms={{ base: state.base, mine: state.form, theirs: conflict.theirs }}
          last={conflict.last}
          onMerge={merge}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  )
}
