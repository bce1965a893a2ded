import { NO_WEB_PAGE, type Preset, status } from './preset.ts'

/**
 * A card, because a value in a message's text could notify everybody in the space. Each alert or job has a
 * thread; the delivery id makes Google Chat skip duplicates.
 */
export const GOOGLE_CHAT: Preset = {
  id: 'google-chat',
  name: 'Google Chat',
  summary: 'A card with the values and the details, in a thread of its own for each alert or job.',
  kind: 'chat',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      help: 'In Google Chat: the space, Apps & integrations, Webhooks, Add webhook; copy the link with key and token.',
      pattern: String.raw`https://chat\.googleapis\.com/v1/spaces/[^\s/?#]+/messages\?[^\s#]+`,
      wanted:
        'must be the URL of a webhook with its key and token; it begins with https://chat.googleapis.com/v1/spaces/',
      example: 'https://chat.googleapis.com/v1/spaces/AAAAexample/messages?key=example&token=example',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD&requestId=%x.DeliveryId%',
  address: /^https:\/\/chat\.googleapis\.com\/v1\/spaces\/[^\s/?#]+\/messages\?\S+$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "fallbackText": "%x.StateText%: %AlertName|200%%ObjectName|200|pre:" on "%",
  "thread": { "threadKey": "%x.Key%" },
  "cardsV2": [
    {
      "cardId": "alert",
      "card": {
        "header": { "title": "%x.Emoji% %x.StateText%: %AlertName|200%", "subtitle": "since %AlertRaisedTime%" },
        "sections": [
          {
            "widgets": [
              { "textParagraph": { "text": "<b>State</b> %OldState% → %x.StateText%%x.Object|html|400|pre:"<br><b>Object</b> "%%x.Server|html|400|pre:"<br><b>Server</b> "%%x.Database|html|400|pre:"<br><b>Database</b> "%%CurrentValue|html|300|pre:"<br><b>Value</b> "%%ThresholdValue|html|300|pre:"<br><b>Limit</b> "%" } },
              { "textParagraph": { "text": "<b>Details</b><br>%x.Summary|html|500|post:"<br>"%%AlertInfo|html|2000|omit:3%" } },
              { "textParagraph": { "text": "<b>Runbook</b> %annotation.runbook_url|html|500|omit:3%" } },
              { "textParagraph": { "text": "<b>Monitor</b> %x.SourceLink|html|1000|omit:3%" } },
              { "textParagraph": { "text": "<b>In Tocsin</b> %x.Link|html|500|omit:3%" } }
            ]
          }
        ]
      }
    }
  ]
}`,
    JOB: String.raw`{
  "fallbackText": "Job %JobName|200%: %JobStatus%",
  "thread": { "threadKey": "%x.Key%" },
  "cardsV2": [
    {
      "cardId": "job",
      "card": {
        "header": { "title": "%x.Emoji% Job %JobName|200%: %JobStatus%", "subtitle": "ended %JobEndTime%" },
        "sections": [
          {
            "widgets": [
              { "textParagraph": { "text": "<b>Status</b> %JobStatus%%x.Server|html|400|pre:"<br><b>Server</b> "%%DatabaseName|html|300|pre:"<br><b>Database</b> "%%JobExitCode|html|50|pre:"<br><b>Exit code</b> "%%x.DurationText|pre:"<br><b>Took</b> "%" } },
              { "textParagraph": { "text": "<b>Output</b><br>%JobOutput|html|-2000|omit:3%" } }
            ]
          }
        ]
      }
    }
  ]
}`,
  },
  escape: 'html',
  // https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create: the message,
  // of which a webhook gets its own members, `name` and `thread.name`.
  responseRule: [status(200), NO_WEB_PAGE, { kind: 'json_matches', member: 'name', pattern: 'spaces/.*' }],
  rateLimit: { count: 1, intervalMs: 1_000 },
  limits: [{ part: 'all', max: 32_000, unit: 'bytes' }],
  notes: [
    'The URL is the credential: whoever has it can write to the space.',
    'The limit of one message in a second is for the space, whoever writes to it.',
  ],
  documentation: 'https://developers.google.com/workspace/chat/quickstart/webhooks',
  sources: ['https://developers.google.com/workspace/chat/limits'],
}
