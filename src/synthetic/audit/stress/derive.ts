import { type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { createRng } from '../../../shared/rng.ts'
import { collectMadeOutputs } from '../../../tools/imported/handlers/handler.ts'
import { World } from '../../../tools/world/world.ts'
import { answerSyntheticCall } from '../../simulate/respond.ts'
import { givenState, readState } from '../../simulate/state.ts'
import { listParameters, type Rule } from '../../tool-spec/rule.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { FailingCall, KnownCall, SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { findSchemaFailure, isCallOf } from '../../validate/validate.ts'
import { type Expectation, expectRefusal, PASSES, type StressTest } from '../judgment.ts'
import { selectKnownCalls } from '../known-calls.ts'
import { breakRecord, breakRule, breakSchema } from './breaks.ts'
import { type CallFacts, composeCall } from './compose.ts'

export interface DerivedTests {
  readonly tests: readonly StressTest[]
  /** Rules that no test breaks, and why. */
  readonly untested: readonly { readonly rule: Rule['kind']; readonly parameters: readonly string[] }[]
  /** Known calls that do not fit the specification themselves; they are not asked. */
  readonly badKnown: readonly string[]
}

export function deriveStressTests(tool: ToolSpec, toolkit: SyntheticToolkit, seed = 0): DerivedTests {
  const buildCallFacts = (...path: (string | number)[]): CallFacts => ({
    tool,
    state: toolkit.state,
    rng: createRng(seed, 'stress', tool.id, ...path),
  })
  const all = selectKnownCalls(tool, toolkit)
  const known = all.filter(({ args }) => findSchemaFailure(args, tool) === undefined)
  const composed = composeCall(buildCallFacts('composed'))
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
  for (const { fault, args, blame } of breakSchema(base, buildCallFacts('schema')))
    add('schema', fault, blame[0] ?? '', args, expectRefusal(blame))
  const untested: DerivedTests['untested'][number][] = []
  for (const [i, rule] of tool.rules.entries()) {
    const parameters = listParameters(rule)
    const broken = breakRule(rule, base, buildCallFacts('rule', i))
    if (broken === undefined) untested.push({ rule: rule.kind, parameters })
    else {
      const { args, blame, code } = broken
      add('constraint', rule.kind, parameters.join('+'), args, expectRefusal(blame, code))
    }
  }
  for (const { fault, args, expected } of correctCalls(known, composed))
    add('correct', fault, '', args, expected)
  const absent = breakRecord(base, buildCallFacts('state'))
  if (absent !== undefined)
    add('constraint', 'no_record', '', absent.args, expectRefusal(absent.blame, absent.code))
  return {
    tests,
    untested,
    badKnown: all.flatMap(({ args }) => findSchemaFailure(args, tool)?.message ?? []),
  }
}

function buildFailingTests(tool: ToolSpec, toolkit: SyntheticToolkit, world: World): StressTest[] {
  const failing = toolkit.failing?.filter(isCallOf(tool, toolkit.tools)) ?? []
  return failing.map(({ args, code }: FailingCall, i) => ({
    id: `${tool.id}#failing:${i + 1}`,
    tool: tool.id,
    kind: 'constraint',
    fault: 'failing',
    args: givenState(toolkit).convertToWorld(world, args) as FailingCall['args'],
    expected: expectRefusal([], code),
  }))
}

/**
 * A test as it holds in its world. Undefined where what is due cannot be told there: the handler refuses a call whose
 * result is open, or takes one that is refused in the world as it is given.
 */
function keepHeldTest(test: StressTest, toolkit: SyntheticToolkit, seed: number): StressTest | undefined {
  const isOpen = test.kind === 'correct' || test.fault === 'failing'
  if (!isOpen) return test
  const said = answerSyntheticCall(
    { tool: test.tool, args: structuredClone(test.args) },
    toolkit,
    new World(seed),
  )
  const isRefused = !('open' in said) && said.output === null
  if (test.fault === 'failing') return isRefused || seed === 0 ? test : undefined
  if (isRefused) return test.expected.output === undefined ? undefined : test
  // In another world records can say other than what was recorded.
  const isKnown = 'open' in said || said.origin === 'known'
  return test.expected.output === undefined || isKnown || seed === 0 ? test : { ...test, expected: PASSES }
}

/** A test whose known output says nothing of ids that the call makes: they are others each time. */
function removeMade(test: StressTest, { handler }: ToolSpec): StressTest {
  const { output } = test.expected
  if (handler === undefined || output === undefined) return test
  const made = collectMadeOutputs(handler)
  const told = Object.entries(output).filter(([name]) => !made.has(name))
  return { ...test, expected: { ...test.expected, output: Object.fromEntries(told) } }
}

/** The stress tests of each tool of a toolkit in the world of a seed: those that are derived, and its failing calls. */
export function deriveAllStressTests(
  toolkit: SyntheticToolkit,
  seed: number,
): (DerivedTests & { readonly tool: ToolSpec })[] {
  const world = new World(seed)
  const toolkitHere = { ...toolkit, state: structuredClone(readState(world, toolkit)) }
  return toolkit.tools.map((tool) => {
    const derived = deriveStressTests(tool, toolkitHere, seed)
    const tests = [...derived.tests, ...buildFailingTests(tool, toolkit, world)].flatMap(
      (test) => keepHeldTest(removeMade(test, tool), toolkit, seed) ?? [],
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
  const keys = all.map(({ args }) => stringifyStably(args))
  return all.filter((_, i) => keys.indexOf(keys[i] ?? '') === i)
}
