import type { Step } from '../../../schema/task.ts'
import { scoreInWorld, type Verdict } from '../../../scoring/score.ts'
import { describeThrown } from '../../../shared/errors.ts'
import { createRng } from '../../../shared/rng.ts'
import { createOracle, planInParallel } from '../../calibration/oracle.ts'
import { perform } from '../../calibration/perform.ts'
import { listValidOrders } from '../../calibration/valid-orders.ts'
import { buildMove, performScript } from '../mutate/script.ts'
import { buildScript } from '../rewrite/rewrite.ts'
import type { AuditRule } from '../rule.ts'
import { AuditSubject } from '../subject.ts'

/** Seeds at which every valid order is tried, and how many orders at most. */
const THOROUGH_SEEDS = 2
const MAX_ORDERS = 50
/** Steps squared of all orders at one seed: so much does it cost to judge them. Up to 31 steps are not limited by it. */
const MAX_ORDER_COST = 50_000

const isRight = ({ solved, score }: Verdict): boolean => solved && score === 1

/** What one way through the expected trace comes to, where it does not solve the task. */
async function findOracleFailure(
  there: AuditSubject,
  plan: Step[][],
  how: string,
): Promise<string | undefined> {
  const { here, registry } = there
  const script = buildScript(
    here.task,
    plan.map((turn) => turn.map(buildMove)),
  )
  if (isRight(there.decide(performScript(script, here.task, registry).trace))) return undefined
  const agent = createOracle({ name: 'oracle', note: how, plan: () => plan })
  const describeFailure = (why: string): string =>
    `in world ${here.seed} the expected trace, ${how}, is not solved: ${why}`
  try {
    const score = scoreInWorld(here, await perform(agent, here))
    return isRight(score) ? undefined : describeFailure(score.reason ?? `it scores ${score.score}`)
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
      const there = seed === subject.seed ? subject : new AuditSubject(subject.worlds, seed)
      const { steps } = there.task.expected_trace
      const most = Math.min(MAX_ORDERS, Math.ceil(MAX_ORDER_COST / Math.max(1, steps.length) ** 2))
      const orders = listValidOrders(steps, i < THOROUGH_SEEDS ? most : 1, rng)
      const parallel = planInParallel(there.task)
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
        const failure = await findOracleFailure(there, plan, how)
        if (failure !== undefined) return [failure]
      }
    }
    return []
  },
}

const joinNames = (order: readonly Step[]): string => order.map(({ step_id }) => step_id).join(', ')
