import { parse, resetSVGDefIds, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { makePrintable } from '../../shared/printable.ts'
import type { Exhibit } from './exhibit.ts'

/** Characters of a line of a caption in a plot: Vega takes a character for wider than it is. */
const CAPTION_WIDTH = 80

function wrapText(text: string): string[] {
  const lines: string[] = []
  for (const word of makePrintable(text).split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= CAPTION_WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** Draws a plot of an exhibit as SVG, with title and caption; the same specification gives the same bytes. */
export async function drawPlot(declared: object, { title, note, rows }: Exhibit, provenance: string) {
  resetSVGDefIds()
  const plot = declared as TopLevelSpec
  const { spec } = compile({
    ...plot,
    data: { values: [...rows] },
    background: 'white',
    padding: 12,
    title: {
      text: typeof plot.title === 'string' ? plot.title : title,
      subtitle: [...wrapText(note), ...wrapText(provenance)],
      anchor: 'start',
      frame: 'bounds',
      offset: 14,
      subtitlePadding: 6,
    },
    config: {
      axisX: { grid: false },
      legend: { labelLimit: 320 },
      view: { stroke: null },
      range: { category: { scheme: 'tableau10' } },
    },
  })
  return new View(parse(spec), { renderer: 'none' }).toSVG()
}
