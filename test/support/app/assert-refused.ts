import assert from 'node:assert/strict'
import type { CallResponse } from './start-app.ts'

/** A problem document (RFC 9457) with this status; gives its wrong fields as `path: message`. */
export function assertProblem(response: CallResponse, status: number): readonly string[] {
  assert.equal(response.status, status, response.text)
  assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
  const { type, title, status: inBody, detail, errors } = response.json
  assert.match(type, /^urn:tocsin:problem:[a-z-]+$/)
  assert.equal(inBody, status)
  assert.ok(title.length > 0 && detail.length > 0)
  return errors.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)
}
