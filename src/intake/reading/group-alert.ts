import { keyText } from '../../domain/storable.ts'
import { beginsAsEnd } from '../../domain/alert/state-words.ts'
import { type JsonObject, numberOf } from '../../domain/json-object.ts'
import type { Observation } from '../../domain/alert/alert.ts'
import type { RaisedState } from '../../domain/alert/severity.ts'
import type { Steps } from '../../domain/steps.ts'
import { type ReadContext, readEntries, type Reading } from './dialect.ts'
import { describeLabelAlert, readLabelAlert, type LabelAlert, type LabelAlertFacts } from './label-alert.ts'

/** A frame around alerts, as Alertmanager and Grafana send it. */
export interface AlertGroup {
  readonly sender: string
  /** Adds the sender's own members to labels and annotations. */
  readonly refine?: (facts: LabelAlertFacts, element: JsonObject, alert: LabelAlert) => LabelAlertFacts
}

/**
 * Reads each alert by its own status. Firing alerts are repeated hours apart, so none expires. Senders report ends
 * whose start is not the raise's, and correct earlier reports, so only the order of arrival counts.
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

/** A time ahead of our clock would prevent any clear until then. */
function firing(state: RaisedState, { startsAt }: LabelAlert, { now }: ReadContext): Reported {
  const at = Math.min(startsAt ?? now, now)
  return { state, at, since: at, countsByArrival: true }
}

/** Clears at the end, but never before the start, or the clear would count as late. */
function resolved({ startsAt, endsAt }: LabelAlert, { now }: ReadContext): Reported {
  const at = Math.min(Math.max(endsAt ?? now, startsAt ?? 0), now)
  return { state: 'cleared', at, countsByArrival: true }
}
