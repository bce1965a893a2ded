import { AppError } from '../../domain/errors.ts'
import type {
  AlertId,
  AuditId,
  DeliveryId,
  EventId,
  JobRunId,
  OperationId,
  SessionId,
  SilenceId,
  TokenId,
  UserId,
  WebhookId,
  WindowId,
} from '../../domain/ids.ts'

/** The type of id by which each noun of a path is identified. */
export interface IdOf {
  readonly alert: AlertId
  readonly 'audit entry': AuditId
  readonly delivery: DeliveryId
  readonly event: EventId
  readonly 'job run': JobRunId
  readonly operation: OperationId
  readonly session: SessionId
  readonly silence: SilenceId
  readonly token: TokenId
  readonly user: UserId
  readonly webhook: WebhookId
  readonly 'maintenance window': WindowId
}

/**
 * The id in a path: decimal digits without leading zeros, so that each thing has one address. Throws `not_found`
 * naming what was given; `noun` is what should be there, e.g. `webhook`.
 */
export function parsePathId<Noun extends keyof IdOf>(text: string, noun: Noun): IdOf[Noun] {
  if (!/^(0|[1-9]\d*)$/.test(text)) {
    throw new AppError(
      'not_found',
      `${JSON.stringify(text.slice(0, 40))} is not ${/^[aeo]/.test(noun) ? 'an' : 'a'} ${noun} id.`,
    )
  }
  const id = Number(text)
  if (id === 0 || !Number.isSafeInteger(id)) {
    throw new AppError('not_found', `There is no ${noun} ${text.slice(0, 40)}.`)
  }
  return id
}
