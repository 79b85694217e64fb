import { append } from '@hyperjump/json-pointer'
import { type From, isFrom, listSources, type Pick, readBindingKey } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { computeEntropyBits } from '../../../scoring/bits.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { isStated } from '../../../scoring/stated.ts'
import { sortTopologically } from '../../../shared/dag.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { type OutputOf, resolve, resolveAll } from '../../../tasks/bindings.ts'
import type { LeafSchema, LeafType } from '../../../tasks/equality.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listConsumers } from '../bound-values.ts'
import { listLiteralLeaves } from '../literal-leaves.ts'
import { listValuesWithin, standsAmong } from './equal.ts'

export interface Atom {
  from: readonly string[]
  /** Undefined where nothing flowed. */
  value: Json | undefined
  /** Whether the value must be known as a whole, not in parts. */
  whole: boolean
  bits: number
  /** Whether it is known to come from those steps; a frozen argument need not. */
  flows: boolean
}

/** Values of which each has to be known. */
export interface GoalWay {
  /** Whether it leads to the goal in this world: of a choice, only the candidates that win do. */
  leads: boolean
  atoms: readonly Atom[]
}

/** A value that a task grades and that no prompt gives. */
export interface Goal {
  consumer: string
  pointer: string
  /** What the consumer accepts there; undefined where nothing flowed. */
  value: Json | undefined
  bits: number
  /** Every way to know it: directly, or by computation. */
  ways: readonly GoalWay[]
  from: readonly string[]
  type: LeafType
  /** The types that it comes and goes as, where the schemas declare them. */
  types: ReadonlySet<string>
}

interface GoalPlace {
  consumer: string
  pointer: string
  schema: LeafSchema | undefined
}

/** Whether a task binds no value at all, as the published rows do. */
const isFrozen = (task: Task): boolean =>
  listConsumers(task).every(({ value }) => listSources(value).length === 0)

/**
 * Goals of a task in the world of a run, in the order in which the suite writes them: the same in every world. Where
 * nothing is bound they are the frozen arguments that the prompt does not state.
 */
export const listGoals = (task: Task, registry: Registry, outputOf: OutputOf): Goal[] =>
  isFrozen(task) ? listFrozenGoals(task, registry, outputOf) : listBoundGoals(task, registry, outputOf)

function listFrozenGoals(task: Task, registry: Registry, outputOf: OutputOf): Goal[] {
  const {
    prompt,
    expected_trace: { steps },
  } = task
  return steps.flatMap(({ step_id, tool_name, arguments: args, depends_on }) =>
    listLiteralLeaves(args).flatMap(({ pointer, value }) => {
      const schema = schemaAt(registry.get(tool_name)?.inputSchema as LeafSchema | undefined, pointer)
      if (pointer === '' || isStated(prompt, value, schema)) return []
      const semantic = schema?.['x-semantic']
      const bits = computeBitsWithin(schema, value)
      const type = { type: schema?.type, semantic }
      const flows = depends_on.some((id) => standsAmong(value, listValuesWithin(outputOf(id) ?? null), type))
      return [
        {
          consumer: step_id,
          pointer,
          value,
          bits,
          ways: [{ leads: true, atoms: [{ from: depends_on, value, whole: false, bits, flows }] }],
          from: depends_on,
          type,
          types: new Set(semantic === undefined ? [] : [semantic]),
        },
      ]
    }),
  )
}

/** Steps whose results rest on those of the given steps, themselves included. */
export function collectRestingOn(task: Task, stepIds: Iterable<string>): Set<string> {
  const frozen = isFrozen(task)
  const resting = new Set(stepIds)
  for (const step of sortTopologically(task.expected_trace.steps)) {
    const from = frozen ? step.depends_on : listSources(step.arguments).map(({ $from }) => $from)
    if (from.some((id) => resting.has(id))) resting.add(step.step_id)
  }
  return resting
}

/** Reads the goals of what a task binds. */
class BoundGoals {
  private readonly registry: Registry
  private readonly outputOf: OutputOf
  private readonly tools: ReadonlyMap<string, string>

