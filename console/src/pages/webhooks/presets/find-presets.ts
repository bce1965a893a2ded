import type { PresetSummary } from './presets-api.ts'

type Findable = Pick<PresetSummary, 'id' | 'name' | 'summary'>

/** Finds presets with every word in name, id or summary; without words, all. */
export function findPresets<Preset extends Findable>(
  presets: readonly Preset[],
  wanted: string,
): readonly Preset[] {
  const words = wanted.toLowerCase().split(/\s+/)
  return presets.filter(({ id, name, summary }) => {
    const text = `${id} ${name} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
