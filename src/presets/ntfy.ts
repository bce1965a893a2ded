import { BEARER_TOKEN, member, NO_WEB_PAGE, type Preset, status } from './preset.ts'

export const NTFY: Preset = {
  id: 'ntfy',
  name: 'ntfy',
  summary: 'A push message to phones and desktops, with a priority that follows the state.',
  kind: 'push',
  fields: [
    {
      name: 'topic',
      label: 'Topic',
      help: 'What the phones subscribe to. On a public server whoever guesses the name can read along.',
      pattern: '[A-Za-z0-9_-]{1,64}',
      wanted: 'must be 1 to 64 letters, digits, hyphens and underscores',
      example: 'db-alerts-example',
      isSecret: true,
    },
    {
      name: 'url',
      label: 'Server',
      help: 'The root of the server, without the topic.',
      pattern: String.raw`https?://[^\s/?#]+/?`,
      wanted: 'must be the root of the server, such as https://ntfy.sh/, without the topic',
      example: 'https://ntfy.example.com/',
      isSecret: false,
      fallback: 'https://ntfy.sh/',
    },
    BEARER_TOKEN,
  ],
  method: 'POST',
  url: '{{url}}',
  address: /^https:\/\/ntfy\.sh\/$/,
  headers: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
  templates: {
    ALERT: String.raw`{
  "topic": "{{topic}}",
  "title": "%x.Emoji% %x.StateText%: %AlertName|100%",
  "message": "%x.Object|170|post:": "%%CurrentValue|80|pre:"value "|post:", "%%ThresholdValue|80|pre:"limit "|post:", "%%OldState% → %x.StateText%, since %AlertRaisedTime%%x.Summary|100|pre:"\n"%%AlertInfo|400|pre:"\n"%%annotation.runbook_url|200|pre:"\nRunbook "%%x.SourceLink|300|pre:"\nMonitor "%",
  "priority": %x.NtfyPriority%,
  "click": "%x.Link|500|omit%",
  "tags": ["database"]
}`,
    JOB: String.raw`{
  "topic": "{{topic}}",
  "title": "%x.Emoji% Job %JobName|100%: %JobStatus%",
  "message": "Ended %JobEndTime%%ServerName|120|pre:" on "%%DatabaseName|120|pre:", database "%%JobExitCode|20|pre:", exit code "%%x.DurationText|pre:", took "%%JobOutput|-800|pre:"\n"%",
  "priority": %x.NtfyPriority%,
  "tags": ["database"]
}`,
  },
  escape: null,
  // https://docs.ntfy.sh/subscribe/api/#json-message-format: JSON with `event` "message".
  responseRule: [status(200), NO_WEB_PAGE, member('event', 'message')],
  rateLimit: { count: 1, intervalMs: 5_000 },
  limits: [
    // A longer message becomes an attachment, which few people open.
    { part: 'message', max: 4_096, unit: 'bytes' },
  ],
  notes: ['ntfy.sh takes 250 messages a day from one address without an account.'],
  documentation: 'https://docs.ntfy.sh/publish/#publish-as-json',
  sources: ['https://github.com/binwiederhier/ntfy'],
}
