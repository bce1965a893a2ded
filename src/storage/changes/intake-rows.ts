import type { Alert } from '../../domain/alert/alert.ts'
import type { AlertId, EventId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { OpenTime } from '../../domain/open-time.ts'
import type { ReceiverStateKey } from '../../domain/receiver-state/receiver-state.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'
import type { Gathered, IntakeView } from './fan-out.ts'
import type { Known, Rows } from './rows.ts'

/** Reads and writes what changes of alerts need. */
export interface IntakeRows extends Rows {
  /** Selects and locks alerts that nobody reports any more, or whose reported end has come. */
  overAlerts(over: OverAlerts): TransactionScript<readonly Alert[]>

  /** Selects receiver states whose missing delivery is due. */
  dueStates(limit: number): TransactionScript<readonly ReceiverStateKey[]>

  /**
   * Loads what changes locked alerts; `clearing`: those that may clear. Without it: only what receiver states
   * decide about.
   */
  intakeView(known: Known, asked: AskedAlerts): TransactionScript<IntakeView>

  /** Writes alerts and what was gathered; nothing follows it. Returns the ids of the events. */
  saveIntake(alerts: readonly AlertWrite[], gathered?: Gathered): TransactionScript<readonly EventId[]>
}

export interface OverAlerts {
  readonly expiredBefore: Instant
  readonly endedBefore: Instant
  /** Grants more time to what was observed before an absence. */
  readonly openTime: OpenTime
  readonly limit: number
}

export interface AskedAlerts {
  readonly ids: readonly AlertId[]
  readonly clearing?: readonly Alert[]
}

export interface AlertWrite {
  readonly before: Alert
  readonly after: Alert
}
