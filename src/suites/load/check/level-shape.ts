import { listSources } from '../../../schema/binding.ts'
import { type ExpectedTrace, LEVELS, type Level, type Task } from '../../../schema/task.ts'

/** What levels tell graphs of calls by. */
interface Shape {
  steps: number
  /** Steps that wait for another one. */
  fed: number
  /** Steps that take from several others. */
  joins: number
  /** Steps that several others take from. */
  forks: number
  /** Steps on the longest way. */
  way: number
}

function measureShape({ steps }: ExpectedTrace): Shape {
  const parentsById = new Map(
    steps.map((step) => [
      step.step_id,
      new Set([...step.depends_on, ...listSources(step.arguments).map(({ $from }) => $from)]),
    ]),
  )
  const parents = [...parentsById.values()]
  const lengths = new Map<string, number>()
  const measureWay = (id: string): number => {
    const known = lengths.get(id)
    if (known !== undefined) return known
    // In a cycle, which loading a suite refuses, no step is deeper than another.
    lengths.set(id, 1)
    const length = 1 + Math.max(0, ...[...(parentsById.get(id) ?? [])].map(measureWay))
    lengths.set(id, length)
    return length
  }
  return {
    steps: steps.length,
    fed: parents.filter(({ size }) => size > 0).length,
    joins: parents.filter(({ size }) => size > 1).length,
    forks: steps.filter(({ step_id }) => parents.filter((ids) => ids.has(step_id)).length > 1).length,
    way: Math.max(0, ...steps.map(({ step_id }) => measureWay(step_id))),
  }
}

/** Levels that a shape fits, from the narrowest; all of them where nothing is to be called. */
function listFittingLevels({ steps, fed, way }: Shape): Level[] {
  if (steps === 0) return [...LEVELS]
  if (steps === 1) return ['L0_node']
  const fits: Level[] = []
  if (way === steps) fits.push('L1_chain')
  if (steps - fed > 1 && way <= 2) fits.push('L2_parallel')
  if (steps > 2 && way > 1) fits.push('L3_dag')
  return fits
}

/** Why a level does not fit the shape of its trace; undefined where it does. */
export function findLevelProblem(level: Level, trace: ExpectedTrace): string | undefined {
  const shape = measureShape(trace)
  const fits = listFittingLevels(shape)
  if (fits.includes(level)) return undefined
  const { steps, fed } = shape
  return (
    `"${level}" does not fit ${steps === 1 ? 'one step' : `${steps} steps, ${steps - fed} of which depend on nothing`}; ` +
    `did you mean ${fits.map((one) => `"${one}"`).join(' or ')}?`
  )
}

const STRICT: Record<Level, { what: string; fits: (shape: Shape, hasBranch: boolean) => boolean }> = {
  L0_node: { what: 'one call', fits: ({ steps }) => steps === 1 },
  L1_chain: {
    what: 'a sequence of calls, each fed by the one before it',
    fits: ({ steps, way }) => steps > 1 && way === steps,
  },
  L2_parallel: {
    what: 'independent calls, and at most one call that joins them',
    fits: ({ steps, fed, joins }) => steps > 1 && (fed === 0 || (fed === 1 && joins === 1)),
  },
  L3_dag: { what: 'calls that branch or merge', fits: (_, hasBranch) => hasBranch },
}

/** Shape of a task, and whether its calls branch or merge, its answer included. */
function measureTask({ expected_trace, expected_final_answer = null }: Graded): [Shape, boolean] {
  const shape = measureShape(expected_trace)
  // An answer is worked out where everything that it takes from is known, as another step would be.
  const answer = new Set(listSources(expected_final_answer).map(({ $from }) => $from))
  return [shape, shape.joins > 0 || shape.forks > 0 || (shape.fed > 0 && answer.size > 1)]
}

type Graded = Pick<Task, 'expected_trace' | 'expected_final_answer'>

/** The level that the graph of a task has, its answer included. */
export function chooseLevel(task: Graded): Level {
  const [shape, hasBranch] = measureTask(task)
  return (
    LEVELS.find((level) => STRICT[level].fits(shape, hasBranch)) ?? listFittingLevels(shape)[0] ?? 'L3_dag'
  )
}

/**
 * Why a level is not the one that the graph of a task has, its answer included, where a suite may call it by a wider
 * one. A task of no calls may be of any.
 */
export function findStrictLevelProblem(task: Task): string | undefined {
  const [shape, hasBranch] = measureTask(task)
  const { what, fits } = STRICT[task.level]
  if (shape.steps === 0 || fits(shape, hasBranch)) return undefined
  return `the level ${task.level} is for ${what}, and the expected trace has another shape`
}
