import { PageHeader } from '../../ui/page/page-header.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { BackToWebhooks } from './back-link.tsx'

/** Stands for a webhook that could not be read: why, and the way back. */
export function WebhookProblem({ id, error }: { readonly id: number; readonly error: Error }) {
  return (
    <>
      <PageHeader title={`Webhook ${id}`} above={<BackToWebhooks />} />
      <ProblemAlert error={error} />
    </>
  )
}
