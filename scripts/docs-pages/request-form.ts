import type { OpenApiDocument, Parameter } from '../../src/api/openapi/openapi.ts'
import { exampleOf } from './example.ts'
import { html, type Html } from './html.ts'
import type { Entry } from './reference.ts'
import { choicesOf } from './schema-words.ts'

/**
 * Everything that a request needs, for the script of the page (files/try-it.js), which makes a line for curl of it and
 * sends it. Hidden as long as the script does not run.
 */
export function requestForm({ method, path, operation }: Entry, { components }: OpenApiDocument): Html {
  const { operationId, parameters = [], requestBody, security } = operation
  const [content] = Object.entries(requestBody?.content ?? {})
  return html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-method="${method}" data-path="${path}" aria-label="${operation.summary}">
      ${security.length > 0 && tokenField(operationId)}${parameters.map((parameter) => parameterField(operationId, parameter))}${
        content &&
        bodyField(
          operationId,
          JSON.stringify(exampleOf(content[1].schema ?? {}, components.schemas, 'least'), null, 2),
        )
      }
      <p class="label" id="${operationId}-curl">For a shell</p>
      <pre class="curl" tabindex="0" role="group" aria-labelledby="${operationId}-curl"></pre>
      <p class="buttons">
        <button type="submit">Send</button> <button type="button" class="copy">Copy for a shell</button>
        <button type="button" class="stop" hidden>Stop</button> <span role="status"></span>
      </p>
      <pre class="answer" tabindex="0" role="group" aria-label="Response" hidden></pre>
    </form>
  </details> `
}

function tokenField(operationId: string): Html {
  const id = `${operationId}-token`
  return html`<label for="${id}"
      >Token
      <small>kept until this tab is closed; empty: the session of the console, if there is one</small></label
    >
    <input id="${id}" class="token" type="password" autocomplete="off" spellcheck="false" /> `
}

function parameterField(operationId: string, { name, in: place, required, schema }: Parameter): Html {
  const id = `${operationId}-${place}-${name}`
  // A list takes several of its words, which a choice of one would not.
  const choices =
    schema.type === 'boolean' ? ['true', 'false'] : schema.type === 'array' ? [] : choicesOf(schema)
  const attributes = html`id="${id}" name="${name}" data-place="${place}"${required && html` required`}`
  return html`<label for="${id}"
      ><code>${name}</code> <small>${place}${required && ', required'}</small></label
    >
    ${
      choices.length > 0
        ? html`<select ${attributes}>
            <option value=""></option>
            ${choices.map((choice) => html`<option>${choice}</option>`)}
          </select>`
        : html`<input ${attributes} autocomplete="off" spellcheck="false" />`
    } `
}

function bodyField(operationId: string, example: string): Html {
  const id = `${operationId}-body`
  return html`<label for="${id}">Body</label>
    <textarea
      id="${id}"
      class="body"
      rows="${Math.min(16, example.split('\n').length + 1)}"
      spellcheck="false"
    >
${example}</textarea> `
}
