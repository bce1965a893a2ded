import { Center, Button, Checkbox, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../../api/list.ts'
import { isTicked, toggle, toggleShown, type Selection } from '../../../ui/list/selection.ts'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import type { ListedWebhook } from '../listed-webhook.ts'
import { ORDERED_MAX, type Order } from '../webhook-search.ts'
import { WebhookRow } from './webhook-row.tsx'
import styles from './list.module.css'

interface WebhookTableProps {
  readonly list: List<ListedWebhook>
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** Tags that narrow the list. */
  readonly tags: readonly string[] | undefined
  readonly onTags: (tags: readonly string[]) => void
  /** Actions on the selection. */
  readonly bar: ReactNode
  readonly empty: ReactNode
}

interface Head {
  readonly label: string
  /** The order that a click sets. */
  readonly order?: Order
  readonly isNumber?: true
}

const HEADS: readonly Head[] = [
  { label: 'Health', order: 'worst' },
  { label: 'Webhook', order: 'id' },
  { label: 'Events' },
  { label: '24 hours' },
  { label: 'Success', order: 'failures', isNumber: true },
  { label: 'Latency', isNumber: true },
  { label: 'Unfinished', order: 'backlog', isNumber: true },
  { label: 'Last accepted', order: 'last_accepted', isNumber: true },
  { label: 'Enabled', isNumber: true },
]

export function WebhookTable(props: WebhookTableProps) {
  const { list, selection, onSelect, tags, onTags, bar, empty } = props
  const shown = list.items.map(({ id }) => id)
  if (list.error !== null && list.items.length === 0) return <ProblemAlert error={list.error} />
  if (!list.isLoading && list.items.length === 0) return <div className={styles.frame}>{empty}</div>
  return (
    <>
      <ProblemAlert error={list.error} />
      <div
        role="table"
        aria-label="Webhooks"
        className={styles.frame}
        aria-busy={list.isLoading || list.isStale}
      >
        <Heads {...props} shown={shown} />
        {bar}
        {list.isLoading ? (
          <Skeletons />
        ) : (
          list.items.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              tags={tags}
              onTags={onTags}
              isTicked={isTicked(selection, webhook.id)}
              onTick={(isRange) => onSelect(toggle(selection, webhook.id, { shown, isRange }))}
            />
          ))
        )}
      </div>
      <Foot {...props} />
    </>
  )
}

function Heads({
  order,
  onOrder,
  selection,
  onSelect,
  shown,
}: WebhookTableProps & { readonly shown: readonly number[] }) {
  const ticked = shown.filter((id) => isTicked(selection, id)).length
  return (
    <div role="row" className={styles.heads}>
      <div role="columnheader" className={styles.tick}>
        <Checkbox
          size="sm"
          checked={shown.length > 0 && ticked === shown.length}
          indeterminate={ticked > 0 && ticked < shown.length}
          disabled={shown.length === 0}
          onChange={() => onSelect(toggleShown(selection, shown))}
          aria-label="Select all that are shown"
        />
      </div>
      {HEADS.map((head) => (
        <div
          key={head.label}
          role="columnheader"
          className={head.isNumber ? styles.numberHead : styles.head}
          {...(head.order === order && { 'aria-sort': 'descending' as const })}
        >
          {head.order === undefined ? (
            head.label
          ) : (
            <UnstyledButton
              className={styles.orderButton!}
              title={`Order by: ${head.label}`}
              onClick={() => onOrder(head.order ?? 'id')}
            >
              {head.label}
              {head.order === order && <IconArrowDown size={13} aria-hidden />}
            </UnstyledButton>
          )}
        </div>
      ))}
    </div>
  )
}

/** Counts them, and shows more. */
function Foot({ list, order }: WebhookTableProps) {
  const count = list.items.length
  const isCut = order !== 'id' && count >= ORDERED_MAX
  if (list.hasMore) {
    return (
      <Center mt="md">
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      </Center>
    )
  }
  return (
    <Text size="sm" c="dimmed" mt="xs" px={4}>
      {count === 1 ? '1 webhook' : `${formatCount(count)} webhooks`}
      {isCut && ' are shown in this order. Search, or order by webhook, to see the others.'}
    </Text>
  )
}

function Skeletons() {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <Skeleton height={16} width={`${70 - (index % 4) * 9}%`} />
        </div>
      ))}
    </div>
  )
}
