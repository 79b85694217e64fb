import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { stemsOf } from '../rules/words.ts'
import type { Handler } from '../tool-spec/handler.ts'
import type { SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'
import { collectionFor } from '../validate/checks/collections.ts'
import { effectOf } from './infer-effect.ts'

type Outputs = Handler['outputs']

/** A parameter that names records of a collection. */
interface Subject {
  parameter: string
  collection: string
  records: readonly JsonObject[]
}

/** The collection of the state, by its name, that a parameter points into by a field of that name. */
function subjectOf(parameter: string, state: JsonObject): Subject | undefined {
  const found = collectionFor(state, parameter, undefined)
  if (found === undefined || found.size === 0) return undefined
  const records = [...found.values()].filter(isObject)
  if (records.length < found.size) return undefined
  const name = Object.keys(state).find((key) =>
    collectionFor({ [key]: state[key] ?? null }, parameter, undefined),
  )
  const keyed = records.every((record) => Object.hasOwn(record, parameter))
  return name === undefined || !keyed ? undefined : { parameter, collection: name, records }
}

function hasType(value: Json | undefined, { type, items }: SpecShape): boolean {
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => items === undefined || hasType(item, items))
  if (type === 'integer') return Number.isInteger(value)
  return value !== null && typeof value === type
}

/** Whether every record has the field, with values of the shape. */
const allHave = (records: readonly JsonObject[], field: string, shape: SpecShape): boolean =>
  records.every((record) => hasType(record[field], shape))

const LOOKS = new Set(
  'get retrieve retriever lookup fetch fetcher find finder view viewer show display read track tracker'.split(
    ' ',
  ),
)

/** Whether the tool shows records as they are; one that validates or reckons has outputs of its own. */
const looksUp = (tool: ToolSpec): boolean => {
  const stems = stemsOf(tool.name)
  const verb = stemsOf(tool.description)[0] ?? ''
  return [stems[0], stems.at(-1), verb].some((stem) => stem !== undefined && LOOKS.has(stem))
}

/** `status` of `new_status`, where all records have such a text. */
function changedField(
  tool: ToolSpec,
  { records, parameter: own }: Subject,
): { parameter: string; field: string } | undefined {
  for (const { name, type } of tool.parameters) {
    const field = /^new_(\w*(?:status|state|stage))$/.exec(name)?.[1]
    if (name === own || type !== 'string' || field === undefined) continue
    if (allHave(records, field, { type: 'string' })) return { parameter: name, field }
  }
  return undefined
}

const echoes = ({ parameters, outputs }: ToolSpec): Outputs =>
  outputs.flatMap(({ name, type }) =>
    parameters.some((own) => own.name === name && own.type === type && own.required)
      ? [{ output: name, from: { parameter: name } }]
      : [],
  )

/**
 * How a tool whose specification does not say it answers from the state, as far as that is certain: it names one kind of
 * record and either looks it up, then outputs show the fields of their names, or gives it a new status, then outputs
 * show that. Undefined for all others.
 */
export function inferHandler(tool: ToolSpec, state: JsonObject): Handler | undefined {
  const scalar = tool.parameters.filter(
    ({ type, required }) => required && (type === 'string' || type === 'integer'),
  )
  const [subject, other] = scalar.flatMap(({ name }) => subjectOf(name, state) ?? [])
  if (subject === undefined || other !== undefined) return undefined
  const { parameter, collection, records } = subject
  const change = changedField(tool, subject)
  const reads = change === undefined && effectOf(tool) === 'read' && looksUp(tool)
  const isInput = (name: string): boolean => tool.parameters.some((own) => own.name === name)
  const shown: Outputs = tool.outputs.flatMap(({ name, ...shape }) => {
    if (isInput(name)) return []
    if (reads && allHave(records, name, shape)) return [{ output: name, from: { field: name } }]
    const said = change !== undefined && name.replace(/^(?:current|new|updated)_/, '') === change.field
    return said && shape.type === 'string' ? [{ output: name, from: { field: change.field } }] : []
  })
  if (shown.length === 0) return undefined
  return {
    collection,
    action: change === undefined ? 'read' : 'update',
    match: [{ parameter, field: parameter }],
    one: true,
    set: change === undefined ? [] : [{ field: change.field, to: { parameter: change.parameter } }],
    nonNegative: [],
    outputs: [...echoes(tool), ...shown],
  }
}