  constructor(task: Task, registry: Registry, outputOf: OutputOf) {
    this.registry = registry
    this.outputOf = outputOf
    this.tools = new Map(task.expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  }

  findSchema(id: string, side: 'inputSchema' | 'outputSchema'): LeafSchema | undefined {
    return this.registry.get(this.tools.get(id) ?? '')?.[side] as LeafSchema | undefined
  }

  /** Goals within a value that a consumer takes at a place. */
  listGoalsWithin(value: Json, place: GoalPlace): Goal[] {
    switch (readBindingKey(value)) {
      case '$from':
      case '$calc':
      case '$pick':
        return [this.buildGoal(value, place)]
      case '$text':
        return (value as { $text: Json[] }).$text.flatMap((part) =>
          this.listGoalsWithin(part, { ...place, schema: undefined }),
        )
      case '$oneOf':
        return this.listGoalsWithin((value as { $oneOf: Json[] }).$oneOf[0] ?? null, place)
      case '$unordered':
        return this.listGoalsWithin((value as { $unordered: Json[] }).$unordered, place)
      case '$literal':
      case '$any':
        return []
      default:
    }
    const listGoalsBelow = (child: Json, key: string): Goal[] =>
      this.listGoalsWithin(child, {
        consumer: place.consumer,
        pointer: append(key, place.pointer),
        schema: Array.isArray(value) ? place.schema?.items : place.schema?.properties?.[key],
      })
    if (Array.isArray(value)) return value.flatMap((item, i) => listGoalsBelow(item, String(i)))
    return isObject(value) ? Object.entries(value).flatMap(([key, item]) => listGoalsBelow(item, key)) : []
  }

  private buildGoal(binding: Json, { consumer, pointer, schema }: GoalPlace): Goal {
    const sources = listSources(binding)
    const declared = sources.map((source) =>
      schemaAt(this.findSchema(source.$from, 'outputSchema'), source.at),
    )
    const only = isFrom(binding) ? declared[0]?.['x-semantic'] : undefined
    const { from, value, bits } = this.buildAtom(binding, false)
    return {
      consumer,
      pointer,
      value,
      bits,
      ways: this.listWaysTo(binding),
      from,
      type: { type: schema?.type, semantic: schema?.['x-semantic'] ?? only },
      types: new Set([schema, ...declared].flatMap((each) => each?.['x-semantic'] ?? [])),
    }
  }

  private listWaysTo(binding: Json): GoalWay[] {
    const buildWay = (atoms: readonly Atom[], leads = true): GoalWay => ({ leads, atoms })
    const itself = buildWay([this.buildAtom(binding, false)])
    if (isFrom(binding)) {
      const { $from, at, via } = binding as From
      return via === undefined ? [itself] : [itself, buildWay([this.buildAtom({ $from, at }, true)])]
    }
    const parts = buildWay(listSources(binding).map((source) => this.buildAtom(source, true)))
    if (readBindingKey(binding) !== '$pick') return [itself, parts]
    const winning = resolveAll(binding, this.outputOf).map(stringifyStably)
    const candidates = (binding as Pick).give.map((item) =>
      buildWay(
        [this.buildAtom(item, false)],
        winning.includes(stringifyStably(resolve(item, this.outputOf))),
      ),
    )
    return [...candidates, parts]
  }

  private buildAtom(binding: Json, whole: boolean): Atom {
    const sources = listSources(binding)
    const value = resolve(binding, this.outputOf)
    const isBare = isFrom(binding) && binding.via === undefined
    const schema = isBare ? schemaAt(this.findSchema(binding.$from, 'outputSchema'), binding.at) : undefined
    const bits = value === undefined ? 0 : computeBitsWithin(schema, value)
    return { from: [...new Set(sources.map(({ $from }) => $from))], value, whole, bits, flows: true }
  }
}

function listBoundGoals(task: Task, registry: Registry, outputOf: OutputOf): Goal[] {
  const reader = new BoundGoals(task, registry, outputOf)
  return listConsumers(task).flatMap(({ name, value }) =>
    reader.listGoalsWithin(value, {
      consumer: name,
      pointer: '',
      schema: reader.findSchema(name, 'inputSchema'),
    }),
  )
}

const computeBitsWithin = (schema: LeafSchema | undefined, value: Json): number =>
  leavesOf(value).reduce(
    (sum, leaf) => sum + computeEntropyBits(schemaAt(schema, leaf.pointer), leaf.value),
    0,
  )

export const listAtoms = (goals: readonly Goal[]): Atom[] =>
  goals.flatMap(({ ways }) => ways.flatMap(({ atoms }) => atoms))
