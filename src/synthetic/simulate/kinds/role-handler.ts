import type { Handler } from '../../tool-spec/handler.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { isOneType, type KindField, listedField, plainField, type ThingKind } from './kind.ts'
import type { ToolRole } from './tool-role.ts'
import verbs from './verbs.json' with { type: 'json' }

type Outputs = Handler['outputs']
type Setting = Handler['set'][number]

const LIMIT =
  /^(?:limit|max_(?:results|items|count)|page_size|per_page|top_(?:n|k)|num_results|results?_(?:per_page|limit))$/
const OFFSET = /^(?:offset|skip)$/
const PAGE = /^page(?:_number)?$/
const COUNT = /(?:^|_)(?:count|total|number)(?:_|$)/
const SHOWN = /(?:^|_)(?:returned|shown|displayed|page)(?:_|$)/

/** The field of a kind that a name speaks of, where its values have the type. */
function fieldNamed(
  plain: string,
  type: SpecShape['type'] | undefined,
  kind: ThingKind,
): KindField | undefined {
  const found = kind.fields.get(plain)
  return found !== undefined && isOneType(found.schema.type ?? 'any', type ?? 'any') ? found : undefined
}

const echo = (name: string, type: string, { parameters }: ToolSpec): Outputs =>
  parameters.some((own) => own.name === name && own.type === type && own.required)
    ? [{ output: name, from: { parameter: name } }]
    : []

/** Outputs that show one thing. */
function shownOf({ tool, parameter, action, output: made }: ToolRole, kind: ThingKind): Outputs {
  return tool.outputs.flatMap(({ name, type }): Outputs => {
    if (name === made || name === parameter) return [{ output: name, from: { field: kind.idField } }]
    const [, earlier] = /^(?:previous|old|prior)_(\w+)$/.exec(name) ?? []
    if (earlier !== undefined && action === 'update') {
      const was = fieldNamed(plainField(earlier, kind.name), type, kind)
      return was === undefined ? [] : [{ output: name, from: { before: was.field } }]
    }
    const found = fieldNamed(plainField(name, kind.name), type, kind)
    return found === undefined ? echo(name, type, tool) : [{ output: name, from: { field: found.field } }]
  })
}

/** Outputs that show several. */
function listedOf({ tool, output, items }: ToolRole, kind: ThingKind, isPaged: boolean): Outputs {
  const several = tool.outputs.flatMap(({ name, type, items: shape }): Outputs => {
    if (name === output) return [{ output: name, from: { values: kind.idField } }]
    if (name === items?.output) {
      const properties = Object.entries(shape?.properties ?? {}).map(([key, own]) => {
        const field =
          key === items.id ? kind.idField : fieldNamed(plainField(key, kind.name), own.type, kind)?.field
        return field === undefined ? undefined : ([key, field] as const)
      })
      const known = properties.filter((one) => one !== undefined)
      return known.length < properties.length
        ? []
        : [{ output: name, from: { records: Object.fromEntries(known) } }]
    }
    if (type === 'array') {
      const found = fieldNamed(listedField(name, kind.name), shape?.type, kind)
      return found === undefined ? [] : [{ output: name, from: { values: found.field } }]
    }
    return []
  })
  const counts = tool.outputs.flatMap(({ name, type }): Outputs => {
    if (type === 'boolean' && /^has_(?:more|next)/.test(name)) return [{ output: name, from: { more: true } }]
    if (type !== 'integer' || !COUNT.test(name) || /page|limit/.test(name)) return []
    return [{ output: name, from: isPaged && !SHOWN.test(name) ? { total: true } : { count: true } }]
  })
  return several.length === 0 ? [] : [...several, ...counts]
}

/** The arguments that pick things by a field of theirs. */
const filtersOf = ({ tool, parameter: own }: ToolRole, kind: ThingKind): Handler['match'] =>
  tool.parameters.flatMap(({ name, type }) => {
    if (name === own || !['string', 'integer', 'number', 'boolean'].includes(type)) return []
    const found = fieldNamed(plainField(name, kind.name), type, kind)
    return found === undefined ? [] : [{ parameter: name, field: found.field }]
  })

