import { UnstyledButton } from '@mantine/core'
import styles from './pair-buttons.module.css'

interface PairButtonsProps {
  /** `alerts with this label`. */
  readonly of: string
  readonly pairs: Readonly<Record<string, string>>
  /** The pairs that the list is narrowed to already. */
  readonly chosen?: readonly string[] | undefined
  /** Called with all that the list is to be narrowed to. */
  readonly onChoose: (pairs: readonly string[]) => void
}

/** Labels or tags that are shown in a row; the story of the entry has all. */
const PAIRS_SHOWN = 3

/** Shows labels or tags, each of which narrows the list when it is clicked. */
export function PairButtons({ of, pairs, chosen, onChoose }: PairButtonsProps) {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .filter((pair) => !chosen?.includes(pair))
    .slice(0, PAIRS_SHOWN)
    .map((pair) => (
      <UnstyledButton
        key={pair}
        className={styles.pair!}
        title={`Show only ${of}`}
        onClick={() => onChoose([...(chosen ?? []), pair])}
      >
        {pair}
      </UnstyledButton>
    ))
}
