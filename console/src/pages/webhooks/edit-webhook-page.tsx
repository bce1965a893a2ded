import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../shell/not-found.tsx'
import { PageSkeleton } from '../../shell/page-skeleton.tsx'
import { NeedsRight } from '../../ui/needs-right.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { EditWebhook } from './form/edit-webhook.tsx'
import { parseId } from './parse-id.ts'
import { webhookQuery } from './webhooks-api.ts'

export function EditWebhookPage() {
  const id = parseId(useParams({ from: '/shell/webhooks/$id/edit' }).id)
  const { data, error } = useQuery({ ...webhookQuery(id ?? 0), enabled: id !== null })
  if (id === null) return <NotFound />
  if (data) {
    return (
      <NeedsRight scope="webhooks:write" what="the form of a webhook">
        <EditWebhook key={id} first={data} />
      </NeedsRight>
    )
  }
  return error ? <ProblemAlert error={error} /> : <PageSkeleton />
}
