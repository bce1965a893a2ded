import { Title } from '@mantine/core'
import { ExternalLink } from './external-link.tsx'
import { Facts } from './facts.tsx'

interface NamedTextsProps {
  readonly title: string
  /** Names and values from outside; what is the address of a web page can be followed. */
  readonly texts: Readonly<Record<string, string>>
}

/** The labels of an alert and the like; nothing without them. */
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
