import { drawDate } from '../../../content/draws.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

const DAY = 86_400_000

/** Least and most days of a span; no two spans share a count, of business days or of all. */
const SPANS = [
  [35, 60],
  [100, 180],
  [300, 540],
] as const

const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

export const multiBusinessDays = definePattern({
  key: 'multi_business_days',
  name: 'fan-out-business-days',
  level: 'L2_parallel',
  published: {
    mended:
      'Its answer was never graded and named one step as its source. Here two counts of each span are graded, and the prompt says what is counted.',
  },
  tools: ['business_days_between'],
  draw(rng) {
    const spans = rng.shuffle(SPANS).map(([least, most]) => {
      const start = drawDate(rng, 2026, 2039)
      return { start, end: later(start, rng.int(least, most)) }
    })
    const ranges = spans.map(({ start, end }) => `${start} to ${end}`)
    return {
      steps: spans.map(({ start, end }) => ({
        tool: 'business_days_between',
        arguments: { start_date: start, end_date: end },
      })),
      prompts: [
        `Count the business days, Monday to Friday, in each of these spans: ${ranges.join('; ')}. Count the whole days as well.`,
        `How many working days and how many days altogether lie between the first and the second date of each pair? The pairs are ${ranges.join(', ')}. Holidays do not matter.`,
        `Three projects are planned: one from ${ranges[0]}, one from ${ranges[1]}, and one from ${ranges[2]}. For every project I need the number of business days and of all days between its dates.`,
        `Please complete my schedule of three periods.\n${ranges.map((range, i) => `${i + 1}. ${range}`).join('\n')}\nFor every one of them find the days from Monday to Friday and the total days.`,
      ],
      answer: {
        value: spans.map((_, i) => [from(i + 1, '/business_days'), from(i + 1, '/total_days')]),
        gives: 'the business days and the total days of each span, in the order given',
      },
    }
  },
})
