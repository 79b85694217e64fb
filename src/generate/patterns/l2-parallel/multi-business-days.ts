import { drawDate } from '../../../content/draws.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

const DAY = 86_400_000

/** Least and most days of a span; no two spans share a count of business days. */
const SPANS = [
  [35, 60],
  [100, 180],
  [300, 540],
] as const

const PLACES = ['first', 'second', 'third']

const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

export const multiBusinessDays = definePattern({
  key: 'multi_business_days',
  name: 'fan-out-business-days',
  level: 'L2_parallel',
  published: {
    mended:
      'Its answer was never graded and named one step as its source. Here a price is graded for the business days of each span, and the prompt says what is counted.',
  },
  tools: ['business_days_between'],
  draw(rng) {
    const spans = rng.shuffle(SPANS).map(([least, most]) => {
      const start = drawDate(rng, 2026, 2039)
      return { start, end: later(start, rng.int(least, most)) }
    })
    const rate = (rng.int(181, 949) * 100 + 10 * rng.int(1, 9) + rng.int(1, 9)) / 100
    const ranges = spans.map(({ start, end }) => `${start} to ${end}`)
    return {
      steps: spans.map(({ start, end }) => ({
        tool: 'business_days_between',
        arguments: { start_date: start, end_date: end },
      })),
      prompts: [
        `Count the business days, Monday to Friday, in each of these spans: ${ranges.join('; ')}. At ${rate} EUR a business day, what does every span cost?`,
        `What will I be paid for three jobs at ${rate} EUR per working day, leaving holidays aside? From the first to the second date they run ${ranges.join(', ')}.`,
        `Three projects are planned: one from ${ranges[0]}, one from ${ranges[1]}, and one from ${ranges[2]}. Get the number of business days for every project and multiply it by our daily rate of ${rate} EUR.`,
        `Please complete my quote, ${rate} EUR for each business day.\n${ranges.map((range, i) => `${i + 1}. ${range}`).join('\n')}\nHave the weekdays of every period counted; the price is missing on all three lines.`,
        `We rent a crane at ${rate} EUR for every day from Monday to Friday and need it ${ranges[0]}, again ${ranges[1]}, and finally ${ranges[2]}. How many business days is that each time, and what do they come to in EUR?`,
      ],
      answer: {
        fields: Object.fromEntries(
          PLACES.map((place, i) => [
            place,
            {
              value: from(i + 1, '/business_days', { scale: rate }, { round: 2 }),
              gives: `the price of the business days of the ${place} span in EUR`,
            },
          ]),
        ),
      },
    }
  },
})
