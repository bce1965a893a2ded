import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { readDraft } from '../form/draft-store.ts'
import { EMPTY_FORM, toForm, type WebhookForm } from '../form/webhook-form.ts'
import { presetQuery } from '../presets/presets-api.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { PresetForm } from './preset-form.tsx'

/** First the few things that only the user knows, then the form filled with all the rest. */
export function FromPreset({ id }: { readonly id: string }) {
  const draftKey = `preset-${id}`
  const { data, error } = useQuery(presetQuery(id))
  // What was typed into the form before goes on there.
  const [start, setStart] = useState<WebhookForm | null>(() =>
    readDraft(sessionStorage, draftKey) ? EMPTY_FORM : null,
  )
  if (error) return <ProblemAlert error={error} />
  if (!data) return <PageSkeleton />
  if (start === null) {
    return <PresetForm preset={data} onDraft={(draft) => setStart(toForm(draft))} />
  }
  return <CreateWebhook base={EMPTY_FORM} start={start} draftKey={draftKey} />
}