const pageIn = ({ parameters }: ToolSpec): NonNullable<Handler['page']> | undefined => {
  const named = (pattern: RegExp): string | undefined =>
    parameters.find(({ name, type }) => type === 'integer' && pattern.test(name))?.name
  const [limit, offset, page] = [named(LIMIT), named(OFFSET), named(PAGE)]
  if (limit === undefined) return undefined
  return { limit, ...(offset === undefined ? {} : { offset }), ...(page === undefined ? {} : { page }) }
}

const optionsOf = (kind: ThingKind): readonly unknown[] | undefined => {
  const { schema } = kind.fields.get('status') ?? {}
  return Array.isArray(schema?.enum) ? schema.enum : undefined
}

/** The status that a change of this verb leads to, where things have one. */
function becoming({ verb, action }: ToolRole, kind: ThingKind): Setting[] {
  const status = fieldNamed('status', 'string', kind)
  if (status === undefined) return []
  const wanted: readonly string[] =
    action === 'create' ? verbs.fresh : (new Map(Object.entries(verbs.becomes)).get(verb) ?? [])
  const options = optionsOf(kind)
  const found =
    options === undefined
      ? wanted[0]
      : wanted.flatMap((word) => options.filter((option) => String(option).toLowerCase() === word))[0]
  // The life of a thing begins with the first of its statuses.
  const own = found ?? (action === 'create' ? options?.[0] : undefined)
  return typeof own === 'string' ? [{ field: status.field, to: { value: own } }] : []
}

/** Moments of the change itself: `created_at`, `updated_at`. */
function momentsOf({ action }: ToolRole, kind: ThingKind): Setting[] {
  const words =
    action === 'create'
      ? /^(?:created|creation|updated|modified|submitted|opened|registered)_?(?:at|date|time)?$/
      : /^(?:last_)?(?:updated|modified)(?:_at|_date)?$/
  return [...kind.fields].flatMap(([plain, { field, schema }]) =>
    words.test(plain) && schema.type === 'string' ? [{ field, to: { now: true as const } }] : [],
  )
}

/** What a call writes into the thing: its status and moment, then what the caller gives. */
function written(role: ToolRole, kind: ThingKind): Setting[] {
  const given = role.tool.parameters.flatMap(({ name, type }): Setting[] => {
    if (name === role.parameter) return []
    const found = fieldNamed(plainField(name, kind.name), type, kind)
    return found === undefined ? [] : [{ field: found.field, to: { parameter: name } }]
  })
  const fields = new Set(given.map(({ field }) => field))
  const isOpen = ({ field }: Setting): boolean => !fields.has(field)
  return [...becoming(role, kind).filter(isOpen), ...momentsOf(role, kind).filter(isOpen), ...given]
}

/** How a tool answers from the things of its kind; undefined where none of its outputs show them and it changes none. */
export function handlerOf(role: ToolRole, kind: ThingKind, prefix: string): Handler | undefined {
  const { action, parameter = '' } = role
  const base = { collection: kind.collection, nonNegative: [], set: [], match: [] }
  switch (action) {
    case 'create': {
      const set = [{ field: kind.idField, to: { id: prefix } }, ...written(role, kind)]
      return { ...base, action, one: false, set, outputs: shownOf(role, kind) }
    }
    case 'list': {
      const page = pageIn(role.tool)
      const outputs = listedOf(role, kind, page !== undefined)
      if (outputs.length === 0) return undefined
      const match = filtersOf(role, kind)
      return { ...base, action: 'read', one: false, match, outputs, ...(page === undefined ? {} : { page }) }
    }
    default: {
      const match = [{ parameter, field: kind.idField }]
      const set = action === 'update' ? written(role, kind) : []
      return { ...base, action, one: true, match, set, outputs: shownOf(role, kind) }
    }
  }
}
