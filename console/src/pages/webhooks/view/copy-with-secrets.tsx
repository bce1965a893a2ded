import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/problem.ts'
import { useMay } from '../../../api/session.ts'
import { toCurl, type HttpRequest } from '../../../ui/exchange/curl.ts'
import { previewQuery } from '../test/test-api.ts'
import type { TestValues } from '../test/test-values.ts'
import { type Webhook, HIDDEN } from '../webhook-types.ts'
import { readWebhook } from '../webhooks-api.ts'

interface CopyWithSecretsProps {
  readonly webhook: Webhook
  readonly values: TestValues
}

/** The command with what is masked in the preview filled in, for those who may read it; they ask for it on purpose. */
export function CopyWithSecrets({ webhook, values }: CopyWithSecretsProps) {
  const client = useQueryClient()
  const mayShow = useMay('secrets:read')
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { request } = await client.fetchQuery(
        previewQuery({ kind: 'stored', id: webhook.id, change: {} }, values),
      )
      const { webhook: stored } = await readWebhook(webhook.id, 'secrets')
      const { request: whole, isWhole } = withSecrets(request, stored)
      await navigator.clipboard.writeText(toCurl(whole))
      return isWhole
    },
    onSuccess: (isWhole) =>
      notifications.show({
        message: isWhole
          ? 'Copied with secrets: whoever reads it can write to the receiver.'
          : 'Copied. Secrets that contain markers are still ***.',
      }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  if (!mayShow) return null
  return (
    <Button
      mt="sm"
      size="xs"
      variant="subtle"
      leftSection={<IconCopy size={15} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Copy as curl, with secrets
    </Button>
  )
}

/**
 * The request with its secrets, as they are stored. One that has markers in it was filled in by the service, and
 * stays hidden here; `isWhole` says that nothing is hidden.
 */
export function withSecrets(
  request: HttpRequest,
  { url, clear_request, http_headers }: Pick<Webhook, 'url' | 'clear_request' | 'http_headers'>,
): { readonly request: HttpRequest; readonly isWhole: boolean } {
  const stored = new Map(
    http_headers.map((header) => [header.http_header_key.toLowerCase(), header.http_header_value]),
  )
  const whole = {
    ...request,
    url: wholeUrl(request.url, clear_request === null ? [url] : [url, clear_request.url]),
    headers: request.headers.map(({ name, value }) => {
      const known = stored.get(name.toLowerCase())
      return value.includes(HIDDEN) && known !== undefined && isPlain(known)
        ? { name, value: known }
        : { name, value }
    }),
  }
  const texts = [whole.url, ...whole.headers.map(({ value }) => value)]
  return { request: whole, isWhole: !texts.some((text) => text.includes(HIDDEN)) }
}

/** The address that is meant, if that can only be one. */
function wholeUrl(shown: string, stored: readonly string[]): string {
  const fitting = shown.includes(HIDDEN) ? stored.filter((url) => fits(shown, url)) : []
  const [only, ...others] = new Set(fitting)
  return only !== undefined && others.length === 0 && isPlain(only) ? only : shown
}

/** Tells whether a URL reads as shown, with something in place of what is hidden. */
function fits(shown: string, url: string): boolean {
  const parts = shown.split(HIDDEN)
  let at = 0
  for (const part of parts) {
    const found = url.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return url.startsWith(parts[0] ?? '') && url.endsWith(parts.at(-1) ?? '')
}

function isPlain(text: string): boolean {
  return !/%[A-Za-z][\w.]*(?:\|[^%]*)?%/.test(text)
}
