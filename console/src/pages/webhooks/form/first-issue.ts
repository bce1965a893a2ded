import type { Issue } from '../../../api/problem.ts'
import { SECTIONS } from './field-labels.ts'
import { fieldOf } from './form-issues.ts'

/** The first section, from the top, in which something is wrong. */
export function sectionOfFirstIssue(issues: readonly Issue[]): string | undefined {
  const fields = new Set(issues.map(({ path }) => fieldOf(path)))
  return SECTIONS.find((section) => section.fields.some((field) => fields.has(field)))?.id
}
