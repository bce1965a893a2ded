import { Input, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useMemo } from 'react'
import { api, take } from '../../../api/client.ts'
import { loadPage } from '../../../shell/load-page.ts'
import type { PayloadType } from '../webhook-types.ts'
import { placeOf } from './completion.ts'

const MatchEditor = lazy(
  loadPage(async () => ({ default: (await import('./match-editor.tsx')).MatchEditor })),
)

const NOTHING_SEEN: readonly never[] = []

interface MatchInputProps {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly example: string
  /** Events whose fields and values are proposed. */
  readonly payloadType: PayloadType
  /** The mistake; it may name a character. */
  readonly message: string | undefined
}

export function MatchInput({ message, payloadType, description, ...field }: MatchInputProps) {
  const id = useId()
  const { data: seen } = useQuery({
    queryKey: ['routing', 'values', payloadType],
    queryFn: () => take(api.GET('/v1/routing/values', { params: { query: { payload_type: payloadType } } })),
    staleTime: 60_000,
  })
  const mistake = useMemo(
    () => (message === undefined ? undefined : { from: placeOf(message, field.value) ?? 0, message }),
    [message, field.value],
  )
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      error={message}
    >
      <Suspense fallback={<Skeleton height={38} mt={6} aria-label="Loading the field" />}>
        <div style={{ marginTop: 6 }}>
          <MatchEditor
            {...field}
            describedBy={`${id}-description ${id}-error`}
            seen={seen?.fields ?? NOTHING_SEEN}
            mistake={mistake}
          />
        </div>
      </Suspense>
    </Input.Wrapper>
  )
}
