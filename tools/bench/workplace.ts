import type { Cleanup } from './cleanup.ts'
import type { Part } from './part.ts'
import type { GeneratorMethods } from './parts/generator.ts'
import type { ReceiverMethods } from './parts/receiver.ts'
import type { Settings } from './settings.ts'

/** The tools that fill databases and make loads. */
export interface Workplace {
  readonly settings: Settings
  readonly cleanup: Cleanup
  readonly generator: Part<GeneratorMethods>
  readonly receiver: Part<ReceiverMethods>
  readonly receiverUrl: string
  /** Where bad receivers are; what they do is their path. */
  readonly badReceiverUrl: string
}
