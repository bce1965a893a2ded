import type { Guide } from './guide.ts'

export const jobScriptGuide: Guide = {
  id: 'job-script',
  name: 'cron and other schedulers',
  reports: 'job-runs',
  about: 'A script around the job reports its result.',
  arrivesAs: 'api',
  tokenName: 'job script',
  steps: ({ address, token }) => [
    {
      title: 'Wrap the job in a script like this',
      hint: 'It needs curl and jq. Tocsin delivers each run id once, however often it is reported.',
      text: `#!/bin/sh
# Runs the job, reports how it ended, and ends in the same way.
started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
output=$(psql -f /opt/jobs/rollup.sql 2>&1); code=$?

jq -n --arg output "$output" --arg started "$started" --arg run "$(date +%s)-$$" --argjson code "$code" '{
  job_id: "rollup", name: "Nightly rollup", run_id: $run, started_at: $started,
  status: (if $code == 0 then "success" else "failure" end),
  exit_code: $code, output: $output[-60000:]}' |
curl -sS -X POST ${address}/v1/job-runs \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' -d @-
exit $code`,
    },
    {
      title: 'Let the scheduler start the script',
      text: '15 3 * * *  postgres  /opt/jobs/rollup.sh',
    },
    {
      title: 'Have a webhook with the payload type JOB',
      hint: 'Job runs go to every enabled webhook of this type.',
    },
  ],
}
