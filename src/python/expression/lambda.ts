import type { ExpressionNode, Parameter } from './ast.ts'
import { setEntry } from './collections.ts'
import type { Evaluation } from './evaluation.ts'
import { fail, type Machine } from './machine.ts'
import { NameScope } from './scope.ts'
import { type Args, PyDict, PyFunction, PyTuple, type PyValue } from './values.ts'

type Defaults = ReadonlyMap<string, PyValue>

/** Values of a lambda's parameters for one call. */
function bindParameters(
  m: Machine,
  parameters: Parameter[],
  defaults: Defaults,
  args: Args,
): Map<string, PyValue> {
  const names = new Map<string, PyValue>()
  const positional = [...args.positional]
  const named = new Map(args.named)
  m.make(positional.length + named.size)
  for (const { name, kind } of parameters) {
    if (kind === 'rest') names.set(name, new PyTuple(positional.splice(0)))
    else if (kind === 'named-rest') {
      const rest = new PyDict()
      for (const [key, value] of named) setEntry(m, rest, key, value)
      named.clear()
      names.set(name, rest)
    } else {
      const isNext = kind === 'positional' && positional.length > 0
      if (isNext && named.has(name)) fail(`the argument "${name}" is given twice`)
      const value = isNext ? positional.shift() : (named.get(name) ?? defaults.get(name))
      if (value === undefined) fail(`the lambda needs an argument "${name}"`)
      named.delete(name)
      names.set(name, value)
    }
  }
  if (positional.length > 0) fail('the lambda gets too many arguments')
  for (const name of named.keys()) fail(`the lambda has no parameter "${name.slice(0, 60)}"`)
  return names
}

/** The function that a lambda expression stands for. */
export function lambda(
  evaluator: Evaluation,
  node: Extract<ExpressionNode, { kind: 'lambda' }>,
  outer: NameScope,
): PyFunction {
  const defaults = new Map<string, PyValue>()
  for (const { name, fallback } of node.parameters) {
    if (fallback !== undefined) defaults.set(name, evaluator.evaluate(fallback, outer))
  }
  return new PyFunction('function', '<lambda>', (m, args) => {
    const names = bindParameters(m, node.parameters, defaults, args)
    return evaluator.evaluate(node.body, new NameScope(names, outer))
  })
}
