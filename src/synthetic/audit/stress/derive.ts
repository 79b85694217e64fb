import type { JsonObject } from '../../../shared/json.ts'
import { rngOf } from '../../../shared/rng.ts'
import { parametersOf, type Rule } from '../../tool-spec/rule.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { ajvProblems, knownCallsOf } from '../known-calls.ts'
import { admissible, type CallGround } from './admissible.ts'
import { breakRule } from './breaks/break-rule.ts'
import { tiedTo } from './breaks/broken.ts'
import { admissibleCall, composeCall } from './compose.ts'
import { correctCalls } from './correct-calls.ts'
import { schemaFaults } from './schema-faults.ts'
import { stateCalls } from './state-calls.ts'
import { refused, type StressTest } from './stress-test.ts'

export interface DerivedTests {
  readonly tests: readonly StressTest[]
  /** Rules that no test breaks, and why. */
  readonly untested: readonly { readonly rule: Rule['kind']; readonly parameters: readonly string[] }[]
  /** Known calls that do not fit the specification themselves; they are not asked. */
  readonly badKnown: readonly string[]
}

/** The call with an argument for each parameter that the rule speaks of. */
function withParametersOf(rule: Rule, args: JsonObject, ground: CallGround): JsonObject {
  const wanted = [...parametersOf(rule), ...(rule.kind === 'required_if' ? [rule.when.parameter] : [])]
  const added = ground.tool.parameters.filter(({ name }) => wanted.includes(name) && args[name] == null)
  // Settling makes values of arrays and dates anew; a call that needs nothing added stays as it is.
  if (added.length === 0 || rule.kind === 'exclusive') return args
  return admissibleCall(
    {
      ...args,
      ...Object.fromEntries(added.map((parameter) => [parameter.name, admissible(parameter, ground)])),
    },
    ground,
  )
}

/**
 * Stress tests of a tool, made without a model: calls that do not fit the schema, one call for each compiled rule
 * that breaks it and nothing else, and correct calls. What has to come back is known from how each was made; no
 * validator is asked. Same tool, toolkit and seed, same tests.
 */
export function deriveStressTests(tool: ToolSpec, toolkit: SyntheticToolkit, seed = 0): DerivedTests {
  const groundOf = (...path: (string | number)[]): CallGround => ({
    tool,
    state: toolkit.state,
    rng: rngOf(seed, 'stress', tool.id, ...path),
  })
  const all = knownCallsOf(tool, toolkit)
  const known = all.filter(({ args }) => ajvProblems(args, tool).length === 0)
  const composed = composeCall(groundOf('composed'))
  const base = known[0]?.args ?? composed
  const taken = new Map<string, number>()
  const idOf = (fault: string, target: string): string => {
    const id = `${tool.id}#${fault}${target === '' ? '' : `:${target}`}`
    const times = (taken.get(id) ?? 0) + 1
    taken.set(id, times)
    return times === 1 ? id : `${id}:${times}`
  }
  const schema = schemaFaults(base, groundOf('schema')).map(
    ({ fault, args, blame }): StressTest => ({
      id: idOf(fault, blame[0] ?? ''),
      tool: tool.id,
      kind: 'schema',
      fault,
      args,
      expected: refused(blame),
    }),
  )
  const untested: DerivedTests['untested'][number][] = []
  const constraint = tool.rules.flatMap((rule, i): StressTest[] => {
    const ground = groundOf('rule', i)
    const broken = breakRule(rule, withParametersOf(rule, base, ground), ground)
    if (broken === undefined) {
      untested.push({ rule: rule.kind, parameters: parametersOf(rule) })
      return []
    }
    const { args, blame, code } = broken
    const blamed = [...new Set(blame.flatMap((name) => tiedTo(name, ground)))]
    const id = idOf(rule.kind, parametersOf(rule).join('+'))
    return [
      { id, tool: tool.id, kind: 'constraint', fault: rule.kind, args, expected: refused(blamed, code) },
    ]
  })
  const correct = correctCalls(known, composed, groundOf('correct')).map(
    ({ fault, ...rest }): StressTest => ({
      id: idOf(fault, ''),
      tool: tool.id,
      kind: 'correct',
      fault,
      ...rest,
    }),
  )
  const stateful = stateCalls(base, groundOf('state')).map(
    ({ fault, ...rest }): StressTest => ({ id: idOf(fault, ''), tool: tool.id, fault, ...rest }),
  )
  return {
    tests: [...schema, ...constraint, ...correct, ...stateful],
    untested,
    badKnown: all.flatMap(({ args }) => {
      const problems = ajvProblems(args, tool)
      return problems.length === 0 ? [] : [problems.join('; ')]
    }),
  }
}
