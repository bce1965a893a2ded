import { UnstyledButton } from '@mantine/core'
import styles from './label-buttons.module.css'

interface LabelButtonsProps {
  /** The entries of the list, in the plural: `alerts`. */
  readonly of: string
  readonly labels: Readonly<Record<string, string>>
  /** Labels that the list is narrowed to already. */
  readonly chosen?: readonly string[] | undefined
  /** Called with all labels that the list is to be narrowed to. */
  readonly onChoose: (labels: readonly string[]) => void
}

/** Labels that are shown in a row; the story of the entry has all. */
const LABELS_SHOWN = 3

/** Shows labels, each of which narrows the list when it is clicked. */
export function LabelButtons({ of, labels, chosen, onChoose }: LabelButtonsProps) {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .filter((label) => !chosen?.includes(label))
    .slice(0, LABELS_SHOWN)
    .map((label) => (
      <UnstyledButton
        key={label}
        className={styles.label!}
        title={`Show only ${of} with this label`}
        onClick={() => onChoose([...(chosen ?? []), label])}
      >
        {label}
      </UnstyledButton>
    ))
}
