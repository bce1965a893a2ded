import { Collapse, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../ui/text/format.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { Sentence } from '../../ui/text/sentence.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { explanationQuery, type Explanation, type Told, type ToldCounts } from './explanation.ts'
import { NobodyTold } from './nobody-told.tsx'
import { remedyOf, type Subject } from './remedy.ts'
import { shorterSentence } from './shorter-sentence.ts'
import styles from './who-was-told.module.css'
import { AnchorLink } from '../../ui/page/links.tsx'

interface WhoWasToldProps {
  readonly eventId: number
  readonly subject: Subject
}

/** Of one event: who was told and how that went, who was not and why, and what to do if nobody was. */
export function WhoWasTold({ eventId, subject }: WhoWasToldProps) {
  const { data, error, isPending } = useQuery(explanationQuery(eventId))
  if (isPending) return <Skeleton height={64} role="status" aria-label="Loading" />
  if (error !== null) return <ProblemAlert error={error} />
  return (
    <Stack gap="xs">
      {data.told.length === 0 ? (
        <NobodyTold remedy={remedyOf(data.not_told, data.not_told_counts, subject)} />
      ) : (
        <ToldList explanation={data} eventId={eventId} />
      )}
      <NotToldList explanation={data} kind={subject.kind} />
    </Stack>
  )
}

/** Of so many there is no more to be learned one by one. */
const SHOWN_MAX = 50

/** The newest of them, and of very many how they stand altogether. */
function ToldList({
  explanation: { told, told_counts },
  eventId,
}: {
  readonly explanation: Explanation
  readonly eventId: number
}) {
  const shown = told.slice(-SHOWN_MAX)
  const isAll = sumOf(told_counts) <= shown.length
  return (
    <>
      {!isAll && (
        <Text size="sm">
          {sentenceOf(told_counts)} These are the newest {shown.length};{' '}
          <AnchorLink to="/deliveries" search={{ event: eventId }} inherit underline="always">
            all deliveries of this event
          </AnchorLink>
          .
        </Text>
      )}
      <ul className={styles.list} aria-label="Who was told">
        {shown.map((one) => (
          <ToldRow key={one.id} told={one} />
        ))}
      </ul>
    </>
  )
}

function sentenceOf(counts: ToldCounts): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  return `${formatCount(sumOf(counts))} deliveries: ${parts.map(([state, count]) => `${formatCount(count)} ${state}`).join(', ')}.`
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function ToldRow({ told }: { readonly told: Told }) {
  return (
    <li className={styles.told}>
      <Group gap="xs" wrap="nowrap" align="center">
        <StateBadge state={told.state} />
        {told.webhook_name === null ? (
          <Text size="sm">Webhook {told.webhook_id}, deleted</Text>
        ) : (
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: String(told.webhook_id) }}
            size="sm"
            fw={600}
            className={styles.name!}
          >
            {told.webhook_name}
          </AnchorLink>
        )}
      </Group>
      <Text size="sm" className={styles.sentence!}>
        <Sentence text={shorterSentence(told.sentence, { id: told.webhook_id, name: told.webhook_name })} />{' '}
        <AnchorLink to="/deliveries" search={{ open: told.id }} inherit underline="always">
          Delivery {told.id}
        </AnchorLink>
      </Text>
    </li>
  )
}

/** Those for the other kind of events are only counted: nobody expects them to be told. */
function NotToldList({
  explanation: { not_told, not_told_counts },
  kind,
}: {
  readonly explanation: Explanation
  readonly kind: Subject['kind']
}) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const all = sumOf(not_told_counts)
  const othersCount = not_told_counts.payload_type
  const shown = not_told.filter(({ reason }) => reason !== 'payload_type').slice(0, SHOWN_MAX)
  if (all === 0) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} className={styles.toggle!}>
        <Chevron size={16} aria-hidden /> Not told: {formatCount(all)} {all === 1 ? 'webhook' : 'webhooks'}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <ul className={styles.list} aria-label="Who was not told">
          {shown.map(({ webhook_id, name, sentence }) => (
            <li key={webhook_id} className={styles.notTold}>
              <AnchorLink to="/webhooks/$id" params={{ id: String(webhook_id) }} size="sm" fw={600}>
                {name}
              </AnchorLink>
              <Text size="sm" c="dimmed">
                <Sentence text={shorterSentence(sentence, { id: webhook_id, name })} />
              </Text>
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed" mt={4}>
          {restOf({ moreCount: all - othersCount - shown.length, othersCount, kind })}
        </Text>
      </Collapse>
    </div>
  )
}

function restOf({
  moreCount,
  othersCount,
  kind,
}: {
  readonly moreCount: number
  readonly othersCount: number
  readonly kind: Subject['kind']
}): string {
  const others = kind === 'alert' ? 'job runs' : 'alerts'
  return [
    moreCount > 0 && `And ${formatCount(moreCount)} more.`,
    othersCount > 0 && `${formatCount(othersCount)} ${othersCount === 1 ? 'is' : 'are'} for ${others} only.`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}
