import { Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AnchorLink, ButtonLink } from '../../ui/page/links.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './overview.module.css'
import type { FirstSteps as Taken } from './overview-queries.ts'

/** Shows the three steps to the first delivery, ticked off when done. */
export function FirstSteps({ taken }: { readonly taken: Taken }) {
  const { webhookId, hasReport, hasArrived } = taken
  const done = [hasReport, webhookId !== null, hasArrived].filter(Boolean).length
  return (
    <Panel p={0}>
      <div className={styles.welcome}>
        <img src="icon.svg" width={44} height={44} alt="" />
        <div>
          <Title order={2} size="h3">
            Three steps to the first delivery
          </Title>
          <Text c="dimmed" size="sm" mt={2} maw={620}>
            Tocsin takes alerts and job runs from your monitors and calls your webhooks: durably, in order,
            with every attempt recorded. {done === 0 ? 'It takes five minutes.' : `${done} of 3 are done.`}
          </Text>
        </div>
      </div>
      <ol className={styles.steps}>
        <Step number={1} isDone={hasReport} title="Connect a monitor">
          <Text size="sm" c="dimmed">
            Prometheus, Alertmanager or a script with curl: the configuration is ready to copy.
          </Text>
          <ButtonLink size="sm" to="/settings/sources" variant={hasReport ? 'default' : 'filled'}>
            Connect a monitor
          </ButtonLink>
        </Step>
        <Step number={2} isDone={webhookId !== null} title="Create a webhook">
          <Text size="sm" c="dimmed">
            Choose who is notified: Slack, Teams, PagerDuty or a service of your own. Presets bring the
            templates.
          </Text>
          {webhookId === null ? (
            <ButtonLink size="sm" to="/webhooks/new" variant={hasReport ? 'filled' : 'default'}>
              Choose a preset
            </ButtonLink>
          ) : (
            <AnchorLink size="sm" to="/webhooks">
              Show the webhooks
            </AnchorLink>
          )}
        </Step>
        <Step number={3} isDone={hasArrived} title="Send a test">
          <Text size="sm" c="dimmed">
            The receiver is called once, and you see its response. Then the first alert arrives by itself.
          </Text>
          {webhookId !== null && (
            <ButtonLink
              size="sm"
              to="/webhooks/$id"
              params={{ id: String(webhookId) }}
              search={{ tab: 'test', send: true }}
              variant={hasReport ? 'filled' : 'default'}
            >
              Send a test
            </ButtonLink>
          )}
        </Step>
      </ol>
    </Panel>
  )
}

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  readonly children: ReactNode
}

function Step({ number, isDone, title, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.stepMark} aria-hidden>
        {isDone ? <IconCheck size={18} stroke={2.4} /> : number}
      </span>
      <div className={styles.stepText}>
        <Title order={3} size="h5">
          {title}
          {isDone && (
            <Text span size="sm" c="var(--tocsin-good)" fw={600}>
              {' '}
              · done
            </Text>
          )}
        </Title>
        {children}
      </div>
    </li>
  )
}
