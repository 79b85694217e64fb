import { createFailedGate } from '../../src/baseline/gate-of-run.ts'
import { type Gate, gateSchema } from '../../src/schema/gate.ts'

/** A gate of 40 tasks that has nothing to say, but for what is given. */
export const buildGateDocument = (more: Partial<Gate> = {}): Gate =>
  gateSchema().parse({
    ...createFailedGate({ agent: 'me', baseline: 'l.json' }, []),
    ...{ verdict: 'ok', exit: 0, compared: 40, smallest_drop: 0.031 },
    evidence: { lambda: 0.83, highest: 0, broken: 0.24, correlation: 0 },
    least_broken: 1,
    ...more,
  })

/** A task that was attempted again. */
export const suspect = (id: string, more: Partial<Gate['tasks'][number]> = {}): Gate['tasks'][number] => ({
  ...{ key: id, task_id: id, level: 'L0_node', reruns: 8, posterior: 0.4, regressed: false },
  baseline: { successes: 3, attempts: 3 },
  now: { successes: 2, attempts: 9 },
  ...more,
})
