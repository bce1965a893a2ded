import type { Session } from '../client/session.ts'
import { asNumber, asObjects, asText } from '../view/json-value.ts'
import { findMatchFindings } from '../webhook/match-findings.ts'
import type { Plan } from './plan-view.ts'

/** Webhooks whose matchers are previewed: each takes up to two seconds. */
const PREVIEWED_MAX = 20
/** Begins a finding about what is left for `otherwise`, which the other webhooks of a set may take. */
const LEFT = 'No enabled webhook'

/** Returns what previews find in the matchers that a plan would create or change, with the name of each webhook. */
export async function findPlanFindings(session: Session, result: Plan['result']): Promise<readonly string[]> {
  const touched = [...asObjects(result.create), ...asObjects(result.change)].flatMap((webhook) => {
    const after = new Map(asObjects(webhook.changes).map(({ field, to }) => [asText(field), to]))
    const match = after.get('match')
    return typeof match === 'string' ? [{ webhook, match, payloadType: after.get('payload_type') }] : []
  })
  const found: string[] = []
  for (const { webhook, match, payloadType } of touched.slice(0, PREVIEWED_MAX)) {
    const id = asNumber(webhook.id) ?? 0
    const findings = await findMatchFindings(
      session,
      { match, warnings: asObjects(result.warnings) },
      {
        match,
        ...(id > 0 && { webhook_id: id }),
        ...(payloadType === 'JOB' && { payload_type: 'JOB' }),
      },
    )
    for (const finding of findings)
      if (!finding.startsWith(LEFT)) found.push(`${asText(webhook.name)}: match: ${finding}`)
  }
  return found
}
