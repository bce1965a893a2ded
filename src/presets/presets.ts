import { ALERTMANAGER_V2 } from './alertmanager.ts'
import { ALERTMANAGER_WEBHOOK } from './alertmanager-webhook.ts'
import { CLOUDEVENTS } from './cloudevents.ts'
import { DISCORD } from './discord.ts'
import { GENERIC_JSON } from './generic-json.ts'
import { GOOGLE_CHAT } from './google-chat.ts'
import { JIRA_ISSUE } from './jira.ts'
import { MATTERMOST } from './mattermost.ts'
import { NTFY } from './ntfy.ts'
import { OPSGENIE } from './opsgenie.ts'
import { PAGERDUTY } from './pagerduty.ts'
import type { Preset } from './preset.ts'
import { ROCKETCHAT } from './rocketchat.ts'
import { SERVICENOW_EVENT, SERVICENOW_INCIDENT } from './servicenow.ts'
import { SLACK_BLOCKS, SLACK_TEXT } from './slack.ts'
import { SPLUNK_ONCALL } from './splunk-oncall.ts'
import { TEAMS_WORKFLOW } from './teams-workflow.ts'
import { TELEGRAM } from './telegram.ts'

/** All presets in the order of the docs. To add one, add a file and a line. */
export const PRESETS: readonly Preset[] = [
  SLACK_BLOCKS,
  SLACK_TEXT,
  TEAMS_WORKFLOW,
  DISCORD,
  MATTERMOST,
  ROCKETCHAT,
  GOOGLE_CHAT,
  TELEGRAM,
  PAGERDUTY,
  OPSGENIE,
  SPLUNK_ONCALL,
  SERVICENOW_EVENT,
  SERVICENOW_INCIDENT,
  JIRA_ISSUE,
  NTFY,
  GENERIC_JSON,
  CLOUDEVENTS,
  ALERTMANAGER_V2,
  ALERTMANAGER_WEBHOOK,
]

export function findPreset(id: string): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id)
}
