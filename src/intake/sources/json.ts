import { valueAt } from '../../domain/source/field-path.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Dialect, ReadContext, Reading } from '../reading/dialect.ts'
import { readEach, readingInSteps, refusal } from '../reading/dialect.ts'
import { readMappedAlert, readMappedJobRun } from '../reading/mapped-report.ts'

/** Any JSON; the file of sources says where everything is. */
export const JSON_MAPPED: Dialect = {
  name: 'json',
  title: 'a monitor of your own',
  recognises: (body) => typeof body === 'object' && body !== null,
  mistakes: 'This does not fit the mapping of the source in TOCSIN_SOURCES_FILE',
  hint: 'It must be JSON: an object or a list.',
  ...readingInSteps(read),
}

function* read(body: unknown, context: ReadContext): Steps<Reading> {
  const { mapping } = context
  if (!mapping) return refusal('the source has no mapping')
  const items = mapping.items ? valueAt(body, body, mapping.items) : body
  if (mapping.items && !Array.isArray(items)) {
    return refusal(
      `there is no list at ${JSON.stringify(mapping.items.text)}, where \`items\` says that it is`,
    )
  }
  const list = Array.isArray(items) ? items : [items]
  if (mapping.kind === 'alert') {
    const { entries, errors } = yield* readEach(list, 'alert', (entry) =>
      readMappedAlert({ entry, body, mapping }, context),
    )
    return { observations: entries, errors }
  }
  const { entries, errors } = yield* readEach(list, 'run', (entry) =>
    readMappedJobRun({ entry, body, mapping }, context),
  )
  return { observations: [], jobRuns: entries, errors }
}
