import { setTimeout as sleep } from 'node:timers/promises'
import type { Receiver, ReceivedRequest } from '../../../test/support/network/receiver.ts'
import type { Alertmanager } from '../../../test/support/sources/alertmanager.ts'
import type { Change, Track } from './tracks.ts'

/** The body of our webhooks; `witnessReceiver` reads it. */
export const PAYLOAD_TEMPLATE = '{"name": "%label.name%", "state": "%CurrentState%"}'

/** Keeps what was said of each condition, without repetitions. */
export class Witness {
  readonly #tracks = new Map<string, Change[]>()

  get tracks(): ReadonlyMap<string, Track> {
    return this.#tracks
  }

  note(name: string, isOn: boolean, at = Date.now()): void {
    const track = this.#tracks.get(name) ?? []
    this.#tracks.set(name, track)
    if ((track.at(-1)?.isOn ?? false) !== isOn) track.push({ at, isOn })
  }
}

/** Notes what a receiver of ours is sent. */
export function witnessReceiver(receiver: Receiver): Witness {
  const witness = new Witness()
  receiver.alwaysRespondsWith(({ body }: ReceivedRequest, response) => {
    const { name, state } = JSON.parse(body) as { name: string; state: string }
    witness.note(name, state !== 'Cleared')
    response.end()
  })
  return witness
}

/** Notes what Alertmanager holds for firing, asked twice a second until `signal`. */
export function witnessAlertmanager(
  alertmanager: Alertmanager,
  names: readonly string[],
  signal: AbortSignal,
): Witness {
  const witness = new Witness()
  const ask = async () => {
    while (!signal.aborted) {
      const active = new Set((await alertmanager.active()).map(({ labels }) => labels['name']))
      for (const name of names) witness.note(name, active.has(name))
      await sleep(500)
    }
  }
  void ask().catch(() => undefined)
  return witness
}
