import type { Clause, ExpressionNode } from './ast.ts'
import { dictOf, setOf } from './collections.ts'
import type { Evaluation } from './evaluation.ts'
import { iterate } from './iterate.ts'
import { bindTarget, NameScope } from './scope.ts'
import { isTrue } from './truth.ts'
import { PyIterator, PyList, type PyValue } from './values.ts'

/** Binds the names of all clauses to each combination in turn. */
function* combinations(
  evaluator: Evaluation,
  clauses: Clause[],
  at: number,
  scope: NameScope,
  source: Iterator<PyValue>,
): Generator<undefined> {
  const { m } = evaluator
  const { target, conditions } = clauses[at] as Clause
  const following = clauses[at + 1]
  for (let next = source.next(); next.done !== true; next = source.next()) {
    m.step()
    bindTarget(m, scope, target, next.value)
    if (!conditions.every((condition) => isTrue(m, evaluator.evaluate(condition, scope)))) continue
    if (following === undefined) yield
    else {
      const inner = iterate(m, evaluator.evaluate(following.iterable, scope))
      yield* combinations(evaluator, clauses, at + 1, scope, inner)
    }
  }
}

/** A comprehension or a generator expression; only the first iterable is evaluated at once and outside. */
export function comprehension(
  evaluator: Evaluation,
  { of, key, element, clauses }: Extract<ExpressionNode, { kind: 'comprehension' }>,
  outer: NameScope,
): PyValue {
  const { m } = evaluator
  const scope = new NameScope(new Map(), outer, true)
  const first = iterate(m, evaluator.evaluate((clauses[0] as Clause).iterable, outer))
  const each = combinations(evaluator, clauses, 0, scope, first)
  const elements = function* (): Generator<PyValue> {
    for (const _ of each) yield evaluator.evaluate(element, scope)
  }
  const pairs = function* (): Generator<[PyValue, PyValue]> {
    for (const _ of each)
      yield [evaluator.evaluate(key as ExpressionNode, scope), evaluator.evaluate(element, scope)]
  }
  if (of === 'generator') return new PyIterator('generator', elements())
  if (of === 'set') return setOf(m, elements())
  if (of === 'dict') return dictOf(m, pairs())
  const items: PyValue[] = []
  for (const item of elements()) {
    m.make(1)
    items.push(item)
  }
  return new PyList(items)
}
