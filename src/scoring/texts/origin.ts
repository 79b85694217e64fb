import type { Json } from '../../shared/json.ts'
import { sameValue } from '../equality.ts'
import { factsIn, readable } from './facts.ts'
import { occurrencesOf } from './occurrences.ts'
import type { Reading } from './reading.ts'
import { strayFacts } from './strays.ts'

const UNTYPED = { type: undefined, semantic: undefined }

const isFact = (value: Json): boolean => value !== null && value !== '' && typeof value !== 'boolean'

/** Whether a text that lacks its values has others in their place, all of them from a result or the prompt. */
export function isForeign(reading: Reading): boolean {
  const { text, slots, wording, prompt, context } = reading
  const right = slots.flatMap(({ values }) => values)
  const isOther = (value: Json): boolean =>
    !right.some((own) => sameValue(own, value, UNTYPED)) && occurrencesOf({ value }, wording).length === 0
  const fromNowhere = strayFacts(reading).some((stray) => {
    const fact = stray.text.trim()
    return !context.known.some(({ leaves }) =>
      leaves.some(
        ({ value }) =>
          (isFact(value) && occurrencesOf({ value }, fact).length > 0) ||
          (typeof value === 'string' && readable(value).includes(fact)),
      ),
    )
  })
  if (fromNowhere) return false
  const foreign = context.known.some(({ leaves }) =>
    leaves.some(
      ({ value }) =>
        isFact(value) &&
        occurrencesOf({ value }, text).length > 0 &&
        occurrencesOf({ value }, prompt).length === 0 &&
        isOther(value),
    ),
  )
  return (
    foreign ||
    factsIn(text).some(({ text: fact }) => occurrencesOf({ value: fact }, prompt).length > 0 && isOther(fact))
  )
}
