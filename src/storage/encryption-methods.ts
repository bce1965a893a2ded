import type { Author } from '../domain/audit/audit.ts'
import type { Instant } from '../domain/instant.ts'

/** The methods of `Store` (store.ts) about the keys of stored secrets; what holds for all methods holds for these. */
export interface EncryptionMethods {
  /** Under which keys the stored secrets are sealed. Reads all webhooks. */
  describeEncryption(): Promise<EncryptionState>

  /**
   * Seals every stored secret again under the first key, in one transaction; those under it already, and damaged
   * ones, stay. Revisions stay as well. `conflict` if there is no key.
   */
  rotateEncryption(when: {
    readonly now: Instant
    readonly by?: Author
  }): Promise<{ readonly sealedCount: number }>
}

/** Keys go by their ids. */
export interface EncryptionState {
  /** The key under which new secrets are sealed; null: stored secrets are plain. */
  readonly currentKeyId: string | null
  /** Every key that opens values, the current one first. */
  readonly keyIds: readonly string[]
  /** The number of stored secrets under each key; under `plain` those that are not sealed. */
  readonly values: Readonly<Record<string, number>>
}
