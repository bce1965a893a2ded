import { SETTINGS } from '../../src/config/config.ts'

/** docs/configuration.md, from the table that the service reads. */
export function configurationPage(): string {
  return `# Configuration

Every setting is an environment variable, and a flag of \`tocsin serve\` that wins over it. All mistakes are reported
together at the start, and nothing runs until they are mended; a variable that begins with \`TOCSIN_\` and is no setting
is a mistake too.

A secret can stand in a file instead: \`TOCSIN_ADMIN_TOKEN_FILE\` (or \`--admin-token-file\`) names a file with the value of
\`TOCSIN_ADMIN_TOKEN\`, and so for every setting that is marked _secret_. Other users of the machine can see flags in the process list, so give secrets in variables or files.
\`tocsin config check\` says what is set from where, without the secrets, and what is wrong with it; for the installed service write
\`sudo tocsin config check --service\`.

| variable, flag | default | meaning |
| --- | --- | --- |
${Object.values(SETTINGS)
  .map(
    ({ env, flag, fallback, help, ...entry }) =>
      `| \`${env}\`<br>\`${flag}\`${'secret' in entry ? '<br>_secret_' : ''} | ${fallback === '' ? '' : `\`${fallback}\``} | ${help} |`,
  )
  .join('\n')}

Durations are written \`250ms\`, \`15s\`, \`5m\`, \`2h\` or \`30d\`; sizes \`512\`, \`16kb\`, \`4mb\` or \`20gb\`.

## Example

\`\`\`sh
TOCSIN_LISTEN=0.0.0.0:8480 \\
TOCSIN_ALLOW_TARGETS='10.20.0.0/16, *.hooks.internal' \\
TOCSIN_RETENTION=90d \\
npm start
\`\`\`

The command line tool reads \`TOCSIN_URL\`, \`TOCSIN_TOKEN\` and \`TOCSIN_CONFIG\`; see [the command line](command-line.md).
`
}
