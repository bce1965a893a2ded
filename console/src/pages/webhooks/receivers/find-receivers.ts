import type { ReceiverSummary } from './receivers-api.ts'

type Findable = Pick<ReceiverSummary, 'id' | 'name' | 'summary'>

/** Finds presets that have every typed word in their name, their id or their summary; all, without words. */
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
