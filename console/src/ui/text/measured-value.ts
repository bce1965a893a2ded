import { formatMeasured } from './format.ts'

/** A measurement of an alert or an event, as the monitor wrote it. */
interface Measured {
  readonly current_value: string | null
  /** Stands for the current value in a clear without one. */
  readonly last_value: string | null
  readonly threshold_value: string | null
}

/** Writes value and threshold in few digits, `312 s, threshold 300 s`; an empty text if nothing was measured. */
export function valueOf(measured: Measured): string {
  return write(measured, formatMeasured)
}

/** Writes value and threshold with every digit, as the monitor did. */
export function exactValueOf(measured: Measured): string {
  return write(measured, (text) => text)
}

function write(
  { current_value, last_value, threshold_value }: Measured,
  format: (text: string) => string,
): string {
  const last = isKnown(current_value) || !isKnown(last_value) ? [] : [`last ${format(last_value)}`]
  const words = [
    ...(isKnown(current_value) ? [format(current_value)] : last),
    ...(isKnown(threshold_value) ? [`threshold ${format(threshold_value)}`] : []),
  ]
  return words.join(', ')
}

function isKnown(text: string | null): text is string {
  return text !== null && text !== ''
}
