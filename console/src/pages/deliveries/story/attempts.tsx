import { Accordion, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { components } from '../../../api/schema.ts'
import { Exchange } from '../../../ui/exchange/exchange.tsx'
import { formatDuration, formatExact } from '../../../ui/text/format.ts'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { TimingBar } from '../../../ui/exchange/timing-bar.tsx'
import styles from '../deliveries.module.css'

type Attempt = components['schemas']['Attempt']

interface AttemptsProps {
  /** Oldest first, as the API has them. */
  readonly attempts: readonly Attempt[]
}

/** Further attempts are behind a button. */
const SHOWN_FIRST = 20

/** Every attempt, the newest first and open; what was sent and what came back, to the letter. */
export function Attempts({ attempts }: AttemptsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const newestFirst = attempts.toReversed()
  const shown = showsAll ? newestFirst : newestFirst.slice(0, SHOWN_FIRST)
  const [opened, setOpened] = useState<readonly string[]>(
    newestFirst[0] ? [String(newestFirst[0].number)] : [],
  )
  if (attempts.length === 0) return null
  return (
    <>
      <Accordion
        multiple
        value={[...opened]}
        onChange={setOpened}
        variant="contained"
        order={4}
        keepMounted={false}
      >
        {shown.map((attempt) => (
          <AttemptItem key={attempt.number} attempt={attempt} />
        ))}
      </Accordion>
      {shown.length < attempts.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShowsAll(true)}>
          Show all {attempts.length} attempts
        </Button>
      )}
    </>
  )
}

const OUTCOMES = {
  accept: { state: 'delivered', label: 'Accepted' },
  retry: { state: 'medium', label: 'Not accepted' },
  refuse: { state: 'failed', label: 'Refused' },
} as const

/** Explains a failed attempt where more is known than its reason. */
const FAILURES = {
  unreachable: 'Unreachable',
  endpoint_wrong: 'Address or credentials wrong',
  asks_for_time: 'Asked to wait',
  rejected: 'Notification rejected',
} as const

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { number, started_at: startedAt, outcome, reason, failure, request, response, timing } = attempt
  const { state, label } = OUTCOMES[outcome]
  const shown = outcome === 'retry' && failure !== null ? FAILURES[failure] : label
  return (
    <Accordion.Item value={String(number)}>
      <Accordion.Control>
        <div className={styles.attemptHead}>
          <Text span size="sm" c="dimmed" className={styles.attemptNumber!}>
            {number}
          </Text>
          <StateBadge state={state} label={shown} />
          <Text span size="sm" fw={500} className={styles.attemptReason!}>
            {reason}
          </Text>
          <Text span size="sm" c="dimmed" className={styles.attemptWhen!}>
            {formatExact(startedAt)}
            {timing && `, ${formatDuration(timing.total_ms)}`}
          </Text>
        </div>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="lg">
          {timing && <TimingBar timing={timing} />}
          <Exchange request={request} response={response} reason={reason} order={5} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}
