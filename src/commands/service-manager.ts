import { execFile } from 'node:child_process'
import type { Environment } from '../config/setting.ts'
import type { Clock } from '../runtime/clock.ts'

export interface ServiceManager {
  ready(status: string): void
  stopping(): void
  /** Reports why the start failed. */
  failed(because: string): void
  leave(): void
}

const pass = () => undefined
const NO_MANAGER: ServiceManager = { ready: pass, stopping: pass, failed: pass, leave: pass }

/**
 * Finds systemd by the variables of sd_notify(3). With `WatchdogSec=` it is notified twice in that time from
 * the main loop, so a hanging process is restarted. systemd-notify(1) sends, because Node.js cannot write to
 * a datagram socket of AF_UNIX.
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
    // Each line is an assignment (sd_notify(3)).
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

/** A manager that does not accept the message must not block our end. */
const SEND_MS_MAX = 2_000

/** If the program is missing, systemd ends the start at its own limit, and says so. */
function send(...news: readonly string[]): void {
  execFile('systemd-notify', news, { timeout: SEND_MS_MAX }, () => undefined)
}
