import { type ExpectedTrace, LEVELS, type Level } from '../../../schema/task.ts'

function longestWay({ steps }: ExpectedTrace): number {
  const depends = new Map(steps.map(({ step_id, depends_on }) => [step_id, depends_on]))
  const lengths = new Map<string, number>()
  const lengthOf = (id: string): number => {
    const known = lengths.get(id)
    if (known !== undefined) return known
    const length = 1 + Math.max(0, ...(depends.get(id) ?? []).map(lengthOf))
    lengths.set(id, length)
    return length
  }
  return Math.max(0, ...steps.map(({ step_id }) => lengthOf(step_id)))
}

/** Levels that an acyclic trace fits, from the narrowest; all of them where nothing is to be called. */
function fittingLevels(trace: ExpectedTrace): Level[] {
  const count = trace.steps.length
  if (count === 0) return [...LEVELS]
  if (count === 1) return ['L0_node']
  const roots = trace.steps.filter(({ depends_on }) => depends_on.length === 0).length
  const way = longestWay(trace)
  const fits: Level[] = []
  if (way === count) fits.push('L1_chain')
  if (roots > 1 && way <= 2) fits.push('L2_parallel')
  if (count > 2 && way > 1) fits.push('L3_dag')
  return fits
}

/** Why a level does not fit the shape of its trace; undefined where it does. */
export function levelProblem(level: Level, trace: ExpectedTrace): string | undefined {
  const fits = fittingLevels(trace)
  if (fits.includes(level)) return undefined
  const { steps } = trace
  const free = steps.filter(({ depends_on }) => depends_on.length === 0).length
  return (
    `"${level}" does not fit ${steps.length === 1 ? 'one step' : `${steps.length} steps, ${free} of which depend on nothing`}; ` +
    `did you mean ${fits.map((one) => `"${one}"`).join(' or ')}?`
  )
}
