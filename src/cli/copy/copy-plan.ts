import { describeDatabase, type DatabaseAddress } from '../../config/database-address.ts'
import type { CliContext } from '../program/context.ts'
import { showPlan, type Plan } from './copy-view.ts'
import { Screen } from '../view/screen.ts'
import { printJson } from '../client/session.ts'

export interface CopyRequest {
  readonly context: CliContext
  readonly from: DatabaseAddress
  readonly to: DatabaseAddress
  readonly isJson: boolean
  /** Ids of the keys that were given to this command, if any were. */
  readonly keyIds: readonly string[]
}

/** Says what a copy would do, and changes nothing. */
export async function planCopy({ context, from, to, isJson, keyIds }: CopyRequest): Promise<void> {
  const [{ openEnd }, { NothingThere }, { countAll, inspectTarget }, { findNeededKeys }] = await Promise.all([
    import('../../open-copy-end.ts'),
    import('../../storage/copy/ends.ts'),
    import('../../storage/copy/copy.ts'),
    import('../../storage/copy/needed-keys.ts'),
  ])
  const source = await openEnd(from, 'source')
  try {
    const target = await openEnd(to, 'inspect').catch((error: unknown) => {
      if (error instanceof NothingThere) return undefined
      throw error
    })
    const state = target ? await inspectTarget(source, target).finally(() => target.close()) : 'new'
    const needed = { needed: await findNeededKeys(source), given: keyIds }
    const found = {
      from: source.name,
      to: describeDatabase(to),
      state,
      size: await source.readSize(),
      totals: await countAll(source),
      keys: needed,
    }
    if (isJson) printJson(context, JSON.stringify(toPlanJson(found)))
    else showPlan(new Screen(context.terminal), found)
  } finally {
    await source.close()
  }
}

function toPlanJson({ from, to, state, size, totals, keys }: Plan): object {
  return { from, to, target: state, bytes: size, rows: totals, keys: Object.fromEntries(keys.needed) }
}
