import { member, NO_WEB_PAGE, type Preset, status } from './preset.ts'

export const TELEGRAM: Preset = {
  id: 'telegram',
  name: 'Telegram, bot',
  summary: 'A message of a bot to a chat, a group or a channel.',
  kind: 'chat',
  fields: [
    {
      name: 'token',
      label: 'Token of the bot',
      help: '@BotFather gives it when the bot is made with /newbot.',
      pattern: '[0-9]{6,12}:[A-Za-z0-9_-]{30,60}',
      wanted: 'must be the token that @BotFather gave: digits, a colon, and some 35 characters',
      example: '123456789:EXAMPLE-example-EXAMPLE-example-EXA',
      isSecret: true,
    },
    {
      name: 'chat_id',
      label: 'Chat',
      help: 'The id of the chat (of groups it begins with a minus sign), or @name of a public channel. Write something to the bot, then https://api.telegram.org/bot<token>/getUpdates shows the id.',
      pattern: '-?[0-9]{1,20}|@[A-Za-z][A-Za-z0-9_]{3,40}',
      wanted: 'must be a number such as -1001234567890, or the @name of a public channel',
      example: '-1001234567890',
      isSecret: false,
    },
  ],
  method: 'POST',
  url: 'https://api.telegram.org/bot{{token}}/sendMessage',
  address: /^https:\/\/api\.telegram\.org\/bot[^\s/?#]+\/sendMessage$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "chat_id": "{{chat_id}}",
  "parse_mode": "HTML",
  "link_preview_options": { "is_disabled": true },
  "text": "%x.Emoji% <b>%x.StateText%</b> %AlertName|html|300%%x.Object|html|300|pre:"\nObject <code>"|post:"</code>"%%x.Server|html|200|pre:"\nServer "%%CurrentValue|html|200|pre:"\nValue "%%ThresholdValue|html|200|pre:"\nLimit "%\n%OldState% → %x.StateText%, since %AlertRaisedTime%%x.Summary|html|300|pre:"\n\n"%%AlertInfo|html|1200|pre:"\n\n"%%annotation.runbook_url|html|300|pre:"\nRunbook "%%x.SourceLink|html|500|pre:"\nMonitor "%%x.Link|html|300|pre:"\nIn Tocsin "%"
}`,
    JOB: String.raw`{
  "chat_id": "{{chat_id}}",
  "parse_mode": "HTML",
  "link_preview_options": { "is_disabled": true },
  "text": "%x.Emoji% Job <b>%JobName|html|300%</b>: %JobStatus%%x.Server|html|300|pre:"\nServer "%%DatabaseName|html|200|pre:"\nDatabase "%%JobExitCode|html|50|pre:"\nExit code "%%x.DurationText|pre:"\nTook "%%JobOutput|html|-2500|pre:"\n\n<pre>"|post:"</pre>"%"
}`,
  },
  escape: 'html',
  // https://core.telegram.org/bots/api#making-requests: JSON with `ok` true.
  responseRule: [status(200), NO_WEB_PAGE, member('ok', true)],
  rateLimit: { count: 20, intervalMs: 60_000 },
  limits: [{ part: 'text', max: 4_096, unit: 'characters' }],
  notes: [
    'The bot has to be a member of the group or an administrator of the channel.',
    'The token stands in the URL: whoever can read it can write as the bot.',
  ],
  documentation: 'https://core.telegram.org/bots/api#sendmessage',
  sources: [
    'https://telegra.ph/Hitting-limits-bot-FAQ',
    'https://github.com/prometheus/alertmanager/tree/main/notify/telegram',
  ],
}
