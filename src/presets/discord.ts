import { type Preset, status } from './preset.ts'

/** Discord refuses a field without a value, so possibly empty parts share one text. */
export const DISCORD: Preset = {
  id: 'discord',
  name: 'Discord',
  summary: 'An embed with a coloured edge: what happened, the values, and the details.',
  kind: 'chat',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      help: 'In Discord: the settings of the channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.',
      pattern: String.raw`https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[A-Za-z0-9_-]+(?:\?thread_id=\d+)?`,
      wanted: 'must be the URL of a webhook; it begins with https://discord.com/api/webhooks/',
      example: 'https://discord.com/api/webhooks/000000000000000000/example',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}',
  address:
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[A-Za-z0-9_-]+(?:\?thread_id=\d+)?$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "allowed_mentions": { "parse": [] },
  "embeds": [
    {
      "title": "%x.Emoji% %x.StateText%: %AlertName|markdown|200%",
      "description": "**State** %OldState% → %x.StateText%, since %AlertRaisedTime%%x.Object|markdown|300|pre:"\n**Object** "%%x.Server|markdown|300|pre:"\n**Server** "%%CurrentValue|markdown|200|pre:"\n**Value** "%%ThresholdValue|markdown|200|pre:"\n**Limit** "%%x.Database|markdown|300|pre:"\n**Database** "%%x.SourceLink|link|500|pre:"\n**Monitor** "%%x.Summary|markdown|300|pre:"\n\n"%%AlertInfo|markdown|1500|pre:"\n\n"%",
      "url": "%x.Link|2000|omit%",
      "color": %x.ColorNumber%,
      "fields": [{ "name": "Runbook", "value": "%annotation.runbook_url|link|1000|omit:3%" }],
      "timestamp": "%x.EventTime%",
      "footer": { "text": "alert %AlertID%" }
    }
  ]
}`,
    JOB: String.raw`{
  "allowed_mentions": { "parse": [] },
  "embeds": [
    {
      "title": "%x.Emoji% Job %JobName|markdown|220%: %JobStatus%",
      "description": "**Ended** %JobEndTime%%x.Server|markdown|300|pre:"\n**Server** "%%DatabaseName|markdown|200|pre:"\n**Database** "%%JobExitCode|markdown|50|pre:"\n**Exit code** "%%x.DurationText|pre:"\n**Took** "%%JobOutput|markdown|-2800|pre:"\n\n"%",
      "color": %x.ColorNumber%,
      "timestamp": "%x.EventTime%",
      "footer": { "text": "job %JobID|100% · run %JobRunID|100%" }
    }
  ]
}`,
  },
  escape: 'markdown',
  // https://discord.com/developers/docs/resources/webhook#execute-webhook: 204 without a body unless the URL
  // has `wait`, which the pattern excludes. The content type is text/html all the same:
  // https://github.com/discord/discord-api-docs/issues/5887.
  responseRule: [status(204)],
  rateLimit: { count: 1, intervalMs: 1_000 },
  limits: [
    { part: 'title', max: 256, unit: 'characters' },
    { part: 'description', max: 4_096, unit: 'characters' },
    { part: 'footer', max: 2_048, unit: 'characters' },
    { part: 'all', max: 6_000, unit: 'characters' },
  ],
  notes: [
    'The URL is the credential: whoever has it can write to the channel.',
    'Nobody is called by what stands in a value: mentions are switched off.',
  ],
  documentation: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  sources: ['https://github.com/discord/discord-api-docs'],
}
