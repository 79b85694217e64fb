import type { Step } from '../../../schema/task.ts'
import { validOrders } from '../../calibration/valid-orders.ts'
import { moveOf } from '../mutate/script.ts'
import { type Rewrite, scriptInTurn } from './rewrite.ts'

const MOST = 50

const namesOf = (order: readonly Step[]): string => order.map(({ step_id }) => step_id).join(', ')

/** Every order that the dependencies allow, or many of them. */
export const orders: Rewrite = {
  name: 'orders',
  rewrites: ({ subject: { task }, rng }) =>
    validOrders(task.expected_trace.steps, MOST, rng).map((order) => ({
      how: `in the order ${namesOf(order)}`,
      script: scriptInTurn(task, order.map(moveOf)),
    })),
}
