import { keyText } from '../../domain/storable.ts'
import { beginsAsEnd } from '../../domain/alert/state-words.ts'
import { type JsonObject, numberOf } from '../../domain/json-object.ts'
import type { Observation } from '../../domain/alert/alert.ts'
import type { RaisedState } from '../../domain/alert/severity.ts'
import type { Steps } from '../../domain/steps.ts'
import { readEntries } from './body.ts'
import type { ReadContext, Reading } from './dialect.ts'
import { describeLabelAlert, readLabelAlert, type LabelAlert, type LabelAlertFacts } from './label-alert.ts'

/** The frame that Alertmanager and Grafana put around alerts that they send together. */
export interface AlertGroup {
  /** The name of the sender, for the warnings. */
  readonly sender: string
  /** Adds what a sender says on top of labels and annotations. */
  readonly refine?: (facts: LabelAlertFacts, element: JsonObject, alert: LabelAlert) => LabelAlertFacts
}

/**
 * A group of alerts, each with a status of its own; that of the group is computed after truncation and says nothing
 * that they do not. A firing alert is repeated hours apart, so that silence means nothing: no expiry. Its sender
 * reports ends that name another start than the raise, and corrects what it sent last: only the order of arrival
 * counts.
 */
export function readGroup(group: JsonObject, context: ReadContext, about: AlertGroup): Steps<Reading> {
  const cut = numberOf(group['truncatedAlerts']) ?? 0
  const warnings =
    cut > 0 ? [`${about.sender} left ${cut} alerts out of this group; what became of them is not known.`] : []
  return readEntries(group['alerts'], 'alert', (element) => readAlert(element, context, about, warnings))
}

function readAlert(
  element: unknown,
  context: ReadContext,
  { refine = (facts) => facts }: AlertGroup,
  groupWarnings: readonly string[],
): Observation | string {
  const alert = readLabelAlert(element)
  if (typeof alert === 'string') return alert
  const members = element as JsonObject
  const { status, fingerprint } = members
  const word = typeof status === 'string' ? status.trim().toLowerCase() : ''
  const isOver = beginsAsEnd(word)
  if (word !== 'firing' && !isOver) return 'status must be "firing" or "resolved"'
  const key = typeof fingerprint === 'string' && fingerprint !== '' ? keyText(fingerprint) : undefined
  const { raisedState, ...facts } = refine(describeLabelAlert(alert, context, key), members, alert)
  const warnings = [...(facts.warnings ?? []), ...groupWarnings]
  return {
    ...facts,
    ...(warnings.length > 0 && { warnings }),
    ...(isOver ? resolved(alert, context) : firing(raisedState, alert, context)),
  }
}

type Reported = Pick<Observation, 'state' | 'at' | 'since' | 'countsByArrival'>

/** A clock that is ahead of ours must not make the future of it: nothing could clear the alert until then. */
function firing(state: RaisedState, { startsAt }: LabelAlert, { now }: ReadContext): Reported {
  const at = Math.min(startsAt ?? now, now)
  return { state, at, since: at, countsByArrival: true }
}

/** Never before its beginning, whatever its sender says: the clear would come too late to count. */
function resolved({ startsAt, endsAt }: LabelAlert, { now }: ReadContext): Reported {
  const at = Math.min(Math.max(endsAt ?? now, startsAt ?? 0), now)
  return { state: 'cleared', at, countsByArrival: true }
}
