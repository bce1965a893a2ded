import { LOOPBACK_PATTERN, NO_WEB_PAGE, type Preset, status } from './preset.ts'

/** The old connectors are being closed; workflows take adaptive cards only. */
export const TEAMS_WORKFLOW: Preset = {
  id: 'teams-workflow',
  name: 'Microsoft Teams, workflow',
  summary: 'An adaptive card with a coloured heading, the values as a table, and the details below.',
  kind: 'chat',
  fields: [
    {
      name: 'url',
      label: 'Workflow URL',
      help: 'In Teams: the channel, Workflows, "Post to a channel when a webhook request is received"; it is shown when the workflow is saved.',
      // The old connectors say "failed" in a 200.
      pattern: String.raw`https://(?!outlook\.office(?:365)?\.com/webhook|[^/?#]*\.webhook\.office\.com(?:[/?#:]|$))[^\s/?#]+/(?:[^\s?#]+/)?workflows/[^\s/?#]+/triggers/[^\s/?#]+/paths/invoke(?:\?\S*)?|${LOOPBACK_PATTERN}`,
      wanted:
        'must be the URL that the workflow shows; it begins with https:// and has /workflows/…/triggers/manual/paths/invoke. Connectors (webhook.office.com) are being closed by Microsoft: make a workflow instead',
      example: 'https://prod-00.westeurope.logic.azure.com/workflows/example/triggers/manual/paths/invoke',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}',
  address:
    /^https:\/\/[^\s/?#]+\.(?:logic\.azure\.com(?::443)?\/workflows|api\.powerplatform\.com(?::443)?\/powerautomate)\/\S+$/,
  headers: [],
  templates: {
    ALERT: card(
      '%x.Emoji% %x.StateText%: %AlertName|200%',
      [
        ['Object', '%x.Object|260|omit:2%'],
        ['Server', '%x.Server|270|omit:2%'],
        ['Database', '%x.Database|300|omit:2%'],
        ['Value', '%CurrentValue|150|omit:2%'],
        ['Limit', '%ThresholdValue|150|omit:2%'],
        ['State', '%OldState% → %x.StateText%'],
        ['Since', '%AlertRaisedTime%'],
        ['Runbook', '%annotation.runbook_url|500|omit:2%'],
        ['Monitor', '%x.SourceLink|600|omit:2%'],
        ['In Tocsin', '%x.Link|500|omit:2%'],
      ],
      String.raw`%x.Summary|300|post:"\n\n"%%AlertInfo|1500|omit:2%`,
    ),
    JOB: card(
      '%x.Emoji% Job %JobName|200%: %JobStatus%',
      [
        ['Server', '%x.Server|270|omit:2%'],
        ['Database', '%DatabaseName|200|omit:2%'],
        ['Exit code', '%JobExitCode|50|omit:2%'],
        ['Ended', '%JobEndTime%'],
        ['Took', '%x.DurationText|omit:2%'],
      ],
      '%JobOutput|-1800|omit:2%',
    ),
  },
  escape: null,
  // https://learn.microsoft.com/en-us/azure/connectors/connectors-native-reqres: 202 at once for a workflow
  // without a Response action, as the template of Teams is. No body is specified.
  responseRule: [status(202), NO_WEB_PAGE],
  rateLimit: null,
  limits: [{ part: 'all', max: 28_000, unit: 'bytes' }],
  notes: [
    'The URL is the credential: whoever has it can write to the channel.',
    'The bot of workflows cannot write to private channels.',
  ],
  documentation: 'https://learn.microsoft.com/en-us/connectors/teams/',
  sources: [
    'https://github.com/MicrosoftDocs/msteams-docs',
    'https://github.com/prometheus/alertmanager/tree/main/notify/msteamsv2',
  ],
}

/** All texts are ours and need no escaping. */
function card(
  title: string,
  facts: readonly (readonly [title: string, value: string])[],
  text: string,
): string {
  const factLines = facts.map(([name, value]) => `            { "title": "${name}", "value": "${value}" }`)
  return `{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "contentUrl": null,
      "content": {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "msteams": { "width": "Full" },
        "body": [
          { "type": "TextBlock", "text": "${title}", "size": "Large", "weight": "Bolder", "wrap": true, "color": "%x.CardColor%" },
          { "type": "FactSet", "facts": [
${factLines.join(',\n')}
          ] },
          { "type": "TextBlock", "text": "${text}", "wrap": true, "isSubtle": true, "maxLines": 12 }
        ]
      }
    }
  ]
}`
}
