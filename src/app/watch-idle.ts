import type { Config } from '../config/config.ts'
import { delivers } from '../domain/overview/node.ts'
import { IdleWatch } from '../housekeeping/idle-watch.ts'
import type { OpenedStore } from './open-store.ts'
import type { NotificationListener } from '../storage/cluster.ts'
import { notingWork } from '../storage/methods.ts'

interface IdleDeps {
  readonly config: Pick<Config, 'role'>
  /** Called when something may be due. */
  readonly wake: () => void
}

interface WatchedStore {
  readonly opened: OpenedStore
  readonly idle: IdleWatch
  /** Listens to other nodes; undefined: no other nodes, or it is off. */
  readonly listen: (options: { readonly onTokens: () => void }) => NotificationListener | undefined
}

/** Watches whether this node is idle: store calls and notifications of other nodes are work. */
export function watchIdle(found: OpenedStore, { config, wake }: IdleDeps): WatchedStore {
  const { cluster, clock } = found
  let listener: NotificationListener | undefined
  const isListening = () => !cluster.isShared || listener?.isListening === true
  const idle = new IdleWatch({ clock, isListening, onWake: wake })
  // After a clock step other things are due.
  found.clockSteps.onStep = () => idle.noteWork()
  const noteWork = () => {
    idle.noteWork()
    // Delivering nodes continue what this one accepted.
    if (!delivers(config.role)) cluster.notify('work')
  }
  const onWork = () => {
    idle.noteWork()
    found.store.expectWork?.()
    if (delivers(config.role)) wake()
  }
  return {
    opened: { ...found, store: notingWork(found.store, noteWork) },
    idle,
    listen: ({ onTokens }) => {
      listener = found.listen({
        onNotification: (notification) => (notification === 'work' ? onWork() : onTokens()),
        isIdle: () => idle.isIdle,
      })
      return listener
    },
  }
}
