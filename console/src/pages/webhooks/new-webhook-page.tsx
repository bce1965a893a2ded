import { useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../ui/page-header.tsx'
import { NeedsRight } from '../../ui/needs-right.tsx'
import { CopyOfWebhook } from './new/copy-of-webhook.tsx'
import { FromReceiver } from './new/from-receiver.tsx'
import { FromScratch } from './new/from-scratch.tsx'
import { Gallery } from './new/gallery.tsx'
import { BackToWebhooks } from './view/back-link.tsx'

/** First what to start from, then what only the user knows, then the form. The address says which. */
export function NewWebhookPage() {
  const { receiver, copy } = useSearch({ from: '/shell/webhooks/new' })
  return (
    <>
      <PageHeader
        title="New webhook"
        above={<BackToWebhooks />}
        {...(receiver === undefined && copy === undefined && { description: GALLERY })}
      />
      <NeedsRight scope="webhooks:write" what="the form of a new webhook">
        <Start receiver={receiver} copy={copy} />
      </NeedsRight>
    </>
  )
}

const GALLERY =
  'Where is it to go? Each of these brings a template that the receiver understands, and asks only for what you alone know. Everything can be changed before it is stored, and tested with a real request.'

function Start({ receiver, copy }: { receiver: string | undefined; copy: number | undefined }) {
  if (copy !== undefined) return <CopyOfWebhook key={copy} id={copy} />
  if (receiver === undefined) return <Gallery />
  if (receiver === 'scratch') return <FromScratch />
  return <FromReceiver key={receiver} id={receiver} />
}
