import type { Level, Step } from '../../schema/task.ts'

/**
 * The level of a graph of calls by its shape: one call; a sequence, where each takes from the one before; calls side by
 * side, or side by side into one last call; anything else branches and merges.
 */
export function levelOf(steps: readonly Pick<Step, 'step_id' | 'depends_on'>[]): Level {
  if (steps.length === 1) return 'L0_node'
  const takers = (id: string): number => steps.filter(({ depends_on }) => depends_on.includes(id)).length
  const roots = steps.filter(({ depends_on }) => depends_on.length === 0)
  const rest = steps.filter(({ depends_on }) => depends_on.length > 0)
  const isChain =
    roots.length === 1 &&
    steps.every(({ step_id, depends_on }) => depends_on.length <= 1 && takers(step_id) <= 1)
  if (isChain) return 'L1_chain'
  const [last] = rest
  const isFanOut = rest.length === 0 || (rest.length === 1 && last?.depends_on.length === roots.length)
  return isFanOut && roots.length > 1 ? 'L2_parallel' : 'L3_dag'
}
