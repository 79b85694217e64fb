import { createUnprocessableError } from '../../../schema/tool-error.ts'
import { evaluate, type Vocabulary } from '../../python/evaluate.ts'
import { EvaluationError, type Machine, type PythonScope, type PyValue } from '../../python/values.ts'

/**
 * Evaluates a Python expression. Throws a `ToolError` to refuse it.
 *
 * @param parameter Parameter that is to blame for a wrong expression
 */
export function evaluatePython<T>(
  parameter: string,
  text: string,
  vocabulary: Vocabulary,
  finish: (value: PyValue, m: Machine, assigned: PythonScope) => T,
): T {
  try {
    return evaluate(text, vocabulary, finish)
  } catch (thrown) {
    if (thrown instanceof EvaluationError) throw createUnprocessableError(parameter, thrown.message)
    throw thrown
  }
}
