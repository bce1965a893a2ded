// "Try it": makes a line for curl of what stands in the form of an operation, and sends it to this server.

/** As much of an answer is shown; the rest is not read. */
const SHOWN_CHARACTERS_MAX = 200_000

/** The token is forgotten with the tab. */
const TOKEN_KEY = 'tocsin-docs-token'

/** The address of the service, without a slash at its end: this file is in its folder `docs`. */
const BASE = new URL('..', import.meta.url).href.replace(/\/$/, '')

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} url
 * @property {[name: string, value: string][]} headers
 * @property {string} body
 */

for (const fold of document.querySelectorAll('details.try')) {
  const form = fold.querySelector('form')
  if (form) begin(fold, form)
}

/**
 * @param {Element} fold
 * @param {HTMLFormElement} form
 */
function begin(fold, form) {
  const curl = find(form, '.curl', HTMLElement)
  const told = find(form, '[role=status]', HTMLElement)
  const token = form.querySelector('input.token')
  const show = () => {
    curl.textContent = toCurl(readRequest(form), token !== null)
  }
  fold.removeAttribute('hidden')
  fold.addEventListener('toggle', () => {
    // Told late by a busy browser: what was typed since then stays.
    if (token instanceof HTMLInputElement) token.value ||= sessionStorage.getItem(TOKEN_KEY) ?? ''
    show()
  })
  form.addEventListener('input', show)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, token instanceof HTMLInputElement ? token.value : '')
  })
  find(form, '.copy', HTMLButtonElement).addEventListener('click', async () => {
    const isCopied = await copy(curl)
    told.textContent = isCopied ? 'Copied.' : 'The line is selected; copy it with the keyboard.'
  })
}

/**
 * @param {HTMLFormElement} form
 * @returns {Request}
 */
function readRequest(form) {
  const { method = 'GET', path = '/' } = form.dataset
  const given = [...form.querySelectorAll('[data-place]')].map((field) => ({
    name: field.getAttribute('name') ?? '',
    place: field.getAttribute('data-place'),
    value: /** @type {HTMLInputElement} */ (field).value,
  }))
  const filled = path.replaceAll(/\{(\w+)\}/g, (marker, name) => {
    const value = given.find((field) => field.place === 'path' && field.name === name)?.value ?? ''
    return value === '' ? marker : encodeURIComponent(value)
  })
  const query = new URLSearchParams(
    given
      .filter(({ place, value }) => place === 'query' && value !== '')
      .map(({ name, value }) => [name, value]),
  ).toString()
  const body = form.querySelector('textarea')?.value ?? ''
  return {
    method,
    url: `${BASE}${filled}${query && `?${query}`}`,
    headers: [
      ...given
        .filter(({ place, value }) => place === 'header' && value !== '')
        .map(({ name, value }) => /** @type {[string, string]} */ ([name, value])),
      ...(body === '' ? [] : [/** @type {[string, string]} */ (['Content-Type', 'application/json'])]),
    ],
    body,
  }
}

/**
 * The token itself stays out of a line that people pass on.
 * @param {Request} request
 * @param {boolean} needsToken
 */
function toCurl({ method, url, headers, body }, needsToken) {
  return [
    `curl --globoff --request ${method} ${quoted(url)}`,
    ...(needsToken ? ['--header "X-Auth-Token: $TOCSIN_TOKEN"'] : []),
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * @param {HTMLFormElement} form
 * @param {string} token
 */
async function send(form, token) {
  const request = readRequest(form)
  const told = find(form, '[role=status]', HTMLElement)
  const shown = find(form, '.answer', HTMLElement)
  const stop = find(form, '.stop', HTMLButtonElement)
  const controller = new AbortController()
  const abort = () => controller.abort()
  stop.addEventListener('click', abort, { once: true })
  if (token !== '') sessionStorage.setItem(TOKEN_KEY, token)
  told.textContent = 'Sending …'
  stop.hidden = false
  try {
    const answer = await ask(request, token, controller.signal)
    told.textContent = `${answer.status} ${answer.statusText}`.trim()
    shown.hidden = false
    await showBody(answer, shown)
  } catch (error) {
    told.textContent = controller.signal.aborted ? 'Stopped.' : `Nothing came back: ${error}`
  } finally {
    stop.hidden = true
    stop.removeEventListener('click', abort)
  }
}

/**
 * By the token; without one by the session of the console, for whose changes the server wants a second proof.
 * @param {Request} request
 * @param {string} token
 * @param {AbortSignal} signal
 */
async function ask({ method, url, headers, body }, token, signal) {
  const proof =
    token !== '' ? ['X-Auth-Token', token] : ['X-CSRF-Token', method === 'GET' ? '' : await csrfToken()]
  return fetch(url, {
    method,
    headers: [...headers, ...(proof[1] === '' ? [] : [/** @type {[string, string]} */ (proof)])],
    credentials: token === '' ? 'same-origin' : 'omit',
    ...(body !== '' && { body }),
    signal,
  })
}

async function csrfToken() {
  const answer = await fetch(new URL('../v1/session', import.meta.url))
  const { csrf_token: csrfToken = '' } = answer.ok ? await answer.json() : {}
  return csrfToken
}

/**
 * As it comes, since there are answers that do not end.
 * @param {Response} answer
 * @param {HTMLElement} shown
 */
async function showBody(answer, shown) {
  shown.textContent = ''
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
    if (done) break
    text += value
    shown.textContent = text.slice(0, SHOWN_CHARACTERS_MAX)
    if (text.length <= SHOWN_CHARACTERS_MAX) continue
    shown.textContent += '\n… and more'
    return reader?.cancel()
  }
  shown.textContent = indented(text)
}

/** @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** @param {HTMLElement} line */
async function copy(line) {
  try {
    await navigator.clipboard.writeText(line.textContent ?? '')
    return true
  } catch {
    // Not allowed, as on pages without TLS.
    getSelection()?.selectAllChildren(line)
    return false
  }
}

/**
 * @template {Element} Kind
 * @param {Element} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 */
function find(parent, selector, kind) {
  const found = parent.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`)
  return found
}
