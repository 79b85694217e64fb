import { sourcesOf } from '../../schema/binding.ts'
import type { Level, Task } from '../../schema/task.ts'
import { counted } from '../../shared/english.ts'

const shapes: Record<Level, { what: string; fits: (shape: Shape) => boolean }> = {
  L0_node: { what: 'one call', fits: ({ steps }) => steps === 1 },
  L1_chain: {
    what: 'a sequence of calls, each fed by the one before it',
    fits: ({ isSequence }) => isSequence,
  },
  L2_parallel: {
    what: 'independent calls, and at most one that joins them',
    fits: ({ steps, fed, joins }) => steps > 1 && (fed === 0 || (fed === 1 && joins === 1)),
  },
  L3_dag: { what: 'calls that branch or merge', fits: ({ hasBranch }) => hasBranch },
}

interface Shape {
  steps: number
  /** Steps that wait for another one. */
  fed: number
  /** Steps that take from several others. */
  joins: number
  /** Whether every step is fed by the one before it. */
  isSequence: boolean
  /** Whether a step feeds several, or is fed by several. */
  hasBranch: boolean
  words: string
}

function shapeOf(task: Task): Shape {
  const { steps } = task.expected_trace
  const parents = steps.map(
    (step) => new Set([...step.depends_on, ...sourcesOf(step.arguments).map(({ $from }) => $from)]),
  )
  const children = steps.map(({ step_id }) => parents.filter((own) => own.has(step_id)).length)
  const depth = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depth.get(id)
    if (known !== undefined) return known
    // In a cycle, which loading a suite refuses, no step is deeper than another.
    depth.set(id, 0)
    const own = parents[steps.findIndex(({ step_id }) => step_id === id)] ?? []
    const at = Math.max(0, ...[...own].map((parent) => 1 + depthOf(parent)))
    depth.set(id, at)
    return at
  }
  const deepest = Math.max(-1, ...steps.map(({ step_id }) => depthOf(step_id)))
  const fed = parents.filter((own) => own.size > 0).length
  // An answer is worked out where everything that it takes from is known, as another step would be.
  const answer = new Set(sourcesOf(task.expected_final_answer ?? null).map(({ $from }) => $from))
  const isFed = parents.some((own) => own.size > 0)
  const hasBranch =
    parents.some((own) => own.size > 1) || children.some((count) => count > 1) || (isFed && answer.size > 1)
  return {
    steps: steps.length,
    fed,
    joins: parents.filter((own) => own.size > 1).length,
    isSequence: steps.length > 1 && deepest === steps.length - 1,
    hasBranch,
    words:
      steps.length > 1 && deepest === steps.length - 1 && !hasBranch
        ? `a plain sequence of ${steps.length} calls`
        : `${counted(steps.length, 'call')}, of which ${fed} wait${fed === 1 ? 's' : ''} for another${hasBranch ? ', with branches' : ''}`,
  }
}

/** A level that the graph of the expected trace does not have; a task of no calls may be of any. */
export function levelProblems(task: Task): string[] {
  const shape = shapeOf(task)
  const { what, fits } = shapes[task.level]
  if (shape.steps === 0 || fits(shape)) return []
  return [`the level ${task.level} is for ${what}, and the expected trace is ${shape.words}`]
}
