import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

export const parseWeekday = definePattern({
  key: 'parse_weekday',
  name: 'parse-lookup',
  level: 'L1_chain',
  published: {},
  tools: ['parse_date', 'get_weekday'],
  draw(rng) {
    const year = rng.int(1930, 2070)
    const month = pad(rng.int(1, 12))
    // Above 12, so that it cannot be taken for the month.
    const day = rng.int(13, 28)
    const date = rng.pick([`${month}/${day}/${year}`, `${day}/${month}/${year}`, `${day}-${month}-${year}`])
    return {
      steps: [
        { tool: 'parse_date', arguments: { date_string: date } },
        { tool: 'get_weekday', arguments: { date: from(1, '/iso_date') } },
      ],
      prompts: [
        `Have the date ${quote(date)} parsed into ISO form, and look up which weekday the ISO date is.`,
        `An old ledger is dated ${quote(date)}. What weekday was or will that be? Parse the date as it is written, then ask for the weekday of the ISO date that comes out.`,
        `I would like to know the weekday of ${quote(date)}. The look-up only takes ISO dates, so get the date into that form first by parsing it.`,
        `Parse ${quote(date)}; find the weekday that belongs to the resulting ISO date.`,
      ],
      answer: {
        value: [from(2, '/weekday', 'upper'), from(2, '/day_number')],
        gives: 'the weekday in capital letters and its number, counted from 0 for Monday',
      },
    }
  },
})
