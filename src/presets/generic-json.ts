import { BEARER_TOKEN, NO_WEB_PAGE, OWN_URL, type Preset } from './preset.ts'
import { DEFAULT_TEMPLATES } from '../domain/webhook/default-templates.ts'

/** The default templates plus the rule's summary, which webhooks created without a template do not get. */
export const WITH_SUMMARY = {
  ALERT: DEFAULT_TEMPLATES.ALERT.replace(
    '    "link"',
    '    "summary": "%annotation.summary|omit%",\n    "link"',
  ),
  JOB: DEFAULT_TEMPLATES.JOB,
}

export const GENERIC_JSON: Preset = {
  id: 'generic-json',
  name: 'JSON to an address of your own',
  summary:
    'Everything that is known of an alert or a job run, as JSON whose members never change their names.',
  kind: 'generic',
  fields: [OWN_URL, BEARER_TOKEN],
  method: 'POST',
  url: '{{url}}',
  headers: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
  templates: WITH_SUMMARY,
  escape: null,
  // https://www.standardwebhooks.com: any 2xx.
  responseRule: [NO_WEB_PAGE],
  rateLimit: null,
  limits: [],
  notes: [
    'A notification may arrive twice: the header webhook-id, and delivery_id in the body, tell which.',
    '`tocsin webhook sign ID` has each request signed, so that your program can check where it comes from.',
  ],
  documentation: 'https://www.standardwebhooks.com',
}
