import type { EngineName } from '../../engine-names.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Engine } from '../engines/engine.ts'
import { Part } from '../part.ts'
import type { BesideReceiverMethods } from '../parts/beside-receiver.ts'
import { machineFacts, type MachineFacts } from '../machine.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { alertmanagerContender, findAlertmanager } from './alertmanager.ts'
import type { Contender } from './contender.ts'
import { measureContender, measureCrowded, type BesideAmounts, type BesideReadings } from './loads.ts'
import { tocsinContender } from './tocsin.ts'

export interface BesideDeps {
  readonly engines: readonly Engine[]
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
  /** The first is what the others are held against. */
  readonly columns: readonly BesideColumn[]
}

/** The same work for an Alertmanager and for this service on each engine, turn about. Throws if none is installed. */
export async function measureBeside({
  engines,
  rounds,
  amounts,
  cleanup,
  say,
}: BesideDeps): Promise<BesideRun> {
  const name = findAlertmanager()
  if (name === undefined) {
    throw new Error(
      'Alertmanager is not installed: on Debian and Ubuntu it is the package prometheus-alertmanager.',
    )
  }
  const machine = machineFacts()
  const receiver = new Part<BesideReceiverMethods>('beside-receiver', cleanup)
  const receiverUrl = `http://127.0.0.1:${await receiver.ask('port', undefined)}/`
  const contenders: readonly (() => Promise<Contender>)[] = [
    () => alertmanagerContender(name, receiverUrl, cleanup),
    ...engines.map((engine) => () => tocsinContender(engine, receiverUrl, cleanup)),
  ]
  const columns = [undefined, ...engines].map((engine) => {
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
