import type { Instant } from '../../src/domain/instant.ts'
import { asText, type Received } from './response.ts'
import { describeTime } from './human-units.ts'
import { type Column, type Part, type Tone, toned } from './screen.ts'

/** `cleared → high` or `failure`; `cleared → high (resync)` if nothing changed. */
export function describeChange(
  event: Pick<Received<'BriefEvent'>, 'kind' | 'status' | 'old_state' | 'new_state' | 'trigger'>,
): string {
  if (event.kind === 'job_run') return asText(event.status)
  const change = `${asText(event.old_state)} → ${asText(event.new_state)}`
  const trigger = asText(event.trigger)
  return trigger === '' || trigger === 'change' ? change : `${change} (${trigger})`
}

export function describeDeliveryState(state: Received<'Delivery'>['state']): Part {
  return toned(asText(state), TONE_OF)
}

const TONE_OF: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  failed: 'bad',
  cancelled: 'dim',
  superseded: 'dim',
  outdated: 'dim',
  waiting: 'dim',
  sending: 'warn',
  pending: 'warn',
}

export function describeAlertState(state: Received<'Alert'>['state']): Part {
  return toned(asText(state), ALERT_TONES)
}

const ALERT_TONES: Readonly<Record<string, Tone>> = { high: 'bad', medium: 'warn', cleared: 'good' }

export function describeAcknowledgementEnd(
  acknowledgement: Received<'Alert'>['acknowledgement'],
  now: Instant,
): string {
  const state = asText(acknowledgement?.state)
  const isWorst = state === 'high'
  const end = isWorst ? 'it clears' : `it clears or gets worse${state === '' ? '' : ` than ${state}`}`
  return `until ${end}, at the latest ${describeTime(acknowledgement?.until, now)}`
}

/** Describes why an alert is over; undefined: it is active. A silent monitor is no recovery. */
export function describeAlertEnd(endedBy: Received<'Alert'>['ended_by']): string | undefined {
  return typeof endedBy === 'string' ? (END_WORDS[endedBy] ?? endedBy) : undefined
}

const END_WORDS: Readonly<Record<string, string>> = {
  monitor: 'its monitor said so',
  expired: 'no longer reported',
  person: 'cleared by hand',
}

export function receiverStateColumns(now: Instant): readonly Column<Received<'ReceiverState'>>[] {
  return [
    {
      title: 'LAST SENT',
      cell: ({ last_sent: state, uncertain }) =>
        uncertain ? `${asText(state)}, possibly newer` : asText(state),
    },
    {
      title: 'CURRENT',
      // An older service does not send `continues_as`.
      cell: ({ desired, continues_as: state }) =>
        typeof state === 'string' ? `${state}, no longer for it` : asText(desired),
    },
    { title: 'STATUS', cell: (state) => statusOf(state) },
    {
      title: 'SINCE',
      cell: ({ out_of_sync_since: since }) => (since === null ? '–' : describeTime(asText(since), now)),
    },
    {
      title: 'NEXT REMINDER',
      // An older service does not send it.
      cell: ({ next_reminder_at: at }) => (typeof at === 'string' ? describeTime(at, now) : '–'),
    },
  ]
}

function statusOf({ out_of_sync: isOutOfSync, out_of_sync_since: since }: Received<'ReceiverState'>): string {
  if (isOutOfSync) return 'out of sync'
  return since === null ? 'in sync' : 'on its way'
}
