import { body, NO_WEB_PAGE, type Preset, status } from './preset.ts'

export const MATTERMOST: Preset = {
  id: 'mattermost',
  name: 'Mattermost',
  summary: 'A message with a coloured edge, the values side by side, and the details.',
  kind: 'chat',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      help: 'In Mattermost: Integrations, Incoming Webhooks, Add Incoming Webhook; the channel is chosen there.',
      pattern: String.raw`https?://[^\s?#]+/hooks/[a-z0-9]+`,
      wanted: 'must be the URL of an incoming webhook, such as https://chat.example.com/hooks/…',
      example: 'https://chat.example.com/hooks/example000000000000000000',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}',
  address: /^https?:\/\/[^\s?#]+\/hooks\/[a-z0-9]{24,26}$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "attachments": [
    {
      "fallback": "%x.StateText%: %AlertName|markdown|300%%ObjectName|markdown|300|pre:" on "%",
      "color": "%x.Color%",
      "title": "%x.Emoji% %x.StateText%: %AlertName|markdown|300%",
      "title_link": "%x.Link|2000|omit%",
      "text": "%x.Summary|markdown|500|post:"\n\n"%%AlertInfo|markdown|5000|omit%",
      "fields": [
        { "short": true, "title": "Object", "value": "%x.Object|markdown|400|omit:2%" },
        { "short": true, "title": "Value", "value": "%CurrentValue|markdown|300|omit:2%" },
        { "short": true, "title": "Limit", "value": "%ThresholdValue|markdown|300|omit:2%" },
        { "short": true, "title": "State", "value": "%OldState% → %x.StateText%" },
        { "short": true, "title": "Server", "value": "%x.Server|markdown|400|omit:2%" },
        { "short": true, "title": "Database", "value": "%x.Database|markdown|400|omit:2%" },
        { "short": true, "title": "Since", "value": "%AlertRaisedTime%" }
      ],
      "footer": "alert %AlertID%"
    },
    { "fallback": "Runbook", "title": "Runbook", "title_link": "%annotation.runbook_url|2000|omit:2%" },
    { "fallback": "Monitor", "title": "Monitor", "title_link": "%x.SourceLink|2000|omit:2%" }
  ]
}`,
    JOB: String.raw`{
  "attachments": [
    {
      "fallback": "Job %JobName|markdown|300%: %JobStatus%",
      "color": "%x.Color%",
      "title": "%x.Emoji% Job %JobName|markdown|300%: %JobStatus%",
      "text": "%JobOutput|markdown|-6000|omit%",
      "fields": [
        { "short": true, "title": "Ended", "value": "%JobEndTime%" },
        { "short": true, "title": "Server", "value": "%x.Server|markdown|400|omit:2%" },
        { "short": true, "title": "Database", "value": "%DatabaseName|markdown|300|omit:2%" },
        { "short": true, "title": "Exit code", "value": "%JobExitCode|markdown|50|omit:2%" },
        { "short": true, "title": "Took", "value": "%x.DurationText|omit:2%" }
      ],
      "footer": "job %JobID|100% · run %JobRunID|100%"
    }
  ]
}`,
  },
  escape: 'markdown',
  // https://developers.mattermost.com/integrate/webhooks/incoming/: 200, text/plain, and the body "ok".
  responseRule: [status(200), NO_WEB_PAGE, body('ok')],
  rateLimit: { count: 10, intervalMs: 1_000 },
  limits: [{ part: 'all', max: 16_383, unit: 'characters' }],
  notes: ['The URL is the credential: whoever has it can write to the channel.'],
  documentation: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  sources: [
    'https://github.com/mattermost/docs',
    'https://github.com/prometheus/alertmanager/tree/main/notify/mattermost',
  ],
}
