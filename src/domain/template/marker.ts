import type { AlertEvent, Event, JobRunEvent } from '../alert/event.ts'
import type { PayloadType } from '../webhook/webhook.ts'

/** The source of a marker's value. */
export interface MarkerContext {
  readonly event: Event
  /** Stable over all attempts of one delivery. */
  readonly deliveryId: string
}

/** The other sources of values, the same for all events of a service. */
export interface MarkerSite {
  /** Under which people reach the console, without a slash at its end; empty: nobody has said. */
  readonly publicUrl: string
}

/** A marker `%Name%`, for the code and for the docs. */
export interface Marker {
  /** Without the percent signs; upper and lower case matter. */
  readonly name: string
  readonly payloadTypes: readonly PayloadType[]
  readonly description: string
  readonly example: string
  /** The empty string if the event has no such value. Never throws. */
  readonly value: (context: MarkerContext & MarkerSite) => string
}

type Text = string | undefined

export function ofAlert(
  name: string,
  description: string,
  example: string,
  value: (event: AlertEvent) => Text,
): Marker {
  return {
    name,
    payloadTypes: ['ALERT'],
    description,
    example,
    value: ({ event }) => (event.kind === 'alert' ? value(event) : undefined) ?? '',
  }
}

export function ofJob(
  name: string,
  description: string,
  example: string,
  value: (event: JobRunEvent) => Text,
): Marker {
  return {
    name,
    payloadTypes: ['JOB'],
    description,
    example,
    value: ({ event }) => (event.kind === 'job_run' ? value(event) : undefined) ?? '',
  }
}

export function ofBoth(
  name: string,
  description: string,
  example: string,
  value: (event: Event) => Text,
): Marker {
  return {
    name,
    payloadTypes: ['ALERT', 'JOB'],
    description,
    example,
    value: ({ event }) => value(event) ?? '',
  }
}

export function own(
  name: string,
  description: string,
  example: string,
  value: (context: MarkerContext & MarkerSite) => Text,
): Marker {
  return {
    name: `x.${name}`,
    payloadTypes: ['ALERT', 'JOB'],
    description,
    example,
    value: (context) => value(context) ?? '',
  }
}
