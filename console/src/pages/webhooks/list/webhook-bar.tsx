import { Button, CloseButton, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPower, IconPlayerPlay, IconTrash, IconBellOff, IconTag } from '@tabler/icons-react'
import { useState, lazy, Suspense } from 'react'
import { useRefresh } from '../../../api/refetch.ts'
import { applyToMany, type Applied } from '../../../api/apply-to-many.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { Guarded } from '../../../ui/page/rights.tsx'
import { NOTHING, type Selection } from '../../../ui/list/selection.ts'
import { formatCount } from '../../../ui/text/format.ts'
import type { ListedWebhook } from '../listed-webhook.ts'
import { changeWebhook, deleteWebhook } from '../webhooks-api.ts'
import { loadPage } from '../../../shell/load-page.ts'
import { retaggedBy, tagsAfter, type TagChange } from './tag-change.ts'
import styles from './list.module.css'
import { type BulkAction, BULK, fittingOf, describeBulk } from './bulk-words.ts'

interface WebhookBarProps {
  readonly ticked: readonly ListedWebhook[]
  readonly onSelect: (selection: Selection) => void
}

const ICONS = { enable: IconPlayerPlay, disable: IconPower, delete: IconTrash } as const

/** Shows the actions on all selected webhooks; each says before what it will do. */
export function WebhookBar({ ticked, onSelect }: WebhookBarProps) {
  const refresh = useRefresh()
  const [asks, setAsks] = useState<BulkAction | null>(null)
  if (ticked.length === 0) return null
  const finish = async (done: string, { doneCount, refusals }: Applied) => {
    const refused = [...refusals].map(([why, count]) => `${formatCount(count)} refused: ${why}`)
    notifications.show({
      color: refused.length > 0 ? 'yellow' : 'green',
      message: [`${formatCount(doneCount)} ${done}.`, ...refused].join(' '),
    })
    onSelect(NOTHING)
    await refresh('webhooks')
  }
  const apply = async (action: BulkAction) => {
    const change = ({ id }: ListedWebhook) =>
      action === 'delete' ? deleteWebhook(id) : changeWebhook(id, { enabled: action === 'enable' }, null)
    await finish(BULK[action].done, await applyToMany(fittingOf(action, ticked), change))
  }
  const tag = async (change: TagChange) => {
    // `If-Match` names the revision that is shown, so that nobody's tags are lost.
    const retag = (webhook: ListedWebhook) =>
      changeWebhook(webhook.id, { tags: tagsAfter(webhook, change) }, `"${webhook.revision}"`)
    await finish('tagged', await applyToMany(retaggedBy(change, ticked), retag))
  }
  return (
    <div role="row" className={styles.selection}>
      <div role="cell" className={styles.selectionCell}>
        <Text size="sm" fw={600} role="status" mr="auto">
          {formatCount(ticked.length)} selected
        </Text>
        <Group gap="xs">
          {(['disable', 'enable', 'delete'] as const).map((action) => (
            <BulkButton
              key={action}
              action={action}
              count={fittingOf(action, ticked).length}
              onClick={() => setAsks(action)}
            />
          ))}
          <TagMany webhooks={ticked} onTag={tag} />
          <SilenceMany webhooks={ticked} />
          <CloseButton onClick={() => onSelect(NOTHING)} aria-label="Select nothing" />
        </Group>
        <Confirm
          isOpen={asks !== null}
          title={BULK[asks ?? 'disable'].title}
          action={BULK[asks ?? 'disable'].action}
          isDangerous={asks === 'delete'}
          onClose={() => setAsks(null)}
          onConfirm={() => apply(asks ?? 'disable')}
        >
          {describeBulk(asks ?? 'disable', ticked).map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        </Confirm>
      </div>
    </div>
  )
}

interface BulkButtonProps {
  readonly action: BulkAction
  /** Selected webhooks that the action changes. */
  readonly count: number
  readonly onClick: () => void
}

function BulkButton({ action, count, onClick }: BulkButtonProps) {
  const ActionIcon = ICONS[action]
  if (count === 0) return null
  return (
    <Guarded scope="webhooks:write" to="change webhooks">
      <Button size="xs" variant="default" leftSection={<ActionIcon size={15} />} onClick={onClick}>
        {BULK[action].label} {formatCount(count)}
      </Button>
    </Guarded>
  )
}

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
function SilenceMany({ webhooks }: ManyProps) {
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

function TagMany({ webhooks, onTag }: ManyProps & { readonly onTag: (change: TagChange) => Promise<void> }) {
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
