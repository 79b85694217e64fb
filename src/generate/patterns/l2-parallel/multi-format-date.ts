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
      'One of its three notations was the one that the date is given in, so that result stood in the prompt. This one draws three of the four others and asks for them in capital letters.',
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
        `Write the date ${date} in three notations, ${names}, all of it in capital letters.`,
        `For a form that is filled in with capitals I need ${date} formatted three times, as ${names}.`,
        `How does ${date} look in the date formats ${names}? Have each of them made; our sign has no small letters, so put them in capitals.`,
        `Take the day ${date}. One version of that date goes onto the poster, one onto the ticket and one onto the stamp; their formats are ${names}, in this order, and all are set in capital letters.`,
        `An engraver wants ${date} in three formats, namely ${names}, to choose from. He engraves nothing but capitals. What would he have to cut?`,
      ],
      answer: {
        fields: Object.fromEntries(
          formats.map((format, i) => [
            format,
            {
              value: from(i + 1, '/formatted', 'upper'),
              gives: `the ${format} form in capital letters`,
            },
          ]),
        ),
      },
    }
  },
})
