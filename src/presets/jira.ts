import { NO_WEB_PAGE, type Preset, someText, status } from './preset.ts'

/**
 * Version 2 of the API, which Jira Cloud and Data Center share. Its texts are wiki markup: values are within
 * `{noformat}`, where only its end has a meaning.
 */
export const JIRA_ISSUE: Preset = {
  id: 'jira-issue',
  name: 'Jira, an issue for each alert',
  summary: 'An issue is made when an alert becomes medium or high, with the values and the details.',
  kind: 'incident',
  fields: [
    {
      name: 'url',
      label: 'Address of Jira',
      help: 'As in the browser, up to the first slash: https://example.atlassian.net; of Data Center with its path, if it has one.',
      pattern: String.raw`https?://[^\s?#]+`,
      wanted: 'must be the address of Jira, such as https://example.atlassian.net',
      example: 'https://example.atlassian.net',
      isSecret: false,
    },
    {
      name: 'project',
      label: 'Key of the project',
      help: 'The letters before the number of an issue: of DBA-17 it is DBA.',
      pattern: '[A-Z][A-Z0-9_]{1,30}',
      wanted: 'must be the key of a project: upper case letters, digits and underscores, such as DBA',
      example: 'DBA',
      isSecret: false,
    },
    {
      name: 'issue_type',
      label: 'Type of the issue',
      help: 'As it is called in that project.',
      pattern: String.raw`[^\p{Cc}]{1,60}`,
      wanted: 'must be the name of a type of issue, such as Task',
      example: 'Task',
      isSecret: false,
      fallback: 'Task',
    },
    {
      name: 'user',
      label: 'E-mail address of the account',
      help: 'Of the account that the token belongs to, in Jira Cloud. Leave it empty for a personal access token of Data Center.',
      pattern: String.raw`[^\s:]{1,200}`,
      wanted: 'must be the e-mail address of an account, without blanks and colons',
      example: 'alerts@example.com',
      isSecret: false,
      fallback: null,
      isUsual: true,
    },
    {
      name: 'token',
      label: 'API token',
      help: 'Jira Cloud: https://id.atlassian.com/manage-profile/security/api-tokens, Create API token. Data Center: your profile, Personal Access Tokens.',
      pattern: String.raw`[\x21-\x7e]{8,1000}`,
      wanted: 'must be a token of 8 characters or more, without blanks',
      example: 'EXAMPLE-token-of-jira',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}/rest/api/2/issue',
  address: /^https?:\/\/[^\s?#]+\/rest\/api\/2\/issue$/,
  headers: [
    { key: 'Authorization', value: 'Basic {{user:token}}' },
    { key: 'Authorization', value: 'Bearer {{token}}' },
  ],
  templates: {
    ALERT: String.raw`{
  "fields": {
    "project": { "key": "{{project}}" },
    "issuetype": { "name": "{{issue_type}}" },
    "summary": "%x.StateText%: %AlertName|line|120%%ObjectName|line|110|pre:" on "%",
    "labels": ["tocsin", "tocsin-alert-%AlertID%"],
    "description": "{noformat}\nState      %OldState% → %x.StateText%, since %AlertRaisedTime%%x.Object|jira|400|pre:"\nObject     "%%x.Server|jira|400|pre:"\nServer     "%%x.Database|jira|400|pre:"\nDatabase   "%%CurrentValue|jira|300|pre:"\nValue      "%%ThresholdValue|jira|300|pre:"\nLimit      "%%annotation.runbook_url|jira|1000|pre:"\nRunbook    "%%x.SourceLink|jira|2000|pre:"\nMonitor    "%%x.Link|jira|1000|pre:"\nIn Tocsin  "%%x.Summary|jira|500|pre:"\n\n"%%AlertInfo|jira|20000|pre:"\n\n"%\n{noformat}"
  }
}`,
  },
  escape: 'jira',
  alertFlags: { low: false, cleared: false },
  // https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/#api-rest-api-2-issue-post:
  // 201, and JSON with id, key and self.
  responseRule: [status(201), NO_WEB_PAGE, someText('key')],
  rateLimit: null,
  // Each request makes an issue: better wait for a slow response, and retry seldom.
  timeoutMs: 60_000,
  retryScheduleMs: [0, 300_000, 1_800_000, 7_200_000, 21_600_000],
  limits: [
    { part: 'summary', max: 255, unit: 'characters' },
    { part: 'description', max: 32_767, unit: 'characters' },
  ],
  notes: [
    'Jira does not know a notification that it has already: if its response is lost, the notification is sent again and makes a second issue. So it waits a minute for the response and tries 5 times at most, within 9 hours. Both issues have the label of the alert.',
    'An alert that goes from medium to high makes a second issue; for one only, tell it of high alone (`--only high`).',
    'Nothing is closed when the alert clears, and nothing is sent about it. The label tocsin-alert-… finds all issues of an alert.',
    'A test makes an issue, too, which is yours to close.',
    'A project with further required fields answers 400; add them to the template.',
    'There is none for job runs: every run is sent, and one that succeeds would make an issue as well. docs/receivers.md says how to be notified of a failed job.',
  ],
  documentation:
    'https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/#api-rest-api-2-issue-post',
  sources: [
    'https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/',
    'https://github.com/prometheus/alertmanager/tree/main/notify/jira',
  ],
}
