import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { severityReader, type SeverityOverrides } from '../../../src/domain/alert/severity.ts'
import type { ReadContext } from '../../../src/intake/reading/dialect.ts'

/** A body as its vendor documents it, or as it was recorded: test/fixtures/sources/<name>.json. */
// oxlint-disable-next-line typescript/no-explicit-any -- each test knows the shape of its own body, and takes it apart
export function sourceBody(name: string): any {
  const file = join(import.meta.dirname, '../..', 'fixtures', 'sources', `${name}.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The facts that a reader gets besides the body. */
export function readContext({
  severity,
  ...given
}: Partial<Omit<ReadContext, 'severity'>> & { readonly severity?: SeverityOverrides } = {}): ReadContext {
  return {
    source: 'a-source',
    now: Date.parse('2026-09-14T04:30:00Z'),
    sender: { principal: 'token 1', name: 'monitor', address: '127.0.0.1' },
    ignoreLabels: [],
    raised: [],
    severity: severityReader(severity),
    ...given,
  }
}
