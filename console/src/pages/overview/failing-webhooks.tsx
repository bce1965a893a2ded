import { Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatCount } from '../../ui/text/format.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Sentence } from '../../ui/text/sentence.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import styles from './overview.module.css'
import type { Overview } from './overview-queries.ts'

/** A link leads to the others. */
const SHOWN_MAX = 5

/** Lists receivers that fail or reject, with reason, begin and next attempt; the worst first. */
export function FailingWebhooks({ overview }: { readonly overview: Overview }) {
  const { failing, webhooks } = overview
  return (
    <Panel title="Failing webhooks" actions={<All webhooks={webhooks} />}>
      {failing.length === 0 ? (
        <Nothing text="No receiver fails or rejects notifications." />
      ) : (
        <ul className={styles.list} aria-label="Failing webhooks">
          {failing.slice(0, SHOWN_MAX).map((webhook) => (
            <FailingWebhook key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {webhooks.disabled_by_receiver > 0 && (
        <Text size="sm" mt="sm">
          <AnchorLink to="/webhooks">
            {webhooks.disabled_by_receiver === 1
              ? '1 webhook was disabled by the service'
              : `${formatCount(webhooks.disabled_by_receiver)} webhooks were disabled by the service`}
          </AnchorLink>
        </Text>
      )}
    </Panel>
  )
}

/** Links to all of them by state, and to late and never called ones. */
function All({ webhooks }: Pick<Overview, 'webhooks'>) {
  return (
    <Group gap="md">
      {(['failing', 'rejecting', 'paused', 'late', 'never_called'] as const)
        .filter((health) => webhooks[health] > 0)
        .map((health) => (
          <AnchorLink key={health} to="/webhooks" search={{ health }} size="sm">
            {formatCount(webhooks[health])} {health.replace('_', ' ')}
          </AnchorLink>
        ))}
    </Group>
  )
}

function FailingWebhook({ webhook }: { readonly webhook: Overview['failing'][number] }) {
  const { id, name, state, explanation, unfinished } = webhook
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <AnchorLink
          to="/webhooks/$id"
          params={{ id: String(id) }}
          fw={600}
          size="sm"
          className={styles.name!}
        >
          {name}
        </AnchorLink>
        <StateBadge state={state} />
      </div>
      <Text size="sm" c="dimmed" className={styles.explanation!}>
        <Sentence text={explanation} />{' '}
        {unfinished > 0 && (
          <AnchorLink
            inherit
            className={styles.nowrap!}
            to="/deliveries"
            search={{ webhook: id, state: 'waiting,pending,sending' }}
          >
            {unfinished === 1 ? '1 delivery waits' : `${formatCount(unfinished)} deliveries wait`}
          </AnchorLink>
        )}
      </Text>
    </li>
  )
}

export function Nothing({ text }: { readonly text: string }) {
  return (
    <Group gap={8} py="sm">
      <IconCircleCheck size={20} color="var(--tocsin-good)" aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  )
}
