import { execFile } from 'node:child_process'
import type { Environment } from '../../config/setting.ts'
import type { Clock } from '../../runtime/clock.ts'

/** The manager of services that started this process. */
export interface ServiceManager {
  /** Says that the service is there, and what it does. Twice is harmless. */
  ready(status: string): void
  stopping(): void
  /** Says why it could not start; the exit code says that it could not. */
  failed(because: string): void
  /** Reports nothing more, so that nothing keeps this process from ending. */
  leave(): void
}

const pass = () => undefined
const NO_MANAGER: ServiceManager = { ready: pass, stopping: pass, failed: pass, leave: pass }

/**
 * Finds systemd by the variables of sd_notify(3). If it watches over this process (`WatchdogSec=`), it is notified
 * twice in that time, from the loop that does all the work: a process that hangs is ended and restarted. Node.js
 * cannot write to its socket (a datagram of AF_UNIX), so systemd-notify(1) does.
 */
export function findServiceManager(
  { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID }: Environment,
  clock: Clock,
  stopping: AbortSignal,
): ServiceManager {
  if (!NOTIFY_SOCKET) return NO_MANAGER
  const isWatched = WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid)
  const everyMs = isWatched ? Number(WATCHDOG_USEC ?? 0) / 2_000 : 0
  const left = new AbortController()
  const ending = AbortSignal.any([stopping, left.signal])
  if (everyMs > 0) void keepAlive(clock, ending, everyMs)
  return {
    ready: (status) => send('READY=1', `STATUS=${status}`),
    stopping: () => send('STOPPING=1'),
    // A line is an assignment of its own there (sd_notify(3)).
    failed: (because) => send(`STATUS=${because.replaceAll('\n', ' ')}`),
    leave: () => left.abort(),
  }
}

async function keepAlive(clock: Clock, stopping: AbortSignal, everyMs: number): Promise<void> {
  while (!stopping.aborted) {
    send('WATCHDOG=1')
    await clock.wait(everyMs, stopping)
  }
}

/** A manager that does not take the message must not keep this process from ending. */
const SEND_MS_MAX = 2_000

/** If the program is missing, systemd ends the start after its own limit, and says so. */
function send(...news: readonly string[]): void {
  execFile('systemd-notify', news, { timeout: SEND_MS_MAX }, () => undefined)
}
