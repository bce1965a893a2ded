import { Button } from '@mantine/core'
import { IconBellOff, IconTag } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadPage } from '../../../shell/load-page.ts'
import { Guarded } from '../../../ui/page/rights.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import type { ListedWebhook } from '../listed-webhook.ts'
import type { TagChange } from './tag-change.ts'

const TagDialog = lazy(loadPage(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog })))

const SilenceDialog = lazy(
  loadPage(async () => ({
    default: (await import('../../silences/silence-dialog.tsx')).SilenceDialog,
  })),
)

/** Matches every alert and job run. */
const EVERYTHING = 'name=~".*"'

/** The API's limit for one silence. */
const SILENCED_MAX = 100

interface ManyProps {
  readonly webhooks: readonly ListedWebhook[]
}

/** Silences all selected webhooks; hidden if they are too many. */
export function SilenceMany({ webhooks }: ManyProps) {
  const [isOpen, setOpen] = useState(false)
  if (webhooks.length > SILENCED_MAX) return null
  return (
    <>
      <Guarded scope="silences:write" to="silence alerts">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBellOff size={15} />}
          onClick={() => setOpen(true)}
        >
          Silence {formatCount(webhooks.length)}
        </Button>
      </Guarded>
      {isOpen && (
        <Suspense fallback={null}>
          <SilenceDialog
            isOpen
            onClose={() => setOpen(false)}
            match={EVERYTHING}
            webhookIds={webhooks.map(({ id }) => id)}
          />
        </Suspense>
      )}
    </>
  )
}

export function TagMany({
  webhooks,
  onTag,
}: ManyProps & { readonly onTag: (change: TagChange) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Guarded scope="webhooks:write" to="tag webhooks">
        <Button size="xs" variant="default" leftSection={<IconTag size={15} />} onClick={() => setOpen(true)}>
          Tag {formatCount(webhooks.length)}
        </Button>
      </Guarded>
      {isOpen && (
        <Suspense fallback={null}>
          <TagDialog webhooks={webhooks} onConfirm={onTag} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
