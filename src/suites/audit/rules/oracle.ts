import type { Step } from '../../../schema/task.ts'
import type { TaskInWorld } from '../../../schema/task-in-world.ts'
import { scoreInWorld } from '../../../scoring/score.ts'
import { describeThrown } from '../../../shared/errors.ts'
import { createRng } from '../../../shared/rng.ts'
import type { Registry } from '../../../tools/registry.ts'
import { createOracle, planInParallel } from '../../calibration/oracle.ts'
import { perform } from '../../calibration/perform.ts'
import { listValidOrders } from '../../calibration/valid-orders.ts'
import type { AuditRule } from '../rule.ts'

/** Seeds at which every valid order is tried, and how many orders at most. */
const THOROUGH_SEEDS = 2
const MAX_ORDERS = 50
/** Steps squared of all orders at one seed: so much does it cost to judge them. Up to 31 steps are not limited by it. */
const MAX_ORDER_COST = 50_000

/** What one way through the expected trace comes to, where it does not solve the task. */
async function findOracleFailure(
  here: TaskInWorld<Registry>,
  plan: Step[][],
  how: string,
): Promise<string | undefined> {
  const agent = createOracle({ name: 'oracle', note: how, plan: () => plan })
  const describeFailure = (why: string): string =>
    `in world ${here.seed} the expected trace, ${how}, is not solved: ${why}`
  try {
    const score = scoreInWorld(here, await perform(agent, here))
    if (score.solved && score.score === 1) return undefined
    return describeFailure(score.reason ?? `it scores ${score.score}`)
  } catch (error) {
    // A tool refuses what a step gives where it comes too early.
    return describeFailure(describeThrown(error))
  }
}

export const oracleRule: AuditRule = {
  name: 'oracle',
  holds: 'the expected trace solves the task under 20 seeds, in every valid order and in parallel',
  repair: 'correct the expected trace until its own calls solve the task',
  needsReferenceRun: false,
  coversWorlds: true,
  async visit(subject) {
    const { source: task } = subject
    const rng = createRng(subject.seed, 'audit-orders', task.task_id)
    for (const [i, seed] of subject.worldSeeds.entries()) {
      const reference = subject.runReference(seed)
      if (!reference.ok) return [reference.why]
      const here = subject.worlds.in(seed)
      const { steps } = here.task.expected_trace
      const most = Math.min(MAX_ORDERS, Math.ceil(MAX_ORDER_COST / Math.max(1, steps.length) ** 2))
      const orders = listValidOrders(steps, i < THOROUGH_SEEDS ? most : 1, rng)
      const parallel = planInParallel(here.task)
      // One step a turn is the only order, which is among the orders.
      const isParallel = parallel.some((turn) => turn.length > 1)
      const ways = [
        ...orders.map((order) => ({
          plan: order.map((step) => [step]),
          how: `in the order ${joinNames(order)}`,
        })),
        ...(isParallel ? [{ plan: parallel, how: 'in parallel' }] : []),
      ]
      for (const { plan, how } of ways) {
        const failure = await findOracleFailure(here, plan, how)
        if (failure !== undefined) return [failure]
      }
    }
    return []
  },
}

const joinNames = (order: readonly Step[]): string => order.map(({ step_id }) => step_id).join(', ')
