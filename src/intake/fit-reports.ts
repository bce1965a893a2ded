import { countCharacters } from '../domain/page.ts'
import { REPORT_CHARACTERS_MAX, shortenDetails, SHORTENED } from '../domain/alert/report-size.ts'

interface Report {
  readonly details: object
  readonly warnings?: readonly string[]
}

/**
 * Texts that are longer than a report may have are shortened, with a note of that where a report can carry one: a
 * monitor with a dialect of its own cannot be changed, and part of a text is better than no alert. Our own interface
 * has refused such a report before.
 */
export function fitReports<Given extends Report>(
  given: readonly Given[],
): { readonly reports: readonly Given[]; readonly characterCount: number } {
  let characterCount = 0
  let reports: Given[] | undefined
  for (const [index, report] of given.entries()) {
    const count = countCharacters(report.details)
    characterCount += Math.min(count, REPORT_CHARACTERS_MAX)
    if (count > REPORT_CHARACTERS_MAX) (reports ??= [...given])[index] = shortened(report)
  }
  return { reports: reports ?? given, characterCount }
}

function shortened<Given extends Report>(report: Given): Given {
  const details = shortenDetails(report.details)
  return 'state' in report
    ? { ...report, details, warnings: [...(report.warnings ?? []), SHORTENED] }
    : { ...report, details }
}
