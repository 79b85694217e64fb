import { append } from '@hyperjump/json-pointer'
import { bindingKey, type From, isFrom } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { LeafSchema } from '../../scoring/equality.ts'
import { schemaAt } from '../../scoring/lineage.ts'
import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { below } from '../../shared/pointer.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import type { Registry } from '../../simulators/registry.ts'
import { consumersOf } from '../bound-values.ts'
import { plainTypeOfValue, typeOfSchema, type ValueSchema } from './matching.ts'
import { childSchema } from './signature.ts'

/** A value of a result: what it is, and as what it can be passed on. */
export interface ResultValue {
  pointer: string
  value: Json
  /** The value as JSON text. */
  text: string
  types: readonly string[]
}

/** By tool and place in its results (with `-` for the items of an array) the types that the expected trace passes it on as. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>

const placeOf = (tool: string, pointer: string): string =>
  `${tool} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/-')}`

/** How the expected trace passes on what it takes out of results as it stands there. */
export function usesOf(task: Task, registry: Registry): Uses {
  const tools = new Map(task.expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  const uses = new Map<string, Set<string>>()
  const visit = (value: Json, schema: LeafSchema | undefined): void => {
    if (isFrom(value)) {
      const { $from, at, via } = value as From
      if (via !== undefined || schema === undefined) return
      const place = placeOf(tools.get($from) ?? '', at)
      uses.set(place, (uses.get(place) ?? new Set()).add(typeOfSchema(schema as ValueSchema)))
      return
    }
    if (bindingKey(value) === '$unordered') visit((value as { $unordered: Json[] }).$unordered, schema)
    else if (Array.isArray(value)) for (const item of value) visit(item, schema?.items)
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) visit(item, schemaAt(schema, append(key, '')))
    }
  }
  for (const { name, value } of consumersOf(task)) {
    visit(value, registry.get(tools.get(name) ?? '')?.inputSchema as LeafSchema | undefined)
  }
  return uses
}

const usedTools = new WeakMap<Uses, ReadonlySet<string>>()

/** The tools of which the expected trace passes something on as it stands there. */
function toolsOf(uses: Uses): ReadonlySet<string> {
  let tools = usedTools.get(uses)
  if (tools === undefined) {
    tools = new Set([...uses.keys()].map((place) => place.slice(0, place.indexOf(' '))))
    usedTools.set(uses, tools)
  }
  return tools
}

/** The values of a result: every scalar, and every array or object that its schema gives a meaning. */
export function resultValues(tool: Simulator, output: Json, uses: Uses): ResultValue[] {
  const found: ResultValue[] = []
  const isUsed = toolsOf(uses).has(tool.name)
  const visit = (value: Json, schema: ValueSchema | undefined, pointer: string): void => {
    const declared = schema?.['x-semantic']
    const isPart = typeof value === 'object' && value !== null
    if (value === null || value === '') return
    const used = isUsed ? (uses.get(placeOf(tool.name, pointer)) ?? []) : []
    const plain = plainTypeOfValue(value)
    const text = stableJson(value)
    if (declared === 'json') found.push({ pointer, value, text, types: ['json', plain, ...used] })
    else if (declared !== undefined) found.push({ pointer, value, text, types: [declared] })
    else if (pointer !== '') found.push({ pointer, value, text, types: [plain, ...used] })
    if (!isPart) return
    const isList = Array.isArray(value)
    for (const [key, item] of Object.entries(value)) {
      visit(item, childSchema(schema, key, isList), below(pointer, key))
    }
  }
  visit(output, tool.outputSchema as ValueSchema, '')
  return found
}
