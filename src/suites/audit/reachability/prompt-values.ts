import { sourcesOf } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { numbersIn } from '../../../scoring/tokens.ts'
import type { Json } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { literalLeaves } from '../literal-leaves.ts'
import { isStated } from '../stated.ts'
import { NUMERIC, plainTypeOfValue, typeOfSchema, type ValueSchema } from './signature.ts'

/** A value that a prompt gives, with the types that it can be of. */
export interface PromptValue {
  value: Json
  types: readonly string[]
}

const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i
const EMAIL_FORM = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const DOMAIN_FORM = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i
const PATH_FORM = /^\/\S*$/
const DATE_FORM = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?$/
const JSON_FORM = /^[[{]/

/** Types that the form of a text shows. */
function typesByForm(text: string): string[] {
  return [
    ...(URL_FORM.test(text) ? ['url'] : []),
    ...(EMAIL_FORM.test(text) ? ['email'] : []),
    ...(DOMAIN_FORM.test(text) ? ['domain'] : []),
    ...(PATH_FORM.test(text) ? ['file-path', 'path', 'directory'] : []),
    ...(DATE_FORM.test(text) ? ['date', 'datetime'] : []),
    ...(JSON_FORM.test(text) ? ['json'] : []),
  ]
}

const QUOTED = /"([^"]+)"|`([^`]+)`|“([^”]+)”/g
const BARE: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"')\]}]*[^\s<>"')\]}.,;:!?]/gi,
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?/g,
]

/** Quoted texts, addresses, dates and numbers that stand in a prompt. */
function tokensOf(prompt: string): PromptValue[] {
  const found: PromptValue[] = []
  let rest = prompt.replace(QUOTED, (_whole, ...groups: (string | undefined)[]) => {
    const text = groups.slice(0, 3).find((group) => group !== undefined) ?? ''
    found.push({ value: text, types: ['text', 'title', ...typesByForm(text)] })
    return ' '
  })
  for (const form of BARE) {
    rest = rest.replace(form, (text) => {
      found.push({ value: text, types: typesByForm(text) })
      return ' '
    })
  }
  return [...found, ...numbersIn(rest).map(({ value }) => ({ value, types: NUMERIC }))]
}

/**
 * What a prompt gives: the plain arguments of the expected trace that it states, each as what its parameter takes, and
 * the tokens that stand in it.
 */
export function promptValues(task: Task, registry: Registry): PromptValue[] {
  const given = task.expected_trace.steps.flatMap(({ tool_name, arguments: args }) => {
    const properties = (registry.get(tool_name)?.inputSchema as LeafSchema | undefined)?.properties ?? {}
    return Object.entries(args).flatMap(([name, value]) => statedParts(task.prompt, value, properties[name]))
  })
  return [...given, ...tokensOf(task.prompt)]
}

/** A plain argument and its leaves, as far as the prompt states them. */
function statedParts(prompt: string, value: Json, schema: LeafSchema | undefined): PromptValue[] {
  const leaves = literalLeaves(value).map((leaf) => ({ ...leaf, schema: schemaAt(schema, leaf.pointer) }))
  const stated = leaves.filter((leaf) => isStated(prompt, leaf.value, leaf.schema))
  const parts = stated.map((leaf) => ({
    value: leaf.value,
    types: [leaf.schema === undefined ? plainTypeOfValue(leaf.value) : typeOf(leaf.schema)],
  }))
  const whole = sourcesOf(value).length === 0 ? resolve(value, () => undefined) : undefined
  if (whole === undefined || leaves.length === 0 || stated.length < leaves.length) return parts
  return [
    ...parts,
    { value: whole, types: [schema === undefined ? plainTypeOfValue(whole) : typeOf(schema)] },
  ]
}

const typeOf = (schema: LeafSchema): string => typeOfSchema(schema as ValueSchema)
