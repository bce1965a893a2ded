import type { EngineName } from '../../engine-names.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Engine } from '../engines/engine.ts'
import { Part } from '../part.ts'
import type { BesideReceiverMethods } from '../parts/beside-receiver.ts'
import { machineFacts, type MachineFacts } from '../machine.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { alertmanagerContender, type FoundAlertmanager } from './alertmanager.ts'
import type { Contender } from './contender.ts'
import { measureContender, measureCrowded, type BesideAmounts, type BesideReadings } from './loads.ts'
import { tocsinContender } from './tocsin.ts'

export interface BesideDeps {
  readonly engines: readonly Engine[]
  readonly found: readonly FoundAlertmanager[]
  readonly rounds: number
  readonly amounts: BesideAmounts
  readonly cleanup: Cleanup
  readonly say: (line: string) => void
}

/** The readings of one contender, one for each round. */
export interface BesideColumn {
  readonly name: string
  /** Undefined: it is the other service. */
  readonly engine: EngineName | undefined
  readonly rounds: readonly BesideReadings[]
}

/** Everything that a run beside another service measured, and on what. */
export interface BesideRun {
  readonly version: string
  readonly at: string
  readonly machine: MachineFacts
  readonly amounts: BesideAmounts
  /** The other services first: the last of these is what this one is held against. */
  readonly columns: readonly BesideColumn[]
}

/**
 * Measures the same work of each Alertmanager that is there and of this service on each engine, alternately. Throws
 * without an Alertmanager.
 */
export async function measureBeside({
  engines,
  found,
  rounds,
  amounts,
  cleanup,
  say,
}: BesideDeps): Promise<BesideRun> {
  if (found.length === 0) {
    throw new Error(
      'Alertmanager is not installed: on Debian and Ubuntu it is the package prometheus-alertmanager.',
    )
  }
  const machine = machineFacts()
  const receiver = new Part<BesideReceiverMethods>('beside-receiver', cleanup)
  const receiverUrl = `http://127.0.0.1:${await receiver.ask('port', undefined)}/`
  const contenders: readonly (() => Promise<Contender>)[] = [
    ...found.map((each) => () => alertmanagerContender(each, receiverUrl, cleanup)),
    ...engines.map((engine) => () => tocsinContender(engine, receiverUrl, cleanup)),
  ]
  const columns = [...found.map(() => undefined), ...engines].map((engine) => {
    return { name: '', engine: engine?.name, rounds: new Array<BesideReadings>() }
  })
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, create] of contenders.entries()) {
      const contender = await create()
      say(`[round ${round + 1} of ${rounds}] ${contender.name}`)
      const column = columns[index]
      if (!column) continue
      column.name = contender.name
      const readings = await measureContender(contender, receiver, amounts)
      column.rounds.push({ ...readings, ...(await measureCrowded(await create(), receiver, amounts)) })
    }
  }
  return { version: VERSION, at: new Date().toISOString(), machine, amounts, columns }
}
