import type { Step } from '../../../schema/task.ts'
import type { Rng } from '../../../shared/rng.ts'
import { parallel } from '../../calibration/oracle.ts'
import { validOrders } from '../../calibration/valid-orders.ts'
import { moveOf } from '../mutate/script.ts'
import { type Rewrite, type Rewritten, scriptOf } from './rewrite.ts'

const DRAWN = 4

/** An order cut into turns at random, no step in one turn with a step that it depends on. */
function grouped(order: readonly Step[], rng: Rng): Step[][] {
  const turns: Step[][] = []
  for (const step of order) {
    const last = turns.at(-1)
    const isFree = last?.every(({ step_id }) => !step.depends_on.includes(step_id)) === true
    if (last !== undefined && isFree && rng.int(0, 2) > 0) last.push(step)
    else turns.push([step])
  }
  return turns
}

/** Several calls in one turn: as many as the dependencies allow, in two orders, and some groupings drawn. */
export const turns: Rewrite = {
  name: 'turns',
  rewrites({ subject: { task }, rng }) {
    const { steps } = task.expected_trace
    if (steps.length < 2) return []
    const widest = parallel(task)
    const drawn = validOrders(steps, DRAWN, rng)
      .slice(0, DRAWN)
      .map((order) => grouped(order, rng))
    const rewritten = (plan: readonly (readonly Step[])[]): Rewritten => ({
      how: `in turns: ${plan.map((turn) => turn.map(({ step_id }) => step_id).join(' + ')).join(', ')}`,
      script: scriptOf(
        task,
        plan.map((turn) => turn.map(moveOf)),
      ),
    })
    return [widest, widest.map((turn) => turn.toReversed()), ...drawn].map(rewritten)
  },
}
