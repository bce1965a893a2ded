import { createCipheriv, createDecipheriv, createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { systemChance } from '../../runtime/clock.ts'

/**
 * Where a value is kept: table, webhook, column, and the row if there are several. A value moved elsewhere
 * does not open.
 */
export type AssociatedData = readonly [table: string, ...names: (string | number)[]]

/** A stored value that does not open. The message names the key's id, never value or key. */
export class SealError extends Error {
  /** `key_missing`: no key with this id was given; `damaged`: the value was not sealed here with it. */
  readonly kind: 'key_missing' | 'damaged'
  readonly keyId: string

  constructor(kind: SealError['kind'], keyId: string) {
    super(
      kind === 'key_missing'
        ? `It is encrypted with the key ${keyId}, which is not among those given.`
        : `It is damaged, or was not written here: the key ${keyId} does not open it.`,
    )
    this.name = 'SealError'
    this.kind = kind
    this.keyId = keyId
  }
}

export const KEY_BYTES = 32

/** AES-256-GCM (NIST SP 800-38D): a random nonce of 96 bits and a tag of 128 bits. */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `enc1:<key id>:<base64 of nonce, ciphertext, tag>` */
const SEALED = /^enc1:([0-9a-f]{12}):/
/** Marks a plain value that looks like a sealed one. */
const PLAIN_PREFIX = 'plain1:'

/** Seals texts under its first key and opens those sealed under any. Without keys texts stay plain. */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, KeyObject>
  /** Null: texts stay plain. */
  readonly currentKeyId: string | null

  /** `keys`: each of `KEY_BYTES` bytes. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]))
    this.currentKeyId = this.keyIds[0] ?? null
  }

  get keyIds(): readonly string[] {
    return [...this.#keys.keys()]
  }

  isCurrent(stored: string): boolean {
    return this.currentKeyId !== null && sealedWith(stored) === this.currentKeyId
  }

  seal(text: string, data: AssociatedData): string {
    const keyId = this.currentKeyId
    const key = keyId === null ? undefined : this.#keys.get(keyId)
    if (!key) return SEALED.test(text) || text.startsWith(PLAIN_PREFIX) ? PLAIN_PREFIX + text : text

    const nonce = systemChance.bytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(bytesOf(data))
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `enc1:${keyId}:${Buffer.concat(parts).toString('base64')}`
  }

  /** Opens a value that was sealed for this column, or stored plain. Throws a SealError. */
  open(stored: string, data: AssociatedData): string {
    const keyId = sealedWith(stored)
    if (keyId === null) return stored.startsWith(PLAIN_PREFIX) ? stored.slice(PLAIN_PREFIX.length) : stored
    const key = this.#keys.get(keyId)
    if (!key) throw new SealError('key_missing', keyId)

    const bytes = Buffer.from(stored.slice(stored.lastIndexOf(':') + 1), 'base64')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('damaged', keyId)
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const tag = bytes.subarray(-TAG_BYTES)
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(bytesOf(data)).setAuthTag(tag)
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      throw new SealError('damaged', keyId)
    }
  }
}

/** Returns the id of the key that a stored value is sealed with; null: it is plain. */
export function sealedWith(stored: string): string | null {
  return SEALED.exec(stored)?.[1] ?? null
}

/** Names a key without revealing it, by the beginning of a hash. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('tocsin encryption key\0').update(key).digest('hex').slice(0, 12)
}

/** Unambiguous: no two columns have the same bytes. */
function bytesOf(data: AssociatedData): Buffer {
  return Buffer.from(JSON.stringify(data), 'utf8')
}
