import type { Branded } from './branded.ts'

// All ids stand here, not each beside its noun: a delivery names its operation, and an operation the deliveries that it
// is for, so the nouns would need each other.

export type WebhookId = Branded<number, 'webhook'>
/** Of a header of a webhook: no two headers have the same one, of different webhooks neither. */
export type HeaderId = Branded<number, 'header'>
/** Counts from 1 within its webhook. */
export type SigningSecretId = Branded<number, 'signing secret'>
export type AlertId = Branded<number, 'alert'>
export type JobRunId = Branded<number, 'job run'>
export type EventId = Branded<number, 'event'>
export type DeliveryId = Branded<number, 'delivery'>
export type OperationId = Branded<number, 'operation'>
export type UserId = Branded<number, 'user'>
export type TokenId = Branded<number, 'token'>
export type SessionId = Branded<number, 'session'>
/** Of an entry in the audit log. */
export type AuditId = Branded<number, 'audit entry'>
/** What an entry in the audit log may be about. */
export type AuditObjectId = WebhookId | TokenId | UserId | DeliveryId | AlertId | OperationId

/** Of a database and its copies: random, made once. */
export type InstallationId = Branded<string, 'installation'>
/** Of a process: random, made at its start. */
export type NodeId = Branded<string, 'node'>
/** Of a start of the machine. */
export type BootId = Branded<string, 'boot'>
/** Of a job, as its scheduler says. */
export type JobId = Branded<string, 'job'>
/** Of one run of a job, as its scheduler says; no other run of that job has it. */
export type RunId = Branded<string, 'run'>
