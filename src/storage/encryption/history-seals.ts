import { SealError, SecretBox, type AssociatedData } from './secret-box.ts'
import type { DeliveryId } from '../../domain/ids.ts'

/** A stored key for history, and which of them it is. */
export interface StoredHistoryKey {
  readonly key: string
  readonly value: string
}

/**
 * Recorded requests and responses, and changes in the audit log, are sealed as well: they hold what a webhook
 * sends, and with it credentials in paths and bodies that nothing distinguishes from the rest. There are far too
 * many of them to be sealed again when the key of the operator changes, so they have a key of their own, made by
 * the service, and that one is sealed.
 */
export class HistorySeals {
  readonly #box: SecretBox

  /** `box` has the keys of the operator; `stored` are those for history, the newest first. */
  constructor(box: SecretBox, stored: readonly StoredHistoryKey[]) {
    const keys = stored.flatMap((key) => openHistoryKey(box, key) ?? [])
    this.#box = new SecretBox(box.currentKeyId === null ? [] : keys)
  }

  seal<Text extends string | null>(text: Text, data: AssociatedData): Text | string {
    return text === null ? text : this.#box.seal(text, data)
  }

  /** Null also for what does not open any more. */
  open(stored: string | null, data: AssociatedData): string | null {
    if (stored === null) return null
    try {
      return this.#box.open(stored, data)
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }
}

/** Undefined: none of the operator's keys opens it. */
export function openHistoryKey(box: SecretBox, { key, value }: StoredHistoryKey): Buffer | undefined {
  try {
    return Buffer.from(box.open(value, ['meta', key]), 'base64')
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

export function attemptData(
  column: 'request' | 'response',
  deliveryId: DeliveryId,
  number: number,
): AssociatedData {
  return ['attempts', deliveryId, number, column]
}
