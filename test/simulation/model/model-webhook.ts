import type {
  AlertFlags,
  MissedAlerts,
  Mode,
  PayloadType,
  RateLimit,
} from '../../../src/domain/webhook/webhook.ts'

/** A webhook, as far as promises depend on it. */
export interface ModelWebhook {
  readonly id: number
  readonly url: string
  readonly enabled: boolean
  readonly payloadType: PayloadType
  readonly alertFlags: AlertFlags
  readonly timeoutMs: number | null
  readonly retryScheduleMs: readonly number[] | null
  readonly concurrencyMax: number | null
  readonly rateLimit: RateLimit | null
  readonly fallbackWebhookId: number | null
  readonly fallbackAfterMs: number | null
  readonly match: string | null
  readonly mode: Mode
  readonly missedAlerts: MissedAlerts
  readonly clearUrl: string | null
  readonly createdAt: number
}

export function isKept({ mode, payloadType }: Pick<ModelWebhook, 'mode' | 'payloadType'>): boolean {
  return mode === 'current_state' && payloadType === 'ALERT'
}
