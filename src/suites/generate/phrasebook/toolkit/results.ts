import { isEntityId, SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { isObject, type JsonObject } from '../../../../shared/json.ts'
import { schemaTypeOf } from '../../../../shared/schema-value.ts'
import type { PhrasedAnswer } from '../../../../tools/builtin/phrases.ts'
import type { Simulator } from '../../../../tools/define-simulator.ts'
import { idStem } from '../../../../tools/imported/import/id-fields.ts'
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import type { KnownThings } from './known-things.ts'
import { nounOf, parameterLabel } from './labels.ts'
import { type ImportedParameter, isScalar, isSecret, propertiesOf } from './parameters.ts'

/** The schema of what a result is about, and where in it that stands. */
function subjectOf({ kind, at = '' }: ImportedTool, output: JsonObject): [JsonObject, string] | undefined {
  const holder = at === '' ? output : isObject(output.properties) ? output.properties[at.slice(1)] : undefined
  if (!isObject(holder)) return undefined
  if (kind !== 'list') return [holder, at]
  return isObject(holder.items) ? [holder.items, `${at}/0`] : undefined
}

/** Leaves of the result that requests can speak of, with what they are called. */
export function spokenOutputs(
  tool: ImportedTool,
  simulator: Simulator,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): Record<string, string> {
  if (tool.kind === 'delete' || tool.kind === 'update') return {}
  const subject = subjectOf(tool, simulator.outputSchema as JsonObject)
  if (subject === undefined) return {}
  const [schema, at] = subject
  const entity = known.entityOf(tool.entity)
  // Of several that are listed a request speaks of the first.
  const isOneOfMany = tool.kind === 'list' && !parameters.some(({ name }) => name === entity?.key)
  const noun = tool.entity === undefined ? undefined : nounOf(tool.entity)
  const owner = isOneOfMany ? `first ${noun}` : noun
  const nameOf = (name: string, own: JsonObject): string => {
    const meaning = own[SEMANTIC_KEY]
    if (isEntityId(meaning) && name === entity?.id)
      return isOneOfMany && idStem(name) !== undefined ? `id of the ${owner}` : known.idName(meaning.slice(3))
    const label = isEntityId(meaning) ? known.idName(meaning.slice(3)) : parameterLabel(name, own)
    // Of two names one is the first, and a first name is something else.
    if (label === 'name' && noun !== undefined && !isOneOfMany) return `${noun} name`
    return owner === undefined || (!isOneOfMany && / (?:of|in|from|for) /.test(label))
      ? label
      : `${label} of the ${owner}`
  }
  const found = propertiesOf(schema).flatMap(([name, own]): [string, string][] => {
    if (!isScalar(own) || own.enum !== undefined || schemaTypeOf(own) === 'boolean' || isSecret(name))
      return []
    // Who asks for a thing by its id knows the id.
    if (tool.kind === 'read' && tool.id !== undefined && name === entity?.id) return []
    return [[`${at}/${name}`, nameOf(name, own)]]
  })
  // What is called alike cannot be asked for.
  return Object.fromEntries(
    found.filter(([, name]) => found.filter(([, other]) => other === name).length === 1),
  )
}

const keyOf = (name: string): string => name.replace(/ of the .*$/, '')

/** Ways to ask for what a call found: one field, or two of them by name. */
export function answersOf(outputs: Readonly<Record<string, string>>): PhrasedAnswer[] {
  const given = Object.entries(outputs)
  const single = given.map(([at, name]): PhrasedAnswer => ({ at, gives: name }))
  const pairs = given.slice(1).map(([at, name], i): PhrasedAnswer => {
    const [before, other] = given[i] as [string, string]
    return {
      fields: {
        [keyOf(other)]: { at: before, gives: other },
        [keyOf(name)]: { at, gives: name },
      },
    }
  })
  return [...single, ...pairs.filter((one) => 'fields' in one && Object.keys(one.fields).length === 2)]
}
