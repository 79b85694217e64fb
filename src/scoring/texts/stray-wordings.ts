import { datesIn } from '../dates.ts'
import { numberWordsIn } from './number-words.ts'
import type { Reading } from './reading.ts'
import type { ValueClass } from './value-class.ts'
import { yearlessDaysIn } from './yearless-days.ts'

const PRONOUN = 1

/** Something in a text that is neither asked for nor said before. */
export interface Stray {
  text: string
  kind: ValueClass
}

/** Number words, where a slot is given by one, and days without a year, where one is, that were not said before. */
export function strayWordings({ rest, slots, prompt, wording }: Reading): Stray[] {
  const ways = new Set(slots.flatMap((slot) => [...slot.ways]))
  const asked = `${prompt}\n${wording}`
  const strays: Stray[] = []
  if (ways.has('number-word')) {
    const said = new Set(numberWordsIn(asked).map(({ value }) => value))
    for (const { value, start, end } of numberWordsIn(rest)) {
      if (value !== PRONOUN && !said.has(value)) strays.push({ text: rest.slice(start, end), kind: 'number' })
    }
  }
  if (ways.has('yearless')) {
    const said = [
      ...yearlessDaysIn(asked),
      ...datesIn(asked).flatMap(({ day }) => (day === undefined ? [] : [{ month: day[1], date: day[2] }])),
    ]
    for (const { month, date, start, end } of yearlessDaysIn(rest)) {
      const isSaid = said.some((one) => one.month === month && one.date === date)
      if (!isSaid) strays.push({ text: rest.slice(start, end), kind: 'date' })
    }
  }
  return strays
}
