import { formatMeasured } from './format.ts'

/** A measurement of an alert or an event, as the monitor wrote it. */
interface Measured {
  readonly current_value: string | null
  readonly threshold_value: string | null
}

/** Writes value and threshold in few digits, `312 s, threshold 300 s`; an empty text if nothing was measured. */
export function valueOf({ current_value: value, threshold_value: threshold }: Measured): string {
  const words = [
    ...(isKnown(value) ? [formatMeasured(value)] : []),
    ...(isKnown(threshold) ? [`threshold ${formatMeasured(threshold)}`] : []),
  ]
  return words.join(', ')
}

/** Writes value and threshold with every digit, as the monitor did. */
export function exactValueOf({ current_value: value, threshold_value: threshold }: Measured): string {
  return [value, isKnown(threshold) ? `threshold ${threshold}` : null].filter(isKnown).join(', ')
}

function isKnown(text: string | null): text is string {
  return text !== null && text !== ''
}
