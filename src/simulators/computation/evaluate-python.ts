import { EvaluationError, type Machine } from '../../python/expression/machine.ts'
import { run } from '../../python/expression/run.ts'
import type { PyValue } from '../../python/expression/values.ts'
import type { World } from '../../world/world.ts'
import { unprocessable } from '../tool-error.ts'

/** Where an expression is evaluated. */
interface Setting {
  /** Tool whose names the expression sees and assigns. */
  tool: string
  /** Parameter that is to blame for a wrong expression. */
  parameter: string
  vocabulary: ReadonlyMap<string, PyValue>
  world: World
}

/** Evaluates a Python expression with the names that the tool keeps in the world. Throws a `ToolError` to refuse it. */
export function evaluatePython<T>(
  text: string,
  { tool, parameter, vocabulary, world }: Setting,
  finish: (value: PyValue, machine: Machine) => T,
): T {
  try {
    return run(text, { vocabulary, names: world.store(`${tool}-names`, () => []) }, finish)
  } catch (thrown) {
    if (thrown instanceof EvaluationError) throw unprocessable(parameter, thrown.message)
    throw thrown
  }
}
