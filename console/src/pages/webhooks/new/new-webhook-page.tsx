import { useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { CopyOfWebhook } from './copy-of-webhook.tsx'
import { FromPreset } from './from-preset.tsx'
import { FromScratch } from './from-scratch.tsx'
import { Presets } from './presets.tsx'
import { BackToWebhooks } from '../back-link.tsx'

/** First what to start from, then what only the user knows, then the form. The address says which. */
export function NewWebhookPage() {
  const { preset, copy } = useSearch({ from: '/shell/webhooks/new' })
  return (
    <>
      <PageHeader
        title="New webhook"
        above={<BackToWebhooks />}
        {...(preset === undefined && copy === undefined && { description: PRESETS })}
      />
      <NeedsRight scope="webhooks:write" what="the form of a new webhook">
        <Start preset={preset} copy={copy} />
      </NeedsRight>
    </>
  )
}

const PRESETS =
  'Choose a preset. It brings a template that the receiver understands, and asks only for values that you alone know. You can change everything and send a test before you save.'

function Start({ preset, copy }: { preset: string | undefined; copy: number | undefined }) {
  if (copy !== undefined) return <CopyOfWebhook key={copy} id={copy} />
  if (preset === undefined) return <Presets />
  if (preset === 'scratch') return <FromScratch />
  return <FromPreset key={preset} id={preset} />
}
