import plot from 'simple-ascii-chart'
import { z } from 'zod'

const placedSchema = z.looseObject({
  field: z.string().min(1),
  subfield: z.string().optional(),
  task: z.string().optional(),
})

export interface FieldCount {
  field: string
  tools: number
  subdomains: number
  tasks: number
}

/** How many tools, subdomains and tasks each field has, most tools first; lines without a field are left out. */
export function fieldCounts(lines: readonly unknown[]): FieldCount[] {
  const fields = new Map<string, { tools: number; subdomains: Set<string>; tasks: Set<string> }>()
  for (const line of lines) {
    const { data } = placedSchema.safeParse(line)
    if (data === undefined) continue
    const own = fields.get(data.field) ?? { tools: 0, subdomains: new Set(), tasks: new Set() }
    fields.set(data.field, own)
    own.tools++
    if (data.subfield !== undefined) own.subdomains.add(data.subfield)
    if (data.task !== undefined) own.tasks.add(`${data.subfield} / ${data.task}`)
  }
  return [...fields]
    .map(([field, { tools, subdomains, tasks }]) => ({
      ...{ field, tools, subdomains: subdomains.size, tasks: tasks.size },
    }))
    .sort((a, b) => b.tools - a.tools || (a.field < b.field ? -1 : 1))
}

/** The share of all tools that the first so many fields hold, as a line for a terminal; undefined for fewer than three fields. */
export function coveragePlot(counts: readonly FieldCount[]): string | undefined {
  if (counts.length < 3) return undefined
  const all = counts.reduce((sum, { tools }) => sum + tools, 0)
  let sum = 0
  const points = counts.map(({ tools }, i): [number, number] => {
    sum += tools
    return [i + 1, (100 * sum) / all]
  })
  const drawn = plot([[0, 0], ...points], {
    width: 60,
    height: 12,
    title: 'percent of the tools',
    xLabel: 'fields, largest first',
    formatter: (value) => Math.round(value),
  })
  return drawn.replaceAll(/ +$/gm, '')
}
