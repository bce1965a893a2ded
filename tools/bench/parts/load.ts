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
