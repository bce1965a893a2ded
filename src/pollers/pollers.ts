import type { SourceSettings } from '../domain/source/source.ts'
import { NotificationListener, type NotificationListenerDeps } from './notification-listener.ts'
import { Poller, type PollerDeps } from './poller.ts'
import { schedulerOf } from './schedulers.ts'

/** Runs beside the service until it is stopped. */
export interface SourceReader {
  start(): void
  stop(): Promise<void>
}

/** Creates a reader for each source that is polled in a database. */
export function createSourceReaders(
  sources: readonly SourceSettings[],
  deps: PollerDeps & NotificationListenerDeps,
): readonly SourceReader[] {
  return sources.flatMap(({ name, dialect, database: settings }) => {
    if (settings === undefined) return []
    const scheduler = schedulerOf(dialect)
    return [
      scheduler
        ? new Poller({ name, scheduler, settings }, deps)
        : new NotificationListener({ name, settings }, deps),
    ]
  })
}
