import type { Issue } from '../../../api/problem.ts'
import type { PresetField } from '../presets/presets-api.ts'

/** Finds a mistake before the service is asked; undefined: none. */
export function faultOf(
  { label, required, pattern, wanted }: Pick<PresetField, 'label' | 'required' | 'pattern' | 'wanted'>,
  value: string,
): string | undefined {
  if (value.trim() === '') return required ? `${label} is needed.` : undefined
  return matches(value.trim(), pattern) ? undefined : sentence(wanted)
}

/** Returns the service's sentence about a field. */
export function sentenceOfField(name: string, issues: readonly Issue[]): string | undefined {
  const issue = issues.find(({ path }) => path === `fields.${name}`)
  return issue && sentence(issue.message)
}

function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value)
  } catch {
    // The service checks it anyway.
    return true
  }
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return text.endsWith('.') ? text : `${text}.`
}
