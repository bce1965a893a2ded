import { useQuery } from '@tanstack/react-query'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { EMPTY_FORM } from '../form/webhook-form.ts'
import { vocabularyQuery } from '../webhooks-api.ts'
import { CreateWebhook } from './create-webhook.tsx'

/** The empty form, with the template that the service would take by itself. */
export function FromScratch() {
  const { data, error } = useQuery(vocabularyQuery)
  if (error) return <ProblemAlert error={error} />
  if (!data) return <PageSkeleton />
  const base = { ...EMPTY_FORM, payload_template: data.defaults[EMPTY_FORM.payload_type] }
  return <CreateWebhook base={base} start={base} draftKey="new" />
}
