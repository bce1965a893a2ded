import { UnstyledButton } from '@mantine/core'
import styles from './pair-buttons.module.css'

interface PairButtonsProps {
  /** `alerts with this label`. */
  readonly of: string
  readonly pairs: Readonly<Record<string, string>>
  /** Pairs that narrow the list. */
  readonly chosen?: readonly string[] | undefined
  /** Called with all pairs that will narrow it. */
  readonly onChoose: (pairs: readonly string[]) => void
}

/** Pairs in a row; the entry's story has all. */
const PAIRS_SHOWN = 3

/** Shows labels or tags; a click narrows the list. */
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
