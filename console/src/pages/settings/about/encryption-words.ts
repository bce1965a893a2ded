import type { components } from '../../../api/schema.ts'

type EncryptionState = Pick<components['schemas']['Encryption'], 'enabled' | 'current_key' | 'values'>

/** Describes the state of encryption, and what to do. */
export function describeEncryption({ enabled, current_key: current, values }: EncryptionState): string {
  const counts = Object.entries(values)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (!enabled) {
    return `Secrets are stored unencrypted${total === 0 ? '' : ` (${total} of them)`}. To encrypt them, make a key with “tocsin encryption new-key” and set TOCSIN_ENCRYPTION_KEY.`
  }
  const others = total - (values[current ?? ''] ?? 0)
  const secrets = total === 1 ? 'One stored secret' : `${total} stored secrets`
  if (others === 0) return `${secrets}, all encrypted under the current key.`
  return `${secrets}, ${others} not under the current key. “tocsin encryption rotate” encrypts all of them under it.`
}
