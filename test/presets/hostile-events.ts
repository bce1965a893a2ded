import type { AlertDetails } from '../../src/domain/alert/alert.ts'
import type { Event } from '../../src/domain/alert/event.ts'
import type { MarkerSite } from '../../src/domain/template/markers.ts'
import { compileRequest, type RenderedRequest } from '../../src/domain/template/render-request.ts'
import { isClearedEvent, type PayloadType, requestOf } from '../../src/domain/webhook/webhook.ts'
import { fillPreset } from '../../src/presets/fill-preset.ts'
import type { Preset } from '../../src/presets/preset.ts'
import { alertEvent, jobRunEvent, NOW, SITE } from '../support/build.ts'

/** What breaks careless templates: JSON, HTML and Markdown, markers, the length, half a character, nothing at all. */
export const HOSTILE: Readonly<Record<string, string>> = {
  quotes: `"quoted" 'single' \\ back \\" both \`tick\` \`\`\`fence`,
  'line breaks': 'one\r\ntwo\n\nthree\tfour\u0000\u0007\u2028\u001b[31m',
  emoji: '🔥👩‍👩‍👧‍👦🇩🇪'.repeat(200),
  'right to left': 'قاعدة البيانات \u202eevil\u202c שלום',
  'a marker': '%AlertName% %x.Key% %AlertInfo|slack|5% {{url}} {{routing_key}}',
  markup:
    '<b>&amp;<script></b> <!channel> <@U1> @everyone @all *b* _i_ [x](http://y) <users/all> </code></pre> {noformat} [~joe]',
  'half a character': `\ud83d a \udd25`,
  '64 KB of letters': 'x'.repeat(65_536),
  '64 KB of three bytes each': '漢'.repeat(65_536),
  '64 KB of what is escaped': '<&">*_@'.repeat(9_363),
  '64 KB of control characters': '\u0001'.repeat(65_536),
  nothing: '',
  blanks: '   ',
}

export const DETAIL_NAMES = [
  'objectType',
  'objectName',
  'agentId',
  'agentName',
  'serverId',
  'serverName',
  'serverAddress',
  'serverPort',
  'database',
  'schema',
  'package',
  'databaseObject',
  'currentValue',
  'thresholdValue',
  'parameters',
  'info',
  'sourceLink',
  'exitCode',
  'output',
  'command',
] as const

/** Events all of whose texts are this value. */
export function eventsOf(value: string): Readonly<Record<PayloadType, Readonly<Record<string, Event>>>> {
  const details: AlertDetails = {
    ...Object.fromEntries(DETAIL_NAMES.map((name) => [name, value])),
    labels: { team: value, [`a${value}`]: 'b' },
    annotations: { runbook_url: value },
  }
  const alert = alertEvent({ name: value, source: value, alertKey: value, details })
  const cleared = alertEvent({ ...alert, oldState: 'high', newState: 'cleared', at: NOW + 754_000 })
  const run = jobRunEvent({ name: value, source: value, jobId: value, runId: value, details })
  return {
    ALERT: {
      episodeNumber: alert,
      change: alertEvent({ ...alert, oldState: 'low', newState: 'medium', at: NOW + 60_000 }),
      clear: cleared,
      expiry: alertEvent({ ...cleared, endedBy: 'expired' }),
      closing: alertEvent({ ...cleared, oldState: 'low', continuesAs: 'medium' }),
    },
    JOB: {
      failure: run,
      success: jobRunEvent({ ...run, status: 'success' }),
      'cancelled without a beginning': jobRunEvent({ ...run, status: 'cancelled', startedAt: null }),
    },
  }
}

export function examplesOf({ fields }: Preset): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ name, example }) => [name, example]))
}

export function render(
  receiver: Preset,
  payloadType: PayloadType,
  event: Event,
  site: MarkerSite = SITE,
): RenderedRequest {
  const filled = fillPreset(receiver, { fields: examplesOf(receiver), payloadType })
  const request = { ...filled, ...requestOf(filled, isClearedEvent(event)) }
  return compileRequest(request, site).render({ event, deliveryId: '88412' })
}
