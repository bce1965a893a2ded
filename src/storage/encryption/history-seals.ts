import { SealError, SecretBox, type AssociatedData } from './secret-box.ts'
import type { DeliveryId } from '../../domain/ids.ts'

export interface StoredHistoryKey {
  readonly key: string
  readonly value: string
}

/**
 * Seals recorded requests and responses, and changes in the audit log, which may hold credentials. They are
 * too many to seal again under a new operator's key, so they have their own key, which that key seals.
 */
export class HistorySeals {
  readonly #box: SecretBox

  /** `box` has the operator's keys; `stored` those for history, newest first. */
  constructor(box: SecretBox, stored: readonly StoredHistoryKey[]) {
    const keys = stored.flatMap((key) => openHistoryKey(box, key) ?? [])
    this.#box = new SecretBox(box.currentKeyId === null ? [] : keys)
  }

  seal<Text extends string | null>(text: Text, data: AssociatedData): Text | string {
    return text === null ? text : this.#box.seal(text, data)
  }

  /** Returns null also for what does not open. */
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

/** Returns undefined if none of the operator's keys opens it. */
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
