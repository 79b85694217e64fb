import { drawDate } from '../../../content/draws.ts'
import { listed } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const multiFormatDate = definePattern({
  key: 'multi_format_date',
  name: 'fan-out-format',
  level: 'L2_parallel',
  published: {
    mended:
      'One of its three notations was the one that the date is given in, so that result stood in the prompt. This one draws three of the four others.',
  },
  tools: ['format_date'],
  draw(rng) {
    const date = drawDate(rng, 1950, 2049)
    const [, month, day] = date.split('-')
    // May has no shorter form, and on some days us and eu agree.
    if (month === '05' || month === day) return undefined
    const formats = rng.sample(['short', 'long', 'us', 'eu'], 3)
    const names = listed(formats)
    return {
      steps: formats.map((format) => ({ tool: 'format_date', arguments: { date, format } })),
      prompts: [
        `Write the date ${date} in three notations: ${names}.`,
        `For a form I need ${date} formatted three times, as ${names}.`,
        `How does ${date} look in the date formats ${names}? Have each of them made.`,
        `Take the day ${date}. One version of that date goes onto the poster, one into the file and one into the letter; their formats are ${names}, in this order.`,
      ],
      answer: {
        value: formats.map((_, i) => from(i + 1, '/formatted')),
        gives: `the date in the formats ${names}, in this order and exactly as they came out`,
      },
    }
  },
})
