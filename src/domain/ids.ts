// In one file, because nouns refer to each other: a delivery to its operation, an operation to its deliveries.

export type WebhookId = Branded<number, 'webhook'>
/** Unique among all webhooks. */
export type HeaderId = Branded<number, 'header'>
/** Counts from 1 within its webhook. */
export type SigningSecretId = Branded<number, 'signing secret'>
export type AlertId = Branded<number, 'alert'>
export type JobRunId = Branded<number, 'job run'>
export type EventId = Branded<number, 'event'>
export type DeliveryId = Branded<number, 'delivery'>
export type OperationId = Branded<number, 'operation'>
export type SilenceId = Branded<number, 'silence'>
export type WindowId = Branded<number, 'window'>
export type UserId = Branded<number, 'user'>
export type TokenId = Branded<number, 'token'>
export type SessionId = Branded<number, 'session'>
export type AuditId = Branded<number, 'audit entry'>
export type AuditObjectId =
  | WebhookId
  | TokenId
  | UserId
  | DeliveryId
  | AlertId
  | OperationId
  | SilenceId
  | WindowId

/** The random id of a database and its copies. */
export type InstallationId = Branded<string, 'installation'>
/** Random, one per process. */
export type NodeId = Branded<string, 'node'>
/** The id of a start of the machine. */
export type BootId = Branded<string, 'boot'>
/** Given by the scheduler. */
export type JobId = Branded<string, 'job'>
/** Given by the scheduler; unique within the job. */
export type RunId = Branded<string, 'run'>

/** The type of id of each noun, in paths and in filters. */
export interface IdOf {
  readonly alert: AlertId
  readonly 'audit entry': AuditId
  readonly 'audit object': AuditObjectId
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

declare const brand: unique symbol

/**
 * A number or text with a type of its own for the compiler only. The brand is optional: a value without one, such as a
 * literal or a number from a database or JSON, fits any brand; one brand never fits another
 * (docs/decisions.md).
 */
export type Branded<Base extends number | string, Name extends string> = Base & { readonly [brand]?: Name }
