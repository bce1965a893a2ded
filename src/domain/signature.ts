import type { Instant } from './instant.ts'

/** One of the secrets that a webhook's requests are signed with. */
export interface SigningSecret {
  /** Counts from 1 within its webhook; never reused while the webhook has secrets. */
  readonly id: number
  /** `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string
  readonly createdAt: Instant
  /** It signs until then; null: without end. The newest has none, older ones have that of the rotation's overlap. */
  readonly expiresAt: Instant | null
}
