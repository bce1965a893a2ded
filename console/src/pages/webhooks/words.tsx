import { Fragment } from 'react'
import { Time } from '../../ui/text/time.tsx'
import type { Words } from './health-words.ts'

/** A sentence with its moments, each with its exact time. */
export function Sentence({ words }: { readonly words: Words }) {
  return words.map((word, index) => (
    // The parts of one sentence never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{typeof word === 'string' ? word : <Time at={word.at} />}</Fragment>
  ))
}
