import { Text } from '@mantine/core'
import { useState } from 'react'
import { BASE_URL } from '../../../api/client.ts'
import { CodeBlock } from '../../../ui/exchange/code-block.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ArrivalWatch } from './arrival-watch.tsx'
import { GuideToken } from './guide-token.tsx'
import type { Guide, Step } from './guides/guide.ts'
import styles from './sources.module.css'

interface GuidePanelProps {
  readonly guide: Guide
}

/** Stands in the instructions until there is a token. */
const NO_TOKEN = 'YOUR_TOKEN'

/** Shows a guide step by step, from the token to the first report. */
export function GuidePanel({ guide }: GuidePanelProps) {
  const [token, setToken] = useState<string | null>(null)
  const steps = guide.steps({ address: BASE_URL, token: token ?? NO_TOKEN })
  return (
    <Panel title={guide.name} description={guide.about}>
      <ol className={styles.steps}>
        {guide.tokenName !== null && (
          <li className={styles.step}>
            <GuideToken name={guide.tokenName} token={token} onMade={setToken} />
          </li>
        )}
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
        <li className={styles.step}>
          <Text size="sm" fw={600} mb={6}>
            Watch for the first report
          </Text>
          <ArrivalWatch guide={guide} />
        </li>
      </ol>
    </Panel>
  )
}

function StepItem({ step: { title, hint, text } }: { readonly step: Step }) {
  return (
    <li className={styles.step}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {text !== undefined && (
        <div style={{ marginTop: 6 }}>
          <CodeBlock text={text} label={title} />
        </div>
      )}
    </li>
  )
}
