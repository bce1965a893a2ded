import { Button, Center, Skeleton, VisuallyHidden } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { List } from '../../api/list.ts'
import { ProblemAlert } from '../page/problem-alert.tsx'
import styles from './row-list.module.css'

interface RowListProps<Item> {
  readonly list: List<Item>
  /** The list's name, for screen readers. */
  readonly label: string
  /** The `grid-template-columns` of wide screens; narrow ones stack the cells. */
  readonly columns: string
  /** Unique heads, one for each column. */
  readonly heads: readonly string[]
  /** Replaces an empty list. */
  readonly empty: ReactNode
  /** Renders a `Row`, with a key. */
  readonly children: (item: Item) => ReactNode
}

/** Shows the beginning of a list, and more on request. */
export function RowList<Item>({ list, label, columns, heads, empty, children }: RowListProps<Item>) {
  const style = { '--columns': columns } as CSSProperties
  if (list.error !== null && list.items.length === 0) return <ProblemAlert error={list.error} />
  if (!list.isLoading && list.items.length === 0) return <div className={styles.frame}>{empty}</div>
  return (
    <>
      <ProblemAlert error={list.error} />
      <div className={styles.frame} style={style} aria-busy={list.isLoading || list.isStale}>
        <div className={styles.heads} aria-hidden>
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
        {list.isLoading ? (
          <Skeletons />
        ) : (
          <ul className={styles.rows} aria-label={label} data-stale={list.isStale || undefined}>
            {list.items.map(children)}
          </ul>
        )}
      </div>
      {list.hasMore && (
        <Center mt="md">
          <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
            Show more
          </Button>
        </Center>
      )}
    </>
  )
}

function Skeletons() {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <Skeleton height={18} width={`${70 - (index % 4) * 9}%`} />
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A row; its `rowLink` covers the whole row. */
export function Row({ isOpen = false, children }: RowProps) {
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      {children}
    </li>
  )
}

export const rowLink: string = styles.cover ?? ''

interface CellProps {
  /** For screen readers, and for narrow screens, which have no heads. */
  readonly label?: string
  /** Its own line on narrow screens. */
  readonly isWide?: boolean
  /** First on narrow screens. */
  readonly isFirst?: boolean
  /** The whole row below the other cells: what is unfolded. */
  readonly isFull?: boolean
  /** On the right, or in the upper corner of narrow screens, with the row's actions. */
  readonly isCorner?: boolean
  /** Above the row's link, so that it can be clicked. */
  readonly isRaised?: boolean
  readonly children: ReactNode
}

export function Cell({ label, children, ...shape }: CellProps) {
  return (
    <div
      className={styles.cell}
      data-wide={shape.isWide || undefined}
      data-first={shape.isFirst || undefined}
      data-full={shape.isFull || undefined}
      data-corner={shape.isCorner || undefined}
      data-raised={shape.isRaised || undefined}
    >
      {label !== undefined && (
        <>
          <span className={styles.label} aria-hidden>
            {label}{' '}
          </span>
          <VisuallyHidden>{label}: </VisuallyHidden>
        </>
      )}
      {children}
    </div>
  )
}
