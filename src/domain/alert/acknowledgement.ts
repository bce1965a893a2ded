import { AppError } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { formatDuration } from '../spelling.ts'
import type { Acknowledgement, Alert } from './alert.ts'
import { badnessOf } from './severity.ts'

/** Characters of the note of an acknowledgement. */
export const ACKNOWLEDGEMENT_NOTE_CHARACTERS_MAX = 500
/** The shortest term of an acknowledgement, in milliseconds. */
export const ACKNOWLEDGEMENT_MS_MIN = 60_000
/** The longest term of an acknowledgement, in milliseconds. */
export const ACKNOWLEDGEMENT_MS_MAX = 30 * 24 * 3_600_000
/** The term of an acknowledgement that names none, in milliseconds. */
export const ACKNOWLEDGEMENT_MS_DEFAULT = 24 * 3_600_000

/** Returns what is wrong with a term, in words that complete "for …"; undefined: nothing. */
export function whyNoTerm(ms: number): string | undefined {
  if (ms >= ACKNOWLEDGEMENT_MS_MIN && ms <= ACKNOWLEDGEMENT_MS_MAX) return undefined
  const [least, most] = [ACKNOWLEDGEMENT_MS_MIN, ACKNOWLEDGEMENT_MS_MAX].map(formatDuration)
  return `must be from ${least} to ${most}; acknowledge the alert again when it is over`
}

/** Replaces a former acknowledgement. Throws `conflict` if the alert is cleared. */
export function acknowledge(alert: Alert, given: Omit<Acknowledgement, 'state'>): Alert {
  if (alert.state === 'cleared') {
    throw new AppError(
      'conflict',
      `Alert ${alert.id} has been cleared since ${formatInstant(alert.since)}, so there is nothing to acknowledge. ` +
        'If it is raised again, acknowledge it then.',
    )
  }
  return { ...alert, acknowledgement: { ...given, state: alert.state } }
}

export function withoutAcknowledgement<Given extends Pick<Alert, 'acknowledgement'>>(alert: Given): Given {
  const { acknowledgement: _, ...rest } = alert
  return rest as Given
}

/** Ends the acknowledgement of an alert that cleared or got worse; one that dips and comes back keeps it. */
export function endAcknowledgement<Given extends Pick<Alert, 'state' | 'acknowledgement'>>(
  alert: Given,
): Given {
  const { acknowledgement, state } = alert
  if (acknowledgement === undefined) return alert
  const isWorse = badnessOf(state) > badnessOf(acknowledgement.state)
  return state === 'cleared' || isWorse ? withoutAcknowledgement(alert) : alert
}

/** Returns the acknowledgement that counts at a moment; undefined: none does. */
export function acknowledgementAt(
  { acknowledgement }: Pick<Alert, 'acknowledgement'>,
  now: Instant,
): Acknowledgement | undefined {
  return acknowledgement && acknowledgement.until > now ? acknowledgement : undefined
}
