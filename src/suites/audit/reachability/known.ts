import { listSources } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { isStated } from '../../../scoring/stated.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { resolve } from '../../../tasks/bindings.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listLiteralLeaves } from '../literal-leaves.ts'
import { findTokens, type PromptValue } from '../stated.ts'
import { classifyValue, typeOfSchema, type ValueSchema } from './signature.ts'

export const buildCallKey = (tool: string, args: JsonObject): string => `${tool} ${stringifyStably(args)}`

/** A call that an agent could make. Its result is not kept: results of thousands of calls take gigabytes. */
export interface FoundCall {
  key: string
  tool: string
  arguments: JsonObject
  /** The known values that the arguments are, by parameter; without those that a schema or the prompt fixes. */
  taken: ReadonlyMap<string, KnownValue>
  committed: boolean
  /** The step of the expected trace that makes the same call. */
  step: string | undefined
}

export type KnownOrigin =
  | { from: 'start'; what: string }
  | { from: 'step'; step: string; pointer: string }
  | { from: 'call'; call: FoundCall; pointer: string }
  /** An argument of the expected trace that bindings put together, by its place among those of its task. */
  | { from: 'parts'; what: string; place: number; parts: readonly KnownValue[] }

export interface KnownValue {
  value: Json
  types: readonly string[]
  origin: KnownOrigin
}

export class KnownValues {
  private readonly byText = new Map<string, { known: KnownValue; types: Set<string> }>()
  private readonly byType = new Map<string, KnownValue[]>()

  /** Adds a value; says whether it was unknown as one of its types. */
  add(known: KnownValue): boolean {
    const text = stringifyStably(known.value)
    const entry = this.byText.get(text) ?? { known, types: new Set() }
    this.byText.set(text, entry)
    const types = known.types.filter((type) => !entry.types.has(type))
    for (const type of types) {
      entry.types.add(type)
      const list = this.byType.get(type)
      if (list === undefined) this.byType.set(type, [known])
      else list.push(known)
    }
    return types.length > 0
  }

  get all(): KnownValue[] {
    return [...this.byText.values()].map(({ known }) => known)
  }

  findByText(text: string): KnownValue | undefined {
    return this.byText.get(text)?.known
  }

  has(text: string, type: string): boolean {
    return this.byText.get(text)?.types.has(type) === true
  }

  listOfTypes(types: readonly string[]): KnownValue[] {
    return types.flatMap((type) => this.byType.get(type) ?? [])
  }
}

/**
 * What a prompt gives: the plain arguments of the expected trace that it states, each as what its parameter takes, and
 * the tokens that stand in it.
 */
export function promptValues(task: Task, registry: Registry): PromptValue[] {
  const given = task.expected_trace.steps.flatMap(({ tool_name, arguments: args }) => {
    const properties = (registry.get(tool_name)?.inputSchema as LeafSchema | undefined)?.properties ?? {}
    return Object.entries(args).flatMap(([name, value]) =>
      listStatedParts(task.prompt, value, properties[name]),
    )
  })
  return [...given, ...findTokens(task.prompt)]
}

const typeValue = (value: Json, schema: LeafSchema | undefined): PromptValue => ({
  value,
  types: [schema === undefined ? classifyValue(value) : typeOfSchema(schema as ValueSchema)],
})

/** A plain argument and its leaves, as far as the prompt states them. */
function listStatedParts(prompt: string, value: Json, schema: LeafSchema | undefined): PromptValue[] {
  const leaves = listLiteralLeaves(value).map((leaf) => ({ ...leaf, schema: schemaAt(schema, leaf.pointer) }))
  const stated = leaves.filter((leaf) => isStated(prompt, leaf.value, leaf.schema))
  const parts = stated.map((leaf) => typeValue(leaf.value, leaf.schema))
  const whole = listSources(value).length === 0 ? resolve(value, () => undefined) : undefined
  if (whole === undefined || leaves.length === 0 || stated.length < leaves.length) return parts
  return [...parts, typeValue(whole, schema)]
}
