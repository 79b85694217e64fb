import { type JsonObject, stableJson } from '../../../shared/json.ts'
import { rngOf } from '../../../shared/rng.ts'
import { madeOutputs } from '../../../tools/imported/handlers/handler.ts'
import { World } from '../../../tools/world/world.ts'
import { answerCall } from '../../simulate/respond.ts'
import { givenState, stateOf } from '../../simulate/state.ts'
import { parametersOf, type Rule } from '../../tool-spec/rule.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { FailingCall, KnownCall, SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { isCallOf, schemaFailure } from '../../validate/validate.ts'
import { type Expectation, PASSES, refused, type StressTest } from '../judgment.ts'
import { knownCallsOf } from '../known-calls.ts'
import { absentRecord, breakRule, schemaFaults } from './breaks.ts'
import { type CallFacts, composeCall } from './compose.ts'

export interface DerivedTests {
  readonly tests: readonly StressTest[]
  /** Rules that no test breaks, and why. */
  readonly untested: readonly { readonly rule: Rule['kind']; readonly parameters: readonly string[] }[]
  /** Known calls that do not fit the specification themselves; they are not asked. */
  readonly badKnown: readonly string[]
}

export function deriveStressTests(tool: ToolSpec, toolkit: SyntheticToolkit, seed = 0): DerivedTests {
  const callFactsOf = (...path: (string | number)[]): CallFacts => ({
    tool,
    state: toolkit.state,
    rng: rngOf(seed, 'stress', tool.id, ...path),
  })
  const all = knownCallsOf(tool, toolkit)
  const known = all.filter(({ args }) => schemaFailure(args, tool) === undefined)
  const composed = composeCall(callFactsOf('composed'))
  const base = known[0]?.args ?? composed ?? {}
  const tests: StressTest[] = []
  const taken: string[] = []
  const add = (
    kind: StressTest['kind'],
    fault: string,
    target: string,
    args: JsonObject,
    expected: Expectation,
  ): void => {
    const id = `${tool.id}#${fault}${target === '' ? '' : `:${target}`}`
    taken.push(id)
    const times = taken.filter((one) => one === id).length
    tests.push({ id: times === 1 ? id : `${id}:${times}`, tool: tool.id, kind, fault, args, expected })
  }
  for (const { fault, args, blame } of schemaFaults(base, callFactsOf('schema')))
    add('schema', fault, blame[0] ?? '', args, refused(blame))
  const untested: DerivedTests['untested'][number][] = []
  for (const [i, rule] of tool.rules.entries()) {
    const parameters = parametersOf(rule)
    const broken = breakRule(rule, base, callFactsOf('rule', i))
    if (broken === undefined) untested.push({ rule: rule.kind, parameters })
    else {
      const { args, blame, code } = broken
      add('constraint', rule.kind, parameters.join('+'), args, refused(blame, code))
    }
  }
  for (const { fault, args, expected } of correctCalls(known, composed))
    add('correct', fault, '', args, expected)
  const absent = absentRecord(base, callFactsOf('state'))
  if (absent !== undefined)
    add('constraint', 'no_record', '', absent.args, refused(absent.blame, absent.code))
  return {
    tests,
    untested,
    badKnown: all.flatMap(({ args }) => schemaFailure(args, tool)?.message ?? []),
  }
}

function failingTests(tool: ToolSpec, toolkit: SyntheticToolkit, world: World): StressTest[] {
  const failing = toolkit.failing?.filter(isCallOf(tool, toolkit.tools)) ?? []
  return failing.map(({ args, code }: FailingCall, i) => ({
    id: `${tool.id}#failing:${i + 1}`,
    tool: tool.id,
    kind: 'constraint',
    fault: 'failing',
    args: givenState(toolkit).asIn(world, args) as FailingCall['args'],
    expected: refused([], code),
  }))
}

/**
 * A test as it holds in its world. Undefined where what is due cannot be told there: the handler refuses a call whose
 * result is open, or takes one that is refused in the world as it is given.
 */
function heldTest(test: StressTest, toolkit: SyntheticToolkit, seed: number): StressTest | undefined {
  const isOpen = test.kind === 'correct' || test.fault === 'failing'
  if (!isOpen) return test
  const said = answerCall({ tool: test.tool, args: structuredClone(test.args) }, toolkit, new World(seed))
  const isRefused = !('open' in said) && said.output === null
  if (test.fault === 'failing') return isRefused || seed === 0 ? test : undefined
  if (isRefused) return test.expected.output === undefined ? undefined : test
  // In another world records can say other than what was recorded.
  const isKnown = 'open' in said || said.origin === 'known'
  return test.expected.output === undefined || isKnown || seed === 0 ? test : { ...test, expected: PASSES }
}

/** A test whose known output says nothing of ids that the call makes: they are others each time. */
function withoutMade(test: StressTest, { handler }: ToolSpec): StressTest {
  const { output } = test.expected
  if (handler === undefined || output === undefined) return test
  const made = madeOutputs(handler)
  const told = Object.entries(output).filter(([name]) => !made.has(name))
  return { ...test, expected: { ...test.expected, output: Object.fromEntries(told) } }
}

/** The stress tests of each tool of a toolkit in the world of a seed: those that are derived, and its failing calls. */
export function stressTestsOf(
  toolkit: SyntheticToolkit,
  seed: number,
): (DerivedTests & { readonly tool: ToolSpec })[] {
  const world = new World(seed)
  const toolkitHere = { ...toolkit, state: structuredClone(stateOf(world, toolkit)) }
  return toolkit.tools.map((tool) => {
    const derived = deriveStressTests(tool, toolkitHere, seed)
    const tests = [...derived.tests, ...failingTests(tool, toolkit, world)].flatMap(
      (test) => heldTest(withoutMade(test, tool), toolkit, seed) ?? [],
    )
    return { ...derived, tests, tool }
  })
}

/** A call that has nothing wrong, how it came about, and what has to come back. */
interface CorrectCall {
  readonly fault: 'known' | 'composed'
  readonly args: JsonObject
  readonly expected: Expectation
}

const MAX_KNOWN_CALLS = 3

/** Correct calls of a tool: its known calls, and a new one. */
function correctCalls(known: readonly KnownCall[], composed: JsonObject | undefined): CorrectCall[] {
  const all: CorrectCall[] = [
    ...known
      .slice(0, MAX_KNOWN_CALLS)
      .map(({ args, output }): CorrectCall => ({ fault: 'known', args, expected: { ...PASSES, output } })),
    ...(composed === undefined ? [] : [{ fault: 'composed' as const, args: composed, expected: PASSES }]),
  ]
  const keys = all.map(({ args }) => stableJson(args))
  return all.filter((_, i) => keys.indexOf(keys[i] ?? '') === i)
}
