import { CliError, usageError } from '../program/cli-error.ts'
import { actOnService, type Session } from '../client/session.ts'
import { type CliContext, TaughtCommand } from '../program/command.ts'
import { readDefinitionFiles, referenceReader } from '../definitions/definition-files.ts'
import type { Mistake, WrittenDefinition } from '../definitions/definition-reader.ts'
import { findSameNames, placeOf, readDefinitionFile } from '../definitions/definition-reader.ts'
import { collectTexts } from '../options/option-values.ts'
import { addPlanOptions, type Mistaken, planAll, type PlanFlags, runPlan } from './run-plan.ts'

export function defineApply(context: CliContext) {
  const command = new TaughtCommand('apply', {
    summary: 'make webhooks and maintenance windows as files define them',
    description:
      'Reads definitions of webhooks, and of maintenance windows, from YAML files, shows what it would create and change, asks, and does it. The name identifies a webhook; settings that a file leaves out get the default of a new webhook. Webhooks that no file names stay, unless you give --prune; maintenance windows too, if a file has a list of them. ${NAME} inserts an environment variable (${NAME:-text}: or the text, if it is not set) and ${file:/run/secrets/name} the contents of a file; write $${ for a literal ${. The service makes all changes in one transaction; if somebody changes a webhook after the plan was shown, it changes nothing, and the command says so. Exit codes: 0 done, or nothing to do; 1 something failed; 2 a usage mistake; 3 there are changes, and nobody confirmed them. See docs/moving-in.md.',
    examples: {
      'tocsin apply -f webhooks.yaml': 'shows the plan and asks',
      'tocsin apply -f webhooks.yaml --dry-run': 'shows the plan only',
      'tocsin apply -f alerts/ -f jobs.yaml --prune --yes': 'all files, and deletes what is in none of them',
      'tocsin apply -f webhooks.yaml --dry-run --detailed-exitcode':
        'for a pipeline: 3 if the service is not as the file says',
    },
  })
    .option(
      '-f, --file <path>',
      'file with definitions, a folder of them, or - for stdin; may stand several times',
      collectTexts,
    )
    .option('--prune', 'delete every webhook and maintenance window that no file names')
  return actOnService(addPlanOptions(command), context, (session, { file, prune, ...flags }) =>
    apply(session, file, prune, flags),
  )
}

async function apply(
  session: Session,
  paths: readonly string[] = [],
  prune = false,
  flags: PlanFlags = {},
): Promise<void> {
  if (paths.length === 0) throw usageError("Required option '-f, --file <path>' not specified.")
  const files = await readDefinitionFiles(paths, session.context.terminal)
  const read = files.map((file) => readDefinitionFile(file, referenceReader(session.context, file.path)))
  const written = read.flatMap(({ definitions }) => definitions)
  const hasWindows = read.some(({ windows }) => windows !== undefined)
  const ofWindows = hasWindows ? read.flatMap(({ windows = [] }) => windows) : undefined
  const mistakes = [
    ...read.flatMap((one) => one.mistakes),
    ...findSameNames(written),
    ...findSameNames(ofWindows ?? []),
  ]
  // The service checks the sound definitions too, so that every mistake is listed at once.
  const isSound = ({ mistake }: WrittenDefinition) => {
    const places = [mistake('name', ''), mistake('fields', '')]
    return !mistakes.some((one) => places.some((place) => isWithin(one, place)))
  }
  const sound = { webhooks: written.filter(isSound), windows: ofWindows?.filter(isSound) }
  const onMistakes = (found: readonly Mistaken[]) => {
    const refused = found.flatMap(
      ({ list, index, path, message }) => sound[list]?.[index]?.mistake(path, message) ?? [],
    )
    // The service may repeat a mistake that the reader has found.
    const news = refused.filter((issue) => !mistakes.some((one) => isWithin(issue, one)))
    throw refusalOf([...mistakes, ...news])
  }
  const webhooks = sound.webhooks.map(({ members }) => members)
  const windows = sound.windows?.map(({ members }) => members)
  const request = { webhooks, windows, prune, onMistakes }
  if (mistakes.length === 0) return runPlan(session, request, flags)
  await planAll(session, request)
  throw refusalOf(mistakes)
}

function isWithin({ file, path }: Mistake, whole: Mistake): boolean {
  return (
    whole.file === file &&
    (path === whole.path || path.startsWith(`${whole.path}.`) || path.startsWith(`${whole.path}[`))
  )
}

function refusalOf(mistakes: readonly Mistake[]): CliError {
  const count = mistakes.length === 1 ? 'is a mistake' : `are ${mistakes.length} mistakes`
  return new CliError(`There ${count} in the definitions; nothing was changed.`, {
    exitCode: 1,
    title: 'Mistakes in the definitions',
    issues: mistakes
      .toSorted((one, other) =>
        one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
      )
      .map((mistake) => ({ path: placeOf(mistake), message: mistake.message })),
  })
}
