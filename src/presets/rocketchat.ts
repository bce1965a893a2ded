import { member, NO_WEB_PAGE, type Preset, status } from './preset.ts'

/** Its Markdown needs a backslash before special characters; `@` alone mentions a name. */
export const ROCKETCHAT: Preset = {
  id: 'rocketchat',
  name: 'Rocket.Chat',
  summary: 'A message with a coloured edge, the values side by side, and the details.',
  kind: 'chat',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      help: 'In Rocket.Chat: Manage, Workspace, Integrations, New, Incoming; choose the channel, switch it on and save it. Then the URL is shown.',
      pattern: String.raw`https?://[^\s?#]+/hooks/[A-Za-z0-9]+(?:/[A-Za-z0-9%_=+-]+){1,2}/?`,
      wanted: 'must be the URL of an incoming integration, such as https://chat.example.com/hooks/…/…',
      example: 'https://chat.example.com/hooks/000000000000000000000000/example',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}',
  address: /^https?:\/\/[^\s?#]+\/hooks\/[A-Za-z0-9]{17,24}\/[A-Za-z0-9%_=+-]{7,}$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "alias": "Tocsin",
  "text": "%x.Emoji% *%x.StateText%* %AlertName|markdown|300%%ObjectName|markdown|300|pre:" on "%",
  "attachments": [
    {
      "color": "%x.Color%",
      "text": "%x.Summary|markdown|300|post:"\n\n"%%AlertInfo|markdown|1000|omit%",
      "fields": [
        { "short": true, "title": "Object", "value": "%x.Object|markdown|250|omit:2%" },
        { "short": true, "title": "Value", "value": "%CurrentValue|markdown|250|omit:2%" },
        { "short": true, "title": "Limit", "value": "%ThresholdValue|markdown|250|omit:2%" },
        { "short": true, "title": "State", "value": "%OldState% → %x.StateText%" },
        { "short": true, "title": "Server", "value": "%x.Server|markdown|250|omit:2%" },
        { "short": true, "title": "Database", "value": "%x.Database|markdown|250|omit:2%" },
        { "short": true, "title": "Since", "value": "%AlertRaisedTime%" }
      ]
    },
    { "title": "Runbook", "title_link": "%annotation.runbook_url|500|omit:2%" },
    { "title": "Monitor", "title_link": "%x.SourceLink|600|omit:2%" },
    { "title": "In Tocsin", "title_link": "%x.Link|300|omit:2%" }
  ]
}`,
    JOB: String.raw`{
  "alias": "Tocsin",
  "text": "%x.Emoji% Job %JobName|markdown|300%: %JobStatus%",
  "attachments": [
    {
      "color": "%x.Color%",
      "text": "%JobOutput|markdown|-2000|omit%",
      "fields": [
        { "short": true, "title": "Ended", "value": "%JobEndTime%" },
        { "short": true, "title": "Server", "value": "%x.Server|markdown|400|omit:2%" },
        { "short": true, "title": "Database", "value": "%DatabaseName|markdown|300|omit:2%" },
        { "short": true, "title": "Exit code", "value": "%JobExitCode|markdown|50|omit:2%" },
        { "short": true, "title": "Took", "value": "%x.DurationText|omit:2%" }
      ]
    }
  ]
}`,
  },
  escape: 'markdown',
  // https://docs.rocket.chat/docs/integrations does not specify the response; every REST method responds 200
  // with `success` (https://developer.rocket.chat/apidocs/introduction-to-rocketchat-rest-api).
  responseRule: [status(200), NO_WEB_PAGE, member('success', true)],
  rateLimit: { count: 10, intervalMs: 60_000 },
  // A workspace's default; administrators can change it.
  limits: [{ part: 'all', max: 5_000, unit: 'characters' }],
  notes: [
    'The URL is the credential: whoever has it can write to the channel.',
    'Ten calls in a minute is what a workspace begins with; if yours allows more, raise `rate_limit`.',
  ],
  documentation: 'https://docs.rocket.chat/docs/integrations',
  sources: ['https://github.com/prometheus/alertmanager/tree/main/notify/rocketchat'],
}
