import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  readonly name: string
  /** Left out if it is empty. */
  readonly value: ReactNode
}

interface FactsProps {
  readonly facts: readonly Fact[]
}

/** Shows facts about a thing: names on the left, values on the right; below each other on narrow screens. */
export function Facts({ facts }: FactsProps) {
  const known = facts.filter(
    ({ value }) => value !== null && value !== undefined && value !== false && value !== '',
  )
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
