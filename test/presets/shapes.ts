/**
 * What each receiver accepts, as JSON schemas: written from the vendors' documents, apart from the templates, and
 * strict where those refuse a body. Lengths of texts are in characters as JSON schema counts them.
 */
type Schema = Readonly<Record<string, unknown>>

const text = (maxLength?: number, minLength = 0): Schema => ({
  type: 'string',
  minLength,
  ...(maxLength !== undefined && { maxLength }),
})
const optional = (shape: Schema, ...names: readonly string[]): Schema => {
  const required = shape['required'] as readonly string[]
  return { ...shape, required: required.filter((name) => !names.includes(name)) }
}
/** A link that receivers show, and those in a body of ours are left out rather than empty. */
const link = { type: 'string', minLength: 1, maxLength: 2_000 } as const
const some = (maxLength?: number) => text(maxLength, 1)
const object = (
  properties: Readonly<Record<string, Schema>>,
  required = Object.keys(properties),
): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const list = (items: Schema, maxItems: number): Schema => ({ type: 'array', minItems: 1, maxItems, items })
const one = (...values: readonly unknown[]): Schema => ({ enum: values })
const time: Schema = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$` }

const MRKDWN = (maxLength: number) => object({ type: one('mrkdwn'), text: some(maxLength) })

const SLACK_BLOCK: Schema = {
  anyOf: [
    object({
      type: one('header'),
      text: object({ type: one('plain_text'), text: some(150), emoji: { type: 'boolean' } }),
    }),
    object({ type: one('section'), text: MRKDWN(3_000) }),
    object({ type: one('section'), fields: list(MRKDWN(2_000), 10) }),
    object({ type: one('context'), elements: list(MRKDWN(2_000), 10) }),
  ],
}

const TEXT_BLOCK = object(
  {
    type: one('TextBlock'),
    text: some(),
    size: one('Large'),
    weight: one('Bolder'),
    wrap: { type: 'boolean' },
    isSubtle: { type: 'boolean' },
    maxLines: { type: 'integer', minimum: 1 },
    color: one('default', 'dark', 'light', 'accent', 'good', 'warning', 'attention'),
  },
  ['type', 'text'],
)

const ADAPTIVE_CARD = object({
  $schema: one('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: one('AdaptiveCard'),
  version: one('1.4'),
  msteams: object({ width: one('Full') }),
  body: list(
    {
      anyOf: [
        TEXT_BLOCK,
        object({ type: one('FactSet'), facts: list(object({ title: some(), value: some() }), 20) }),
      ],
    },
    20,
  ),
})

const GENERIC: Schema = {
  type: 'object',
  required: ['type', 'event_id', 'delivery_id', 'time', 'source', 'status', 'key'],
  properties: { type: one('alert', 'job_run'), time, status: one('firing', 'resolved'), key: some(200) },
}

const ALERTMANAGER_ALERT = object({
  labels: object({
    alertname: text(),
    severity: one('critical', 'warning', 'info'),
    source: text(),
    alert_id: some(),
    via: one('tocsin'),
  }),
  annotations: { type: 'object', additionalProperties: text() },
  startsAt: time,
  endsAt: time,
})

const TEXTS: Schema = { type: 'object', additionalProperties: text() }

/** `webhook.Message`, with `template.Data` in it. */
const ALERTMANAGER_MESSAGE = object({
  version: one('4'),
  groupKey: some(),
  truncatedAlerts: one(0),
  status: one('firing', 'resolved'),
  receiver: some(),
  groupLabels: { ...TEXTS, required: ['alert_key'] },
  commonLabels: TEXTS,
  commonAnnotations: TEXTS,
  externalURL: text(),
  alerts: list(
    object({
      status: one('firing', 'resolved'),
      labels: TEXTS,
      annotations: TEXTS,
      startsAt: time,
      endsAt: time,
      generatorURL: text(),
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' },
    }),
    1,
  ),
})

/** Texts that are one line: Jira refuses a summary with a line break. */
const line = (maxLength: number): Schema => ({ ...some(maxLength), pattern: String.raw`^[^\r\n]*$` })

/** By the id of the receiver. */
export const SHAPES: Readonly<Record<string, Schema>> = {
  'slack-text': object({ text: some(4_000) }),
  'slack-blocks': object({ text: some(4_000), blocks: list(SLACK_BLOCK, 50) }),
  'teams-workflow': object({
    type: one('message'),
    attachments: list(
      object({
        contentType: one('application/vnd.microsoft.card.adaptive'),
        contentUrl: { type: 'null' },
        content: ADAPTIVE_CARD,
      }),
      1,
    ),
  }),
  discord: object({
    allowed_mentions: object({ parse: { type: 'array', maxItems: 0 } }),
    embeds: list(
      optional(
        object({
          title: some(256),
          url: link,
          description: some(4_096),
          color: { type: 'integer', minimum: 0, maximum: 0xffffff },
          fields: list(object({ name: some(256), value: some(1_024) }), 25),
          timestamp: time,
          footer: object({ text: some(2_048) }),
        }),
        'url',
        'fields',
      ),
      10,
    ),
  }),
  mattermost: object({
    attachments: list(
      {
        anyOf: [
          optional(
            object({
              fallback: some(),
              color: { type: 'string', pattern: '^#[0-9A-F]{6}$' },
              title: some(),
              title_link: link,
              text: some(),
              fields: list(object({ short: { type: 'boolean' }, title: some(), value: some() }), 20),
              footer: some(),
            }),
            'title_link',
            'text',
          ),
          object({ fallback: some(), title: some(), title_link: link }),
        ],
      },
      10,
    ),
  }),
  rocketchat: object({
    alias: some(),
    text: some(5_000),
    attachments: list(
      {
        anyOf: [
          optional(
            object({
              color: { type: 'string', pattern: '^#[0-9A-F]{6}$' },
              text: some(),
              fields: list(object({ short: { type: 'boolean' }, title: some(), value: some() }), 20),
            }),
            'text',
          ),
          object({ title: some(), title_link: link }),
        ],
      },
      10,
    ),
  }),
  'google-chat': object({
    fallbackText: some(),
    thread: object({ threadKey: some(4_000) }),
    cardsV2: list(
      object({
        cardId: some(),
        card: object({
          header: object({ title: some(), subtitle: some() }),
          sections: list(
            object({ widgets: list(object({ textParagraph: object({ text: some() }) }), 100) }),
            100,
          ),
        }),
      }),
      10,
    ),
  }),
  telegram: object({
    chat_id: { type: 'string', pattern: '^(-?[0-9]+|@[A-Za-z0-9_]+)$' },
    parse_mode: one('HTML'),
    link_preview_options: object({ is_disabled: one(true) }),
    text: some(4_096),
  }),
  pagerduty: optional(
    object({
      routing_key: { type: 'string', pattern: '^[A-Za-z0-9]{32}$' },
      event_action: one('trigger', 'resolve'),
      dedup_key: some(255),
      client: some(),
      client_url: link,
      payload: object({
        summary: some(1_024),
        source: some(),
        severity: one('critical', 'error', 'warning', 'info'),
        timestamp: time,
        class: some(),
        custom_details: { type: 'object', additionalProperties: text() },
      }),
    }),
    'client_url',
  ),
  opsgenie: optional(
    object({
      message: some(130),
      alias: some(512),
      source: text(100),
      entity: some(512),
      priority: one('P1', 'P2', 'P3', 'P4', 'P5'),
      description: some(15_000),
      tags: list(some(50), 20),
      details: { type: 'object', additionalProperties: text(8_000) },
    }),
    'entity',
    'description',
  ),
  'opsgenie, at the end': object({ source: text(100), note: text(25_000) }),
  'splunk-oncall': optional(
    object({
      message_type: one('CRITICAL', 'WARNING', 'INFO', 'RECOVERY'),
      entity_id: some(512),
      entity_display_name: some(),
      state_message: some(20_480),
      state_start_time: { type: 'integer', minimum: 0 },
      monitoring_tool: some(),
      host_name: some(),
      database: some(),
      reported_by: text(),
      'vo_annotate.u.Runbook': link,
      'vo_annotate.u.Monitor': link,
      'vo_annotate.u.Tocsin': link,
    }),
    'host_name',
    'database',
    'vo_annotate.u.Monitor',
    'vo_annotate.u.Runbook',
    'vo_annotate.u.Tocsin',
  ),
  'servicenow-event': object({
    records: list(
      optional(
        object({
          source: some(100),
          event_class: text(100),
          node: some(100),
          resource: some(100),
          metric_name: text(100),
          type: some(100),
          message_key: some(1_024),
          severity: one('0', '1', '2', '3', '4', '5'),
          description: some(4_000),
          additional_info: some(),
        }),
        'node',
        'resource',
        'type',
      ),
      1,
    ),
  }),
  'servicenow-incident': object({
    short_description: line(160),
    description: some(4_000),
    urgency: one('1', '2', '3'),
    impact: one('1', '2', '3'),
    correlation_id: some(100),
    correlation_display: some(),
  }),
  'jira-issue': object({
    fields: object({
      project: object({ key: { type: 'string', pattern: '^[A-Z][A-Z0-9_]+$' } }),
      issuetype: object({ name: some(60) }),
      summary: line(255),
      labels: list({ type: 'string', pattern: String.raw`^\S{1,255}$` }, 10),
      description: text(32_767),
    }),
  }),
  'alertmanager-v2': list(ALERTMANAGER_ALERT, 2),
  'alertmanager-webhook': ALERTMANAGER_MESSAGE,
  ntfy: optional(
    object({
      topic: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      title: some(250),
      message: some(),
      priority: { type: 'integer', minimum: 1, maximum: 5 },
      click: link,
      tags: list(some(), 5),
    }),
    'click',
  ),
  'generic-json': GENERIC,
  cloudevents: object({
    specversion: one('1.0'),
    id: some(),
    source: some(),
    type: { type: 'string', pattern: String.raw`^tocsin\.(alert|job_run)\.(firing|resolved)$` },
    subject: some(),
    time,
    datacontenttype: one('application/json'),
    data: GENERIC,
  }),
}
