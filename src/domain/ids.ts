// All ids stand here, not each beside its noun: a delivery names its operation, and an operation the deliveries that it
// is for, so the nouns would need each other.

export type WebhookId = Branded<number, 'webhook'>
/** The id of a header of a webhook, unique among all webhooks. */
export type HeaderId = Branded<number, 'header'>
/** Counts from 1 within its webhook. */
export type SigningSecretId = Branded<number, 'signing secret'>
export type AlertId = Branded<number, 'alert'>
export type JobRunId = Branded<number, 'job run'>
export type EventId = Branded<number, 'event'>
export type DeliveryId = Branded<number, 'delivery'>
export type OperationId = Branded<number, 'operation'>
export type SilenceId = Branded<number, 'silence'>
/** The id of a maintenance window. */
export type WindowId = Branded<number, 'window'>
export type UserId = Branded<number, 'user'>
export type TokenId = Branded<number, 'token'>
export type SessionId = Branded<number, 'session'>
/** The id of an entry in the audit log. */
export type AuditId = Branded<number, 'audit entry'>
/** The id of an object in the audit log. */
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
/** The random id of a process. */
export type NodeId = Branded<string, 'node'>
/** The id of a start of the machine. */
export type BootId = Branded<string, 'boot'>
/** The id of a job, given by its scheduler. */
export type JobId = Branded<string, 'job'>
/** The id of a run, given by its scheduler; unique within the job. */
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
 * A number or text with a type of its own while the code is compiled, and is nothing but itself when it runs.
 * The brand is optional: what comes without one, such as a literal, or a number out of a database or JSON, is taken for
 * any of them; one brand is never taken for another (docs/decisions.md).
 */
export type Branded<Base extends number | string, Name extends string> = Base & { readonly [brand]?: Name }
