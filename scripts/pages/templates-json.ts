import { OMITTED_LEVELS_MAX } from '../../src/domain/template/marker-filters.ts'
import { compileTemplate } from '../../src/domain/template/template.ts'
import { block, code, SITE, table } from './markdown.ts'

/** Writes the section of docs/templates.md about bodies that are JSON. */
export function json(): string {
  const values = ['412', '-0.5', '12345678901234567890', '007', '1e999', 'n/a', '']
  const rows = values.map((value) => {
    const filled = (template: string) =>
      code(compileTemplate(template, { payloadType: 'ALERT', contentType: '' }).render(() => value))
    return [code(value), filled('{"value": "%CurrentValue%"}'), filled('{"value": %CurrentValue%}')]
  })
  return `## JSON: in quotes or bare

In quotes, a value is always text. Without quotes, a value that looks like a JSON number is a number, with the digits that
the monitor wrote; any other value becomes a text in quotes. The body is valid JSON in any case.

${table(['Value', 'In quotes', 'Bare'], rows)}

The name of a member may contain markers too; there a bare marker is always text. Markers whose names end in \`Json\` are objects where
they are bare: \`"labels": %x.LabelsJson%\`.

${omissions()}`
}

function omissions(): string {
  const template = `{
  "text": "%AlertName%",
  "runbook": "%annotation.runbook_url|omit%",
  "links": [
    {"text": "Runbook", "href": "%annotation.runbook_url|omit:2%"},
    {"text": "Alert", "href": "%x.Link|omit:2%"}
  ]
}`
  const { render } = compileTemplate(template, { payloadType: 'ALERT', contentType: '' })
  const value = (name: string) =>
    ({ AlertName: 'Replication lag', 'x.Link': `${SITE.publicUrl}/alerts?open=42` })[name] ?? ''
  return `### JSON: leaving out what is missing

If a marker has \`omit\` as its last filter and no value, the member of the object or the element of the list around it is
left out; with \`omit:2\` the next enclosing one, up to \`omit:${OMITTED_LEVELS_MAX}\`. Commas are adjusted, so the body stays valid JSON even if
everything is left out. The outermost value always stays.

${block(template)}

sends, for an alert without a runbook,

${block(render(value))}`
}
