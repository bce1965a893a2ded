import type { CliContext } from '../../cli/program/command.ts'
import { systemClock } from '../runtime/clock.ts'
import { THIS_MACHINE } from './this-machine.ts'

export const SILENT_CONTEXT: CliContext = {
  terminal: {
    out: () => undefined,
    err: () => undefined,
    columns: undefined,
    hasColours: false,
    isInteractive: false,
    showsProgress: false,
    ask: () => Promise.resolve(''),
    readInput: () => Promise.resolve(undefined),
  },
  environment: {},
  clock: systemClock,
  machine: THIS_MACHINE,
  workingDirectory: '.',
  untilInterrupted: () => AbortSignal.abort(),
  noteRefusal: () => undefined,
  exitWith: () => undefined,
}
