import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './story.module.css'
import { ExternalLink } from './links.tsx'

export interface Fact {
  readonly name: string
  /** Left out if empty. */
  readonly value: ReactNode
}

/** Shows names and values side by side; stacked on narrow screens. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
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

interface NamedTextsProps {
  readonly title: string
  /** Foreign names and values; a web address becomes a link. */
  readonly texts: Readonly<Record<string, string>>
}

/** Shows labels and the like; nothing if empty. */
export function NamedTexts({ title, texts }: NamedTextsProps) {
  const facts = Object.entries(texts).map(([name, value]) => ({
    name,
    value: /^https?:\/\//i.test(value) ? <ExternalLink href={value} /> : value,
  }))
  if (facts.length === 0) return null
  return (
    <section>
      <Title order={3} size="h6" mb={2}>
        {title}
      </Title>
      <Facts facts={facts} />
    </section>
  )
}
