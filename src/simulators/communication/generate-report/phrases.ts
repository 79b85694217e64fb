import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { METRICS } from '../../../generate/pools/files.ts'
import { DOCUMENTS } from '../../../generate/pools/titles.ts'
import type { Rng } from '../../../shared/rng.ts'

const drawFigure = (rng: Rng): number => (rng.int(0, 1) === 0 ? rng.int(12, 4800) : rng.decimal(12, 980, 1))

export const generateReport = definePhrases({
  tool: 'generate_report',
  draw: (rng) => ({
    title: rng.pick(DOCUMENTS),
    data: JSON.stringify(
      Object.fromEntries(rng.sample(METRICS, rng.int(2, 5)).map((name) => [name, drawFigure(rng)])),
    ),
    format: rng.pick(['text', 'markdown', 'html']),
  }),
  asks: [
    'lay out {data}, taken over unchanged, as a report titled {title} in the format {format}',
    'draw up a report in {format} format with {title} as its title and {data} as its data',
    'make a report out of {data}, passed on as found, with {title} for a title and {format} for a layout',
    'compile a report (title: {title}; format: {format}; data: {data})',
    'present {data}, with nothing changed in it, in a report named {title}; the format of the report is {format}',
  ],
  outputs: { '/report': 'report', '/word_count': 'number of words of the report' },
  answers: [
    {
      at: [{ at: '/report', via: [{ split: '\n', take: -1 }] }],
      gives: 'the last line of the report, word for word and with all its marks',
    },
    {
      at: ['/word_count', { at: '/report', via: [{ split: '\n', take: -1 }] }],
      gives: 'the number of words of the report, then its last line, word for word and with all its marks',
    },
  ],
})
