import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../../shell/not-found.tsx'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { parseId } from '../parse-id.ts'
import { WebhookProblem } from '../webhook-problem.tsx'
import { webhookQuery } from '../webhooks-api.ts'

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
