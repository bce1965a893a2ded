import type { components } from '../../../api/schema.ts'
import type { PayloadType } from '../webhook-types.ts'

type Sample = NonNullable<components['schemas']['TestRequest']['sample']>

/** A sample, or an event that happened. */
export type TestValues = { readonly sample: Sample } | { readonly event_id: number }

interface SampleChoice {
  readonly value: Sample
  readonly label: string
}

export const SAMPLES: Readonly<Record<PayloadType, readonly SampleChoice[]>> = {
  ALERT: [
    { value: 'raised', label: 'Sample: alert raised' },
    { value: 'acknowledged', label: 'Sample: alert acknowledged' },
    { value: 'cleared', label: 'Sample: alert cleared' },
  ],
  JOB: [
    { value: 'job_failure', label: 'Sample: job failed' },
    { value: 'job_success', label: 'Sample: job succeeded' },
  ],
}

export function defaultValues(payloadType: PayloadType): TestValues {
  return { sample: payloadType === 'ALERT' ? 'raised' : 'job_failure' }
}

/** Returns the chosen values if they fit the payload type. */
export function fittingValues(values: TestValues, payloadType: PayloadType): TestValues {
  if ('event_id' in values) return values
  const fits = SAMPLES[payloadType].some(({ value }) => value === values.sample)
  return fits ? values : defaultValues(payloadType)
}

/** Returns the values as a select's value. */
export function formatValues(values: TestValues): string {
  return 'event_id' in values ? `event-${values.event_id}` : values.sample
}

/** Reads a select's value; an unknown one is the fitting sample. */
export function parseValues(text: string | null, payloadType: PayloadType): TestValues {
  const event = /^event-([1-9]\d*)$/.exec(text ?? '')
  if (event !== null) return { event_id: Number(event[1]) }
  const sample = SAMPLES[payloadType].find(({ value }) => value === text)?.value
  return sample ? { sample } : defaultValues(payloadType)
}
