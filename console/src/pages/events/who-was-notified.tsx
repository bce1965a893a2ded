import { Group, Skeleton, Stack, Text, Alert, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { formatCount } from '../../ui/text/format.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { Sentence } from '../../ui/text/sentence.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import {
  type Explanation,
  isException,
  type NotifiedWebhook,
  type Remedy,
  remedyOf,
  shorterSentence,
  type Subject,
  summariseNotified,
} from './explanation.ts'
import { FewOrFolded, Fold } from '../../ui/page/fold.tsx'
import styles from './who-was-notified.module.css'
import { AnchorLink, ButtonLink } from '../../ui/page/links.tsx'
import { IconBellCheck, IconBellOff } from '@tabler/icons-react'
import { Guarded } from '../../ui/page/rights.tsx'

interface WhoWasNotifiedProps {
  readonly eventId: number
  readonly subject: Subject
}

/**
 * Shows which webhooks an event notified and how that went, which it did not and why, and the remedy if none.
 */
export function WhoWasNotified({ eventId, subject }: WhoWasNotifiedProps) {
  const { data, error, isPending } = useQuery({
    // It changes with deliveries.
    queryKey: ['deliveries', 'explanation', eventId],
    queryFn: () => take(api.GET('/v1/events/{id}/explain', { params: { path: { id: eventId } } })),
  })
  if (isPending) return <Skeleton height={64} role="status" aria-label="Loading" />
  if (error !== null) return <ProblemAlert error={error} />
  return (
    <Stack gap="xs">
      {data.notified.length === 0 ? (
        <NobodyNotified remedy={remedyOf(data.not_notified, data.not_notified_counts, subject)} />
      ) : (
        <NotifiedList explanation={data} eventId={eventId} />
      )}
      <NotNotifiedList explanation={data} kind={subject.kind} />
    </Stack>
  )
}

/** Further webhooks would add nothing. */
const SHOWN_MAX = 50

/** Counts the notified webhooks, lists those with problems, and folds the others. */
function NotifiedList({
  explanation,
  eventId,
}: {
  readonly explanation: Explanation
  readonly eventId: number
}) {
  const { notified, notified_counts: counts } = explanation
  const exceptions = notified.filter(({ state }) => isException(state)).slice(-SHOWN_MAX)
  const others = notified.filter(({ state }) => !isException(state)).slice(-SHOWN_MAX)
  const all = sumOf(counts)
  return (
    <>
      <Text size="sm" fw={600}>
        {summariseNotified(counts)}
      </Text>
      {exceptions.length > 0 && <Rows label="Not notified yet" rows={exceptions} />}
      {others.length > 0 && (
        <FewOrFolded count={others.length} label={`Show the ${formatCount(others.length)} others`}>
          <Rows label="Who was notified" rows={others} />
        </FewOrFolded>
      )}
      {all > exceptions.length + others.length && (
        <Text size="sm">
          <AnchorLink to="/deliveries" search={{ event: eventId }} inherit underline="always">
            All {formatCount(all)} deliveries of this event
          </AnchorLink>
        </Text>
      )}
    </>
  )
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly NotifiedWebhook[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map((one) => (
        <ReceiverStateRow key={one.id} notified={one} />
      ))}
    </ul>
  )
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function ReceiverStateRow({ notified }: { readonly notified: NotifiedWebhook }) {
  return (
    <li className={styles.notified}>
      <Group gap="xs" wrap="nowrap" align="center">
        <StateBadge state={notified.state} />
        {notified.webhook_name === null ? (
          <Text size="sm">Webhook {notified.webhook_id}, deleted</Text>
        ) : (
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: String(notified.webhook_id) }}
            size="sm"
            fw={600}
            className={styles.name!}
          >
            {notified.webhook_name}
          </AnchorLink>
        )}
      </Group>
      <Text size="sm" className={styles.sentence!}>
        <Sentence
          text={shorterSentence(notified.sentence, { id: notified.webhook_id, name: notified.webhook_name })}
        />{' '}
        <AnchorLink to="/deliveries" search={{ open: notified.id }} inherit underline="always">
          Delivery {notified.id}
        </AnchorLink>
      </Text>
    </li>
  )
}

/** Lists webhooks that were not notified, and counts those for the other kind of events. */
function NotNotifiedList({
  explanation,
  kind,
}: {
  readonly explanation: Explanation
  readonly kind: Subject['kind']
}) {
  const { not_notified, not_notified_counts } = explanation
  const all = sumOf(not_notified_counts)
  const othersCount = not_notified_counts.payload_type
  const shown = not_notified.filter(({ reason }) => reason !== 'payload_type').slice(0, SHOWN_MAX)
  if (all === 0) return null
  return (
    <Fold label={`Not notified: ${formatCount(all)} ${all === 1 ? 'webhook' : 'webhooks'}`}>
      <ul className={styles.list} aria-label="Who was not notified">
        {shown.map(({ webhook_id, name, deleted, sentence }) => (
          <li key={webhook_id} className={styles.notNotified}>
            {deleted ? (
              <Text size="sm" fw={600}>
                {name}
              </Text>
            ) : (
              <AnchorLink to="/webhooks/$id" params={{ id: String(webhook_id) }} size="sm" fw={600}>
                {name}
              </AnchorLink>
            )}
            <Text size="sm" c="dimmed">
              <Sentence text={shorterSentence(sentence, { id: webhook_id, name })} />
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt={4}>
        {restOf(all - othersCount - shown.length, othersCount, kind)}
      </Text>
    </Fold>
  )
}

function restOf(moreCount: number, othersCount: number, kind: Subject['kind']): string {
  const others = kind === 'alert' ? 'job runs' : 'alerts'
  return [
    moreCount > 0 && `And ${formatCount(moreCount)} more.`,
    othersCount > 0 && `${formatCount(othersCount)} ${othersCount === 1 ? 'is' : 'are'} for ${others} only.`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** Stands out: the worst news at night, with what to do. */
function NobodyNotified({ remedy: { sentence, webhooks, missing, isFine } }: { readonly remedy: Remedy }) {
  return (
    <Alert
      color={isFine ? 'gray' : 'yellow'}
      icon={isFine ? <IconBellCheck size={18} /> : <IconBellOff size={18} />}
      title={isFine ? 'Nobody to notify' : 'Nobody was notified'}
    >
      <Text size="sm">{sentence}</Text>
      {webhooks.length > 0 && (
        <List size="sm" mt={6} listStyleType="none">
          {webhooks.map(({ id, name, action, needsEdit }) => (
            <List.Item key={id}>
              <AnchorLink
                to={needsEdit ? '/webhooks/$id/edit' : '/webhooks/$id'}
                params={{ id: String(id) }}
                inherit
                fw={600}
              >
                {name}
              </AnchorLink>
              : {action}
            </List.Item>
          ))}
        </List>
      )}
      {missing !== null && (
        <Guarded scope="webhooks:write" to="create webhooks">
          <ButtonLink to="/webhooks/new" size="xs" mt="sm">
            Make a webhook for {missing === 'ALERT' ? 'alerts' : 'job runs'}
          </ButtonLink>
        </Guarded>
      )}
    </Alert>
  )
}
