import { unprocessable } from '../../../schema/tool-error.ts'
import { evaluate, keptText, type Vocabulary, valueOfText } from '../../python/evaluate.ts'
import { EvaluationError, type Machine, type PyValue } from '../../python/values.ts'
import type { World } from '../../world/world.ts'

interface Setting {
  /** Tool whose names the expression sees and assigns. */
  tool: string
  /** Parameter that is to blame for a wrong expression. */
  parameter: string
  vocabulary: Vocabulary
  world: World
}

/** Evaluates a Python expression with the names that the tool keeps in the world. Throws a `ToolError` to refuse it. */
export function evaluatePython<T>(
  text: string,
  { tool, parameter, vocabulary, world }: Setting,
  finish: (value: PyValue, m: Machine) => T,
): T {
  const kept = world.store(`${tool}-names`, () => [])
  const names = new Map(Array.from(kept, ([name, value]) => [name, valueOfText(String(value))]))
  try {
    const result = evaluate(text, { vocabulary, names }, finish)
    for (const [name, value] of names) {
      const written = keptText(value)
      if (written === undefined) kept.delete(name)
      else kept.set(name, written)
    }
    return result
  } catch (thrown) {
    if (thrown instanceof EvaluationError) throw unprocessable(parameter, thrown.message)
    throw thrown
  }
}
