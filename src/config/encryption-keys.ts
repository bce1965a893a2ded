/** AES-256. */
const ENCRYPTION_KEY_BYTES = 32
const ENCRYPTION_KEYS_MAX = 10

/**
 * Keys of 32 bytes, each in base64 (with or without padding, also the URL-safe alphabet) or hex, separated by commas or
 * line ends. The messages of errors do not repeat what was given.
 */
export function parseEncryptionKeys(text: string): readonly Buffer[] {
  const parts = text.split(/[,\r\n]+/).map((part) => part.trim())
  const keys = parts
    .filter((part) => part !== '')
    .map((part, index) => {
      const key = decodeKey(part)
      if (key) return key
      throw new Error(
        `has a key (number ${index + 1}) that is not ${ENCRYPTION_KEY_BYTES} bytes in base64 or hex; make one with: tocsin encryption new-key`,
      )
    })
  if (new Set(keys.map((key) => key.toString('hex'))).size < keys.length) throw new Error('has a key twice')
  if (keys.length > ENCRYPTION_KEYS_MAX) throw new Error(`must have at most ${ENCRYPTION_KEYS_MAX} keys`)
  return keys
}

export function formatEncryptionKey(key: Buffer): string {
  return key.toString('base64')
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length === ENCRYPTION_KEY_BYTES ? key : undefined
}
