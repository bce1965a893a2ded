import type { Static } from 'typebox'
import type { Instant } from '../../../domain/instant.ts'
import { firstDayOf, validateDraft } from '../../../domain/window/window-rules.ts'
import { tidyRecurrence } from '../../../domain/window/recurrence.ts'
import type { NewWindow, WindowEdit, WindowSchedule } from '../../../domain/window/window.ts'
import { readDuration } from '../body-members.ts'
import { readMatch } from '../silences/silence-body.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import type { WantedWindow } from '../../../webhooks/plan-window-set.ts'
import { createValidatorFactory } from '../../routes/validator.ts'
import type { newWindowSchema, windowChangeSchema, windowDraftSchema } from './window-wire.ts'
import { windowEntrySchema } from './window-wire.ts'

/** Throws `invalid_request` for an unreadable term. */
export function toNewWindow(
  body: Static<typeof newWindowSchema>,
  { now, createdBy }: { readonly now: Instant; readonly createdBy: string },
): NewWindow {
  const { name, everything, webhook_ids: webhookIds = null, jobs = 'hold', reason } = body
  const match = readMatch(body) ?? ''
  const except = body.except?.toSorted() ?? []
  return { name, match, everything, webhookIds, except, jobs, reason, createdBy, ...scheduleOf(body, now) }
}

/** Meaning of absent members of a definition. */
const UNSAID = { everything: false, repeat: null, days: null, jobs: 'hold' } as const

const validateEntry = createValidatorFactory()({ schema: windowEntrySchema, httpPart: 'entry' })

/** Reads an entry of a set; only a sound form is read further. */
export function toWantedWindow(given: unknown, createdBy: string): WantedWindow {
  const verdict = validateEntry(given)
  if (verdict !== true) {
    const { error } = verdict
    const read = () => {
      throw error
    }
    return { name: '', webhooks: null, read }
  }
  const { webhooks = null, ...body } = given as Static<typeof windowEntrySchema>
  return {
    name: body.name,
    webhooks,
    read: (now) => ({
      created: toNewWindow(body, { now, createdBy }),
      edit: toWindowEdit({ ...UNSAID, ...body, match: readMatch(body) ?? '' }),
    }),
  }
}

/** Returns the schedule of a draft. Throws `invalid_request` with every mistake. */
export function toCheckedSchedule(body: Static<typeof windowDraftSchema>, now: Instant) {
  const schedule = { ...scheduleOf(body, now), except: body.except ?? [] }
  const { name, reason, everything } = body
  const given = { name, match: readMatch(body), reason, everything }
  validateDraft({ ...schedule, ...knownOnly<WindowEdit>(given) }, now)
  return schedule
}

/** Days replace a rule, and a rule replaces days. */
export function toWindowEdit(body: Static<typeof windowChangeSchema>): WindowEdit {
  const { repeat = body.days ? null : undefined, days = body.repeat ? null : undefined } = body
  return knownOnly<WindowEdit>({
    name: body.name,
    match: readMatch(body),
    everything: body.everything,
    webhookIds: body.webhook_ids,
    zone: body.zone,
    begins: body.begins,
    lastsMs: body.for === undefined ? undefined : readDuration('for', body.for),
    repeat: repeat === undefined ? undefined : tidyRule(repeat),
    days: days === undefined ? undefined : tidyDays(days),
    except: body.except?.toSorted(),
    firstDay: body.from,
    jobs: body.jobs,
    reason: body.reason,
  })
}

function scheduleOf(body: Static<typeof windowDraftSchema>, now: Instant): WindowSchedule {
  const { zone, begins, repeat = null, days = null, from } = body
  const schedule = {
    zone,
    begins,
    lastsMs: readDuration('for', body.for),
    repeat: tidyRule(repeat),
    days: tidyDays(days),
  }
  return { ...schedule, firstDay: from ?? firstDayOf(schedule, now) }
}

function tidyRule(repeat: string | null): string | null {
  return repeat === null ? null : tidyRecurrence(repeat)
}

function tidyDays(days: readonly string[] | null): readonly string[] | null {
  return days === null ? null : days.toSorted()
}
