/** The package: a client of `/v1`, and the check of signatures for receivers. */
export { createTocsin, type Tocsin, type TocsinOptions } from './client.ts'
export { TocsinError } from './problem.ts'
export type { EntriesOf, ListPath, ListQuery } from './pages.ts'
export type { components, paths } from '../../../openapi/v1.d.ts'
export { verify, type VerifiedNotification } from './verify.ts'
export { WebhookVerificationError } from 'standardwebhooks'
