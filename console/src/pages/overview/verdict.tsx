import { Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconOctagon, type Icon } from '@tabler/icons-react'
import { Sentence } from '../../ui/text/sentence.tsx'
import styles from './overview.module.css'
import type { Overview } from './overview-queries.ts'

interface Appearance {
  readonly title: string
  readonly icon: Icon
}

const APPEARANCES: Readonly<Record<Overview['state'], Appearance>> = {
  healthy: { title: 'Deliveries go well', icon: IconCircleCheck },
  degraded: { title: 'Something needs attention', icon: IconAlertTriangle },
  stopped: { title: 'Nothing is delivered', icon: IconOctagon },
}

/** Shows the state of the service in a word and in a sentence. */
export function Verdict({ overview }: { readonly overview: Overview }) {
  const { state, explanation } = overview
  const { title, icon: BadgeIcon } = APPEARANCES[state]
  return (
    <section className={styles.verdict} data-state={state} role="status" aria-label="State">
      <BadgeIcon size={36} stroke={1.7} aria-hidden className={styles.mark!} />
      <div className={styles.verdictText}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm">
          <Sentence text={explanation} />
        </Text>
      </div>
    </section>
  )
}
