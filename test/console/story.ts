import { join } from 'node:path'
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../support/time/eventually.ts'
import type { ServedApp } from '../support/app/served-app.ts'
import type { CallableApp } from '../support/app/start-app.ts'

/** The path of the API below the base path of the service. */
export function pathOf(app: CallableApp, path: string): string {
  return `${new URL(app.url).pathname.replace(/\/$/, '')}${path}`
}

/** Loads with a service that is to say its first link, as on a terminal. */
export const ON_TERMINAL = join(import.meta.dirname, '../support/app/on-terminal.ts')

/** Returns the code of the link that a service on a terminal says at its first start. */
export function invitationCodeOf(app: ServedApp): string {
  const [, code] = /invitation#(\S+)/.exec(app.output()) ?? []
  assert.ok(code, app.output())
  return code
}

/** Adds a webhook that gets every change, unless the definition says another mode; gives its id. */
export async function addWebhook(app: CallableApp, definition: object): Promise<number> {
  const made = await app.call('POST', pathOf(app, '/v1/webhooks'), { mode: 'every_change', ...definition })
  assert.equal(made.status, 201, made.text)
  return made.json.id
}

/** Reports one alert; gives the ids of the alert and of its event. */
export async function report(
  app: CallableApp,
  alert: object,
): Promise<{ readonly alertId: number; readonly eventId: number }> {
  const notified = await app.call('POST', pathOf(app, '/v1/alerts'), { state: 'high', ...alert })
  assert.equal(notified.status, 200, notified.text)
  const [{ alert_id: alertId, event_id: eventId }] = notified.json.results
  return { alertId, eventId }
}

interface DeliveriesOf {
  readonly webhook_id?: number
  readonly event_id?: number
}

/** Waits until so many deliveries, of one webhook, one event or of all, are in the state; gives their ids, the newest first. */
export function deliveriesIn(
  app: CallableApp,
  state: string,
  count: number,
  of: DeliveriesOf = {},
): Promise<readonly number[]> {
  const query = new URLSearchParams({ limit: '200', state })
  for (const [name, id] of Object.entries(of)) query.set(name, String(id))
  return eventually(`${count} deliveries that are ${state}`, async () => {
    const { json } = await app.call('GET', pathOf(app, `/v1/deliveries?${query}`))
    return json.items.length >= count && json.items.map(({ id }: { id: number }) => id)
  })
}

/** The way in, as a person takes it. */
export async function signIn(page: Page | Locator, username: string, password: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The heading of the page; waits for it. */
export async function headed(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Waits until the field holds the value. */
export async function holds(field: Locator, value: string): Promise<void> {
  await eventually(`${String(field)} holds "${value}"`, async () => (await field.inputValue()) === value)
}

/** Waits until the focus is there. */
export async function focused(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor()
}

/** Chooses an option of a select, found by its label; its list is shut again afterwards. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await holds(field, option)
  await page.getByRole('listbox').first().waitFor({ state: 'hidden' })
}

/** A link of the main navigation, in a wide window. */
export function place(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

/** A page that is reloaded forgets it. */
export async function markLoad(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSameLoad: true }))
}

export async function assertNotReloaded(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => 'isSameLoad' in globalThis), true)
}
