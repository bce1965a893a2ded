import type { ReceiverSummary } from './receivers-api.ts'

type Findable = Pick<ReceiverSummary, 'id' | 'name' | 'summary'>

/** Those that have every word that was typed, in their name, their id or what they are for; all, if none was. */
export function findReceivers<Receiver extends Findable>(
  receivers: readonly Receiver[],
  wanted: string,
): readonly Receiver[] {
  const words = wanted.toLowerCase().split(/\s+/)
  return receivers.filter(({ id, name, summary }) => {
    const text = `${id} ${name} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
