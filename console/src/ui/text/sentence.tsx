import { Tooltip } from '@mantine/core'
import { Fragment } from 'react'
import { formatExact } from './format.ts'
import { useNow } from './time.tsx'
import { partsOf, formatMoment } from './moments.ts'

/** A sentence of the service, with its times in the reader's zone. */
export function Sentence({ text }: { readonly text: string }) {
  const now = useNow()
  return partsOf(text).map(({ text, at }, index) =>
    at === undefined ? (
      // The parts of a sentence have no other identity than their position.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Tooltip key={index} label={formatExact(at)}>
        <time dateTime={at}>{formatMoment(at, now)}</time>
      </Tooltip>
    ),
  )
}
