import { UMAP } from 'umap-js'
import { createRng } from '../../shared/rng.ts'
import type { Measure } from './similarity.ts'

/** Side of the drawing, its margin, and the radius of a point, in pixels. */
const SIDE = 800
const MARGIN = 20
const RADIUS = 3
/** Neighbours that the map keeps close: the default of UMAP. */
const NEIGHBOURS = 15

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Places in a plane that keep similar tools close to each other (UMAP, McInnes et al. 2018). */
function placeTools(count: number, measure: Measure, seed: number): number[][] {
  const rng = createRng(seed, 'map')
  const umap = new UMAP({
    nNeighbors: Math.min(NEIGHBOURS, count - 1),
    random: () => rng.int(0, 2 ** 32 - 1) / 2 ** 32,
    distanceFn: ([a], [b]) => (a === b ? 0 : 1 - measure(a!, b!)),
  })
  return umap.fit(Array.from({ length: count }, (_, i) => [i]))
}

/** Stretches one axis of the places to the drawing. */
function scaleAxis(places: readonly number[][], axis: number): number[] {
  const values = places.map((place) => place[axis]!)
  const least = values.reduce((a, b) => Math.min(a, b))
  const span = values.reduce((a, b) => Math.max(a, b)) - least || 1
  return values.map((value) => MARGIN + ((value - least) / span) * (SIDE - 2 * MARGIN))
}

/**
 * An SVG of tools as points: similar ones are close, those of a field have one colour, and a point names its tool when
 * pointed at. The axes mean nothing.
 *
 * @param tools Four or more
 */
export function drawMap(
  tools: readonly { readonly name: string; readonly field: string | undefined }[],
  measure: Measure,
  seed: number,
): string {
  const places = placeTools(tools.length, measure, seed)
  const [x, y] = [scaleAxis(places, 0), scaleAxis(places, 1)]
  const fields = [...new Set(tools.map(({ field }) => field))].sort()
  const points = tools.map(({ name, field }, i) => {
    const hue = Math.round((360 * fields.indexOf(field)) / fields.length)
    const title = escapeXml(field === undefined ? name : `${name} (${field})`)
    const at = `cx="${x[i]!.toFixed(1)}" cy="${y[i]!.toFixed(1)}" r="${RADIUS}"`
    return `<circle ${at} fill="hsl(${hue} 70% 45%)"><title>${title}</title></circle>`
  })
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" role="img">`
  const title = `<title>${tools.length} tools of ${fields.length} fields</title>`
  return `${[opening, title, ...points, '</svg>'].join('\n')}\n`
}

/** Recognizes a map. */
export const isMap = (text: string): boolean =>
  /^<svg [^\n]*\n<title>\d+ tools of \d+ fields<\/title>\n/.test(text)
