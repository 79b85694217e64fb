import type { CalibrationAgent } from '../../src/schema/agent.ts'
import { bindingKey, type From } from '../../src/schema/binding.ts'
import type { Condition } from '../../src/schema/condition.ts'
import type { Task } from '../../src/schema/task.ts'
import { resolve } from '../../src/scoring/bindings.ts'
import { holds } from '../../src/scoring/conditions.ts'
import { isObject, type Json, type JsonObject } from '../../src/shared/json.ts'
import { valueAt } from '../../src/shared/pointer.ts'
import { rngOf } from '../../src/shared/rng.ts'
import { writeAnswer } from '../../src/suites/calibration/answer-text.ts'
import { tryCall } from '../../src/suites/calibration/execute-plan.ts'
import { randomArguments } from '../../src/suites/calibration/random-arguments.ts'
import type { PatternData } from '../../src/suites/generate/patterns/pattern-schema.ts'

/** What a decision is made for: an item of a list, and what earlier calls gave for that item. */
interface Scope {
  item?: Json
  own?: ReadonlyMap<string, Json>
}

/** An agent at a task, which decides by the results that it gets. */
interface DecidingAgent {
  agent: CalibrationAgent
  /** For each decision so far whether it came out as for an agent that does not look. */
  choices: boolean[]
}

/**
 * An agent that takes the request's meaning from the data of its pattern, and never sees what the task comes to in a
 * world: it calls one tool after the other and decides by what these gave.
 *
 * @param looks Whether it decides. One that does not takes every item, the first of two branches and the first find,
 *   stays with a first choice that was refused, and calls something where the needed tool is missing.
 */
export function decidingAgent(
  source: Task,
  { name: family, withhold = [] }: PatternData,
  looks: boolean,
): DecidingAgent {
  const choices: boolean[] = []
  const choose = (verdict: boolean, blind: boolean): boolean => {
    choices.push(verdict === blind)
    return looks ? verdict : blind
  }
  const run: CalibrationAgent['run'] = async ({ tools, signal }) => {
    const results = new Map<string, Json>()
    const copies = new Map<string, Scope[]>()
    const items = (list: Json, where: Json | undefined, scope: Scope): Json[] =>
      ((value(list, scope) ?? []) as Json[]).filter(
        (item) => where === undefined || choose(decide(where as Condition, { ...scope, item }), true),
      )
    const decide = (condition: Condition, scope: Scope): boolean =>
      holds(condition, {
        valueOf: (operand) => value(operand, scope) ?? null,
        valueIfAny: (operand) => value(operand, scope) ?? null,
        hasFailed: (id) => !results.has(id),
      }) === true
    const found = ({ $find, where, least, greatest }: JsonObject, scope: Scope): Json | undefined => {
      const extreme = least ?? greatest
      const all = (value($find as Json, scope) ?? []) as Json[]
      const passing = all.filter(
        (item) => where === undefined || decide(where as Condition, { ...scope, item }),
      )
      const by = (item: Json): number =>
        Number(valueAt(item, String(extreme))) * (least === undefined ? -1 : 1)
      const best = extreme === undefined ? passing[0] : [...passing].sort((a, b) => by(a) - by(b))[0]
      const first = extreme === undefined ? all[0] : passing[0]
      return choose(best === first, true) ? first : best
    }
    /** A value with what is known in place of bindings; undefined where something is not known. */
    const value = (binding: Json, scope: Scope): Json | undefined => {
      const known = (part: Json): Json => {
        const plain = one(part)
        return plain === undefined ? { $from: 'unknown', at: '' } : plain
      }
      const one = (part: Json): Json | undefined => {
        const { at = '', give = '' } = isObject(part) ? (part as { at?: string; give?: string }) : {}
        const literal = (found: Json | undefined): Json | undefined =>
          found === undefined ? undefined : { $literal: found }
        switch (bindingKey(part)) {
          case '$from': {
            const { $from } = part as From
            return literal(resolve(part, () => scope.own?.get($from) ?? results.get($from)))
          }
          case '$item':
            return literal(valueAt(scope.item as Json, (part as { $item: string }).$item))
          case '$each': {
            const id = (part as { $each: string }).$each
            return literal(
              (copies.get(id) ?? []).flatMap(({ own }) => valueAt(own?.get(id) as Json, at) ?? []),
            )
          }
          case '$all': {
            const { $all, where } = part as { $all: Json; where?: Json }
            return literal(items($all, where, scope).flatMap((item) => valueAt(item, give) ?? []))
          }
          case '$find': {
            const item = found(part as JsonObject, scope)
            return literal(item === undefined ? undefined : valueAt(item, give))
          }
          case '$first':
            return literal(
              (part as { $first: Json[] }).$first
                .map((option) => value(option, scope) ?? null)
                .find((option) => option !== null),
            )
        }
        if (Array.isArray(part)) return part.map(known)
        return isObject(part)
          ? Object.fromEntries(Object.entries(part).map(([key, item]) => [key, known(item)]))
          : part
      }
      return resolve(known(binding), () => undefined)
    }
    let turn = 0
    const call = async (name: string, args: Json | undefined): Promise<Json | undefined> => {
      const tool = tools.find((other) => other.name === name)
      return tool && isObject(args)
        ? await tryCall(tool, args as JsonObject, { turn: turn++, signal })
        : undefined
    }
    const isMissing = withhold.some((name) => !source.available_tools.includes(name))
    if (isMissing && !choose(true, false)) {
      const tool = tools.find(({ name }) => name === source.available_tools[0])
      if (tool) await call(tool.name, randomArguments(tool, rngOf(0, source.task_id)))
      return { answer: writeAnswer('done', source) }
    }
    let taken = false
    for (const { step_id, tool_name, arguments: args, when, each } of source.expected_trace.steps) {
      const scopes: Scope[] =
        each === undefined
          ? [{}]
          : typeof each.list === 'string'
            ? (copies.get(each.list) ?? [])
            : items(each.list, each.where as Json | undefined, {}).map((item) => ({ item }))
      const made: Scope[] = []
      for (const scope of scopes) {
        const blind = family !== 'recover' && !(taken && each === undefined)
        if (when !== undefined && !choose(decide(when, scope), blind)) continue
        taken ||= when !== undefined
        const result = await call(tool_name, value(args, scope))
        if (result === undefined) continue
        if (each === undefined) results.set(step_id, result)
        made.push({ ...scope, own: new Map([...(scope.own ?? []), [step_id, result]]) })
      }
      if (each !== undefined) copies.set(step_id, made)
    }
    const expected = source.expected_final_answer ?? null
    const answer = isMissing ? 'CANNOT' : value(expected, {})
    return { answer: answer == null ? '' : writeAnswer(answer, source) }
  }
  return { agent: { name: looks ? 'planner' : 'careless', calibration: true, run }, choices }
}
