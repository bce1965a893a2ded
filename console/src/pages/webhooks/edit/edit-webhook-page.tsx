import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotFound, PageSkeleton } from '../../../shell/page-fallbacks.tsx'
import { Guarded, NeedsRight } from '../../../ui/page/rights.tsx'
import { BackToWebhook, parseId, WebhookProblem } from '../webhook-header.tsx'
import { webhookQuery, type ReadWebhook } from '../webhooks-api.ts'
import { Alert, Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { ConflictDialog } from '../form/conflict-dialog.tsx'
import { useSaveWebhook } from '../form/use-save-webhook.ts'
import { WebhookFormView } from './webhook-form-view.tsx'

export function EditWebhookPage() {
  const id = parseId(useParams({ from: '/shell/webhooks/$id/edit' }).id)
  if (id === null) return <NotFound />
  return (
    <NeedsRight scope="webhooks:write" what="the form of a webhook" title={`Edit webhook ${id}`}>
      <OneWebhook key={id} id={id} />
    </NeedsRight>
  )
}

function OneWebhook({ id }: { readonly id: number }) {
  const { data, error } = useQuery(webhookQuery(id))
  if (data) return <EditWebhook first={data} />
  return error ? <WebhookProblem id={id} error={error} /> : <PageSkeleton />
}

/** Edits a stored webhook; later reads do not change typed text. */
function EditWebhook({ first }: { readonly first: ReadWebhook }) {
  const saving = useSaveWebhook(first)
  const { webhook, state, conflict } = saving
  const { data: current } = useQuery(webhookQuery(webhook.id))
  const isOutdated = current !== undefined && current.webhook.revision > webhook.revision
  return (
    <>
      <PageHeader
        title={`Edit ${webhook.name}`}
        above={<BackToWebhook id={webhook.id} name={webhook.name} />}
      >
        {saving.hides && (
          <Guarded scope="secrets:read" to="see hidden values">
            <Button variant="default" leftSection={<IconEye size={16} />} onClick={saving.reveal}>
              Show hidden values
            </Button>
          </Guarded>
        )}
      </PageHeader>
      {isOutdated && !saving.isSaving && (
        <Alert color="yellow" mb="md" title="Somebody else has just changed this webhook">
          <Group justify="space-between" gap="sm">
            Your changes are still here. When you save, you choose between the two versions.
            <Button size="xs" variant="default" onClick={saving.compare}>
              See what changed
            </Button>
          </Group>
        </Alert>
      )}
      <WebhookFormView
        state={state}
        webhook={webhook}
        isSaving={saving.isSaving}
        error={saving.error}
        isDirty={saving.isDirty}
        onSave={saving.save}
        onDiscard={saving.discard}
      />
      {conflict && (
        <ConflictDialog
          forms={{ base: state.base, mine: state.form, theirs: conflict.theirs }}
          last={conflict.last}
          onMerge={saving.merge}
          onClose={saving.leaveConflict}
        />
      )}
    </>
  )
}
