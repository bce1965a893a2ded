import type { Log } from '../../telemetry/log.ts'

/** Limit of a reason in a line of the log. */
const REASON_CHARACTERS_MAX = 1_000

/** Logs why a report, or a part of it, was refused: most monitors show nobody the response. */
export function logRefusedReport(log: Pick<Log, 'warn'>, route: string, because: string): void {
  log.warn({ route, because: because.slice(0, REASON_CHARACTERS_MAX) }, 'report.refused')
}
