import { body, LOOPBACK_PATTERN, type Preset, type PresetField, status } from './preset.ts'

const URL_FIELD: PresetField = {
  name: 'url',
  label: 'Webhook URL',
  help: 'In Slack: api.slack.com/apps, your app, Incoming Webhooks, Add New Webhook; the channel is chosen there.',
  // Other hosts with Slack's path are proxies.
  pattern: String.raw`https://hooks\.slack(?:-gov)?\.com/services/T\w+/B\w+/\w+|https?://(?!(?:[^/?#]*\.)?slack(?:-gov)?\.com\b)[^\s/?#]+/(?:[^\s?#]+/)?services/T\w+/B\w+/\w+|${LOOPBACK_PATTERN}`,
  wanted:
    'must be the URL of an incoming webhook of Slack, https://hooks.slack.com/services/T…/B…/…, or of a proxy with the same path; Mattermost, Rocket.Chat and Discord have presets of their own',
  example: 'https://hooks.slack.com/services/T00000000/B00000000/EXAMPLE',
  isSecret: true,
}

/** The members that the two forms share: they go to one address. */
const SLACK = {
  kind: 'chat',
  fields: [URL_FIELD],
  method: 'POST',
  url: '{{url}}',
  address: /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\/[A-Za-z0-9_/-]+$/,
  headers: [],
  escape: 'slack',
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: 200 and the plain text "ok".
  // Its content type is text/html (https://github.com/slackapi/node-slack-sdk/pull/480), so only the
  // body shows that it is no page.
  responseRule: [status(200), body('ok')],
  // Slack allows short bursts, and may disable apps that keep exceeding the limit.
  rateLimit: { count: 1, intervalMs: 1_000 },
  notes: [
    'The URL is the credential: whoever has it can write to the channel.',
    'When the channel is archived, Slack answers 410, and the webhook is disabled.',
  ],
  documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  sources: [
    'https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks',
    'https://github.com/slackapi/bolt-js/issues/2509',
    'https://github.com/prometheus/alertmanager/issues/2111',
  ],
} as const

export const SLACK_TEXT: Preset = {
  ...SLACK,
  id: 'slack-text',
  name: 'Slack, plain text',
  summary: 'A line for each alert or job run, and below it what the monitor says in detail.',
  templates: {
    ALERT: String.raw`{
  "text": "%x.Emoji% *%x.StateText%* %AlertName|slack|300%%x.Object|slack|400|pre:" on "%%CurrentValue|slack|200|pre:": "%%ThresholdValue|slack|200|pre:" (limit "|post:")"%, was %OldState%, since %AlertRaisedTime%%x.Summary|slack|300|pre:"\n"%%AlertInfo|slack|1100|pre:"\n"%%annotation.runbook_url|slack|300|pre:"\nRunbook: "%%x.SourceLink|slack|600|pre:"\nMonitor: "%%x.Link|slack|300|pre:"\nIn Tocsin: "%"
}`,
    JOB: String.raw`{
  "text": "%x.Emoji% Job *%JobName|slack|300%*: %JobStatus%%x.DurationText|pre:" after "%%JobExitCode|slack|50|pre:", exit code "%%ServerName|slack|200|pre:", on "%%DatabaseName|slack|200|pre:", database "%%JobOutput|slack|-2500|pre:"\n"%"
}`,
  },
  // It takes 40,000, but truncates the display far earlier.
  limits: [{ part: 'text', max: 4_000, unit: 'characters' }],
}

export const SLACK_BLOCKS: Preset = {
  ...SLACK,
  id: 'slack-blocks',
  name: 'Slack, blocks',
  summary: 'A message with a heading, the values side by side, and what the monitor says in detail.',
  templates: {
    ALERT: String.raw`{
  "text": "%x.Emoji% %x.StateText%: %AlertName|slack|300%%ObjectName|slack|300|pre:" on "%",
  "blocks": [
    { "type": "header", "text": { "type": "plain_text", "text": "%x.Emoji% %x.StateText%: %AlertName|95%", "emoji": true } },
    {
      "type": "section",
      "fields": [
        { "type": "mrkdwn", "text": "*Object*\n%x.Object|slack|500|omit:2%" },
        { "type": "mrkdwn", "text": "*Server*\n%x.Server|slack|400|omit:2%" },
        { "type": "mrkdwn", "text": "*Value*\n%CurrentValue|slack|400|omit:2%" },
        { "type": "mrkdwn", "text": "*Limit*\n%ThresholdValue|slack|400|omit:2%" },
        { "type": "mrkdwn", "text": "*State*\n%OldState% → %x.StateText%" },
        { "type": "mrkdwn", "text": "*Database*\n%x.Database|slack|400|omit:2%" },
        { "type": "mrkdwn", "text": "*Since*\n%AlertRaisedTime%" }
      ]
    },
    { "type": "section", "text": { "type": "mrkdwn", "text": "*Details*\n%x.Summary|slack|500|post:"\n"%%AlertInfo|slack|2400|omit:3%" } },
    { "type": "section", "text": { "type": "mrkdwn", "text": "*Runbook*\n%annotation.runbook_url|slack|500|omit:3%" } },
    { "type": "section", "text": { "type": "mrkdwn", "text": "*Monitor*\n%x.SourceLink|slack|1000|omit:3%" } },
    { "type": "section", "text": { "type": "mrkdwn", "text": "*In Tocsin*\n%x.Link|slack|500|omit:3%" } },
    { "type": "context", "elements": [{ "type": "mrkdwn", "text": "alert %AlertID% · from %x.Source|slack|100%%AgentName|slack|200|pre:" · agent "%" }] }
  ]
}`,
    JOB: String.raw`{
  "text": "%x.Emoji% Job %JobName|slack|300%: %JobStatus%",
  "blocks": [
    { "type": "header", "text": { "type": "plain_text", "text": "%x.Emoji% %JobName|110%: %JobStatus%", "emoji": true } },
    {
      "type": "section",
      "fields": [
        { "type": "mrkdwn", "text": "*Server*\n%x.Server|slack|400|omit:2%" },
        { "type": "mrkdwn", "text": "*Database*\n%DatabaseName|slack|300|omit:2%" },
        { "type": "mrkdwn", "text": "*Exit code*\n%JobExitCode|slack|50|omit:2%" },
        { "type": "mrkdwn", "text": "*Ended*\n%JobEndTime%" },
        { "type": "mrkdwn", "text": "*Took*\n%x.DurationText|omit:2%" }
      ]
    },
    { "type": "section", "text": { "type": "mrkdwn", "text": "*Output*\n%JobOutput|slack|-2800|omit:3%" } },
    { "type": "context", "elements": [{ "type": "mrkdwn", "text": "job %JobID|slack|100% · run %JobRunID|slack|100%%JobCommand|slack|500|pre:" · "%" }] }
  ]
}`,
  },
  limits: [
    { part: 'blocks', max: 50, unit: 'entries' },
    { part: 'text of a header', max: 150, unit: 'characters' },
    { part: 'text of a section', max: 3_000, unit: 'characters' },
    { part: 'text of a field', max: 2_000, unit: 'characters' },
    // Undocumented; `msg_blocks_too_long` was seen from about 13,000.
    { part: 'all', max: 13_000, unit: 'characters' },
  ],
}
