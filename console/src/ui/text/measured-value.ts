import { formatMeasured } from './format.ts'

/** What an alert or an event says of a measurement, as the monitor wrote it. */
interface Measured {
  readonly current_value: string | null
  readonly threshold_value: string | null
}

/** `312 s, threshold 300 s`, in few digits; empty if nothing was measured. */
export function valueOf({ current_value: value, threshold_value: threshold }: Measured): string {
  const words = [
    ...(isKnown(value) ? [formatMeasured(value)] : []),
    ...(isKnown(threshold) ? [`threshold ${formatMeasured(threshold)}`] : []),
  ]
  return words.join(', ')
}

/** The same with every digit, as the monitor wrote it. */
export function exactValueOf({ current_value: value, threshold_value: threshold }: Measured): string {
  return [value, isKnown(threshold) ? `threshold ${threshold}` : null].filter(isKnown).join(', ')
}

function isKnown(text: string | null): text is string {
  return text !== null && text !== ''
}
