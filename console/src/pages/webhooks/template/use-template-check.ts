import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, take } from '../../../api/client.ts'
import type { PayloadType } from '../webhook-types.ts'
import { describeFault, toProblems, type TemplateProblem } from './template-problems.ts'

const PAUSE_MS = 400
const NONE: readonly TemplateProblem[] = []

export function checkTemplate(template: string, payloadType: PayloadType, contentType: string) {
  return take(
    api.POST('/v1/templates/check', {
      body: {
        payload_template: template,
        payload_type: payloadType,
        content_type: contentType.slice(0, 200),
      },
    }),
  )
}

/** Checks a template by the service, a moment after each key. */
export function useTemplateCheck(template: string, payloadType: PayloadType, contentType: string) {
  const [checked] = useDebouncedValue(template, PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['template-check', checked, payloadType, contentType],
    queryFn: () => checkTemplate(checked, payloadType, contentType),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    staleTime: 60_000,
  })
  // While one types, those of the last check move along with the text.
  const problems = useMemo(() => (data ? toProblems(data.warnings) : NONE), [data])
  return { problems, fault: data ? describeFault(data.fault) : null }
}
