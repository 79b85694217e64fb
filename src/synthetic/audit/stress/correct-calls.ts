import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { parametersOf } from '../../tool-spec/rule.ts'
import type { SpecParameter, ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { KnownCall } from '../../toolkit/toolkit.ts'
import { admissible, type CallGround, isAcross, rulesOn } from './admissible.ts'
import { type Expectation, PASSES } from './stress-test.ts'

/** A call that has nothing wrong, how it came about, and what has to come back. */
export interface CorrectCall {
  readonly fault: 'known' | 'known_with_defaults' | 'drop_optionals' | 'other_values' | 'composed'
  readonly args: JsonObject
  readonly expected: Expectation
}

const isStandard = (value: Json | undefined, { default: standard }: SpecParameter): boolean =>
  value == null || (standard !== undefined && stableJson(value) === stableJson(standard))

/** Optional parameters that a rule may ask for. */
const mayBeAskedFor = ({ rules }: ToolSpec): Set<string> =>
  new Set(
    rules.flatMap((rule) =>
      rule.kind === 'required_if' ? [rule.parameter] : rule.kind === 'any_of' ? rule.parameters : [],
    ),
  )

function dropOptionals(
  args: JsonObject,
  known: KnownCall | undefined,
  tool: ToolSpec,
): CorrectCall | undefined {
  const kept = mayBeAskedFor(tool)
  const dropped = tool.parameters.filter(
    ({ name, required }) => !required && args[name] !== undefined && !kept.has(name),
  )
  if (dropped.length === 0) return undefined
  const names = new Set(dropped.map(({ name }) => name))
  const saysTheSame =
    known !== undefined && dropped.every((parameter) => isStandard(args[parameter.name], parameter))
  return {
    fault: 'drop_optionals',
    args: Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name))),
    expected: { ...PASSES, ...(saysTheSame ? { output: known.output } : {}) },
  }
}

function withDefaults({ args, output }: KnownCall, { parameters }: ToolSpec): CorrectCall | undefined {
  const added = parameters.flatMap(({ name, required, default: standard }) =>
    !required && standard != null && standard !== 'None' && args[name] === undefined
      ? [[name, standard] as const]
      : [],
  )
  if (added.length === 0) return undefined
  return {
    fault: 'known_with_defaults',
    args: { ...args, ...Object.fromEntries(added) },
    expected: { ...PASSES, output },
  }
}

/** Another value of a parameter whose admissible values are listed or bounded; undefined where they are not. */
function otherValue(parameter: SpecParameter, value: Json, ground: CallGround): Json | undefined {
  const { tool, rng } = ground
  if (tool.rules.some((rule) => isAcross(rule) && involves(rule, parameter.name))) return undefined
  if (rulesOn(tool, 'exists', parameter.name).length > 0) return undefined
  if (typeof value === 'boolean') return !value
  const isListed = rulesOn(tool, 'one_of', parameter.name).length > 0
  const isBounded = rulesOn(tool, 'range', parameter.name).some(({ maximum }) => maximum !== undefined)
  if (Array.isArray(value) || !(isListed || isBounded)) return undefined
  const others = Array.from({ length: 8 }, () => admissible(parameter, { ...ground, rng }))
  return others.find((other) => stableJson(other) !== stableJson(value))
}

const involves = (rule: ToolSpec['rules'][number], name: string): boolean =>
  parametersOf(rule).includes(name) || (rule.kind === 'required_if' && rule.when.parameter === name)

/** Changes at most two arguments, so that the rest of the call stays the plausible one that it was. */
function otherValues(args: JsonObject, ground: CallGround): CorrectCall | undefined {
  const changes = ground.tool.parameters.flatMap((parameter) => {
    const value = args[parameter.name]
    const other = value === undefined ? undefined : otherValue(parameter, value, ground)
    return other === undefined ? [] : [[parameter.name, other] as const]
  })
  if (changes.length === 0) return undefined
  const chosen = ground.rng.sample(changes, Math.min(2, changes.length))
  return { fault: 'other_values', args: { ...args, ...Object.fromEntries(chosen) }, expected: PASSES }
}

/** How many known calls of a tool are asked as they are. */
const KNOWN = 3

/**
 * Correct calls of a tool: its known calls as they are and in other words, and new ones.
 *
 * @param composed A call made from the specification, for a tool without known calls and beside them.
 */
export function correctCalls(
  known: readonly KnownCall[],
  composed: JsonObject,
  ground: CallGround,
): CorrectCall[] {
  const [first] = known
  const base = first?.args ?? composed
  const all: (CorrectCall | undefined)[] = [
    ...known
      .slice(0, KNOWN)
      .map(({ args, output }): CorrectCall => ({ fault: 'known', args, expected: { ...PASSES, output } })),
    first && withDefaults(first, ground.tool),
    dropOptionals(base, first, ground.tool),
    otherValues(base, ground),
    { fault: 'composed', args: composed, expected: PASSES },
  ]
  const taken = new Set<string>()
  return all.flatMap((call) => {
    if (call === undefined || taken.has(stableJson(call.args))) return []
    taken.add(stableJson(call.args))
    return [call]
  })
}
