/** Returns CLOCK_MONOTONIC, which is the same in all processes of a machine. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6

/**
 * Each alert is raised and cleared alternately, so that every report is an event; one that repeats a state would
 * not be one. The sequence number and the moment come back in the notification, by `NOTIFICATION_TEMPLATE`.
 */
export function reportOf(
  sequence: number,
  scheduledAt: number,
  {
    keys,
    alertCount,
    infoLength = 0,
    labelCount = 0,
  }: Pick<Load, 'keys' | 'alertCount' | 'infoLength' | 'labelCount'>,
) {
  return JSON.stringify({
    key: `${keys} ${sequence % alertCount}`,
    name: 'Replication lag',
    state: Math.floor(sequence / alertCount) % 2 === 0 ? 'high' : 'cleared',
    object: { type: 'server', name: 'pg-orders-2' },
    server: { name: 'pg-orders-2.example.com', port: 5432 },
    current_value: sequence,
    threshold_value: Math.round(scheduledAt * 1000) / 1000,
    info: `Replay lag 412 s, threshold 60 s.${'.'.repeat(infoLength)}`,
    ...(labelCount > 0 && { labels: labelsOf(labelCount) }),
  })
}

function labelsOf(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`name_${index}`, `value ${index}`]))
}

/** The payload template of the bench: the sequence number and the moment come back in it. */
export const NOTIFICATION_TEMPLATE =
  '{"alert": "%AlertName%", "state": "%CurrentState%", "object": "%ObjectName%", "sequence": %CurrentValue%, "sent": %ThresholdValue%, "info": "%AlertInfo%"}'

export interface Load {
  readonly url: string
  readonly token: string
  readonly durationMs: number
  readonly connections: number
  /** The sequence number of its first report. On one database each load goes on where the one before ended. */
  readonly from: number
  /** The alerts are called so, and a number below `alertCount`. */
  readonly keys: string
  readonly alertCount: number
  /** Makes the text of each report so much longer. */
  readonly infoLength?: number
  /** The number of labels of each report. */
  readonly labelCount?: number
  readonly pace: { readonly perSecond: number } | { readonly fanOut: number; readonly undeliveredMax: number }
}
