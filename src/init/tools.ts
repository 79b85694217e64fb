import { type ModuleScope, nameIn, readNode, readNodes, type SyntaxNode } from './nodes.ts'

/** A tool as the code that describes it to a model shows it. */
export interface WrittenTool {
  name: string
  /** Undefined where its module does not show them. */
  parameters?: readonly WrittenParameter[]
}
export type ReadableTool = Required<WrittenTool>

export interface WrittenParameter {
  name: string
  /** Undefined for every other one. */
  type?: 'string' | 'number' | 'boolean'
  isOptional: boolean
  /** Whether its schema may refuse some values of its type. */
  isLimited: boolean
}

const SCHEMA_FIELDS = ['schema', 'inputSchema', 'parameters', 'input_schema']
const TYPES: Readonly<Record<string, WrittenParameter['type']>> = {
  string: 'string',
  number: 'number',
  int: 'number',
  integer: 'number',
  boolean: 'boolean',
}

function resolveNode(value: unknown, { declared }: ModuleScope): SyntaxNode | undefined {
  const node = readNode(value)
  return node?.type === 'Identifier' ? declared.get(nameIn(node) ?? '') : node
}

function findField(object: SyntaxNode | undefined, name: string, scope: ModuleScope): SyntaxNode | undefined {
  if (object?.type !== 'ObjectExpression') return undefined
  return resolveNode(readNodes(object.properties).find(({ key }) => nameIn(key) === name)?.value, scope)
}

/** Calls of a chain, the first one first: of `z.string().min(1)` those of `string` and `min`. */
function listChain(node: SyntaxNode | undefined): { name: string; given: SyntaxNode[] }[] {
  const callee = readNode(node?.callee)
  if (node?.type !== 'CallExpression' || callee === undefined) return []
  const isMember = callee.type === 'MemberExpression'
  const name = nameIn(isMember ? callee.property : callee) ?? ''
  return [...(isMember ? listChain(readNode(callee.object)) : []), { name, given: readNodes(node.arguments) }]
}

const IS_OPTIONAL = /^(optional|nullish|default)$/
/** Methods and fields of a schema that refuse no value. */
const IS_OPEN = /^(optional|nullish|default|nullable|describe|meta|int|positive|trim|title|description|type)$/

function describeParameter(
  name: string,
  type: string | undefined,
  isOptional: boolean,
  limits: readonly string[],
): WrittenParameter {
  const known = TYPES[type ?? '']
  const isLimited = limits.some((one) => !IS_OPEN.test(one))
  return { name, isOptional, isLimited, ...(known === undefined ? {} : { type: known }) }
}

/** Methods of an object's schema that keep its parameters. */
const KEEPS_PARAMETERS = /^(strict|strip|passthrough|loose|describe|meta|refine|superRefine)$/

/** Whether all fields of an object are spelled out. */
const isSpelledOut = (object: SyntaxNode | undefined): object is SyntaxNode =>
  object?.type === 'ObjectExpression' &&
  readNodes(object.properties).every(({ type, computed }) => type === 'Property' && computed !== true)

/** Parameters by a schema of zod, or by JSON Schema; undefined where the schema does not stand in this module. */
function readSchema(schema: SyntaxNode | undefined, scope: ModuleScope): WrittenParameter[] | undefined {
  const properties = findField(schema, 'properties', scope)
  if (isSpelledOut(properties)) {
    const listed = readNodes(findField(schema, 'required', scope)?.elements).map(nameIn)
    return readNodes(properties.properties).flatMap(({ key, value }) => {
      const name = nameIn(key) ?? ''
      const node = resolveNode(value, scope)
      const limits = readNodes(node?.properties).map((one) => nameIn(one.key) ?? '')
      return describeParameter(name, nameIn(findField(node, 'type', scope)), !listed.includes(name), limits)
    })
  }
  const [made, ...more] = listChain(schema)
  const given = resolveNode(made?.given[0], scope)
  if (made === undefined || given === undefined) return undefined
  // A call around a schema: `z.toJSONSchema(schema)`, `jsonSchema(schema)`.
  if (!/^(strict|loose)?object$/i.test(made.name)) return readSchema(given, scope)
  return more.every(({ name }) => KEEPS_PARAMETERS.test(name)) ? readShape(given, scope) : undefined
}

function readShape(shape: SyntaxNode, scope: ModuleScope): WrittenParameter[] | undefined {
  if (!isSpelledOut(shape)) return undefined
  return readNodes(shape.properties).map(({ key, value }) => {
    const [type = '', ...more] = listChain(resolveNode(value, scope)).flatMap(({ name, given: [limit] }) =>
      name === 'min' && Number(limit?.value) <= 1 ? [] : [name],
    )
    const isOptional = [type, ...more].some((one) => IS_OPTIONAL.test(one))
    return describeParameter(nameIn(key) ?? '', type, isOptional, more)
  })
}

function readTool(
  object: SyntaxNode | undefined,
  name: string | undefined,
  scope: ModuleScope,
): WrittenTool[] {
  const isDescribed = readNodes(object?.properties).some(({ key }) =>
    SCHEMA_FIELDS.includes(nameIn(key) ?? ''),
  )
  const schema = SCHEMA_FIELDS.map((field) => findField(object, field, scope)).find(
    (one) => one !== undefined,
  )
  const isShape =
    schema?.type === 'ObjectExpression' &&
    readNodes(schema.properties).some(({ value }) => readNode(value)?.type === 'CallExpression')
  const parameters = schema && (isShape ? readShape(schema, scope) : readSchema(schema, scope))
  return name === undefined || !isDescribed
    ? []
    : [{ name, ...(parameters === undefined ? {} : { parameters }) }]
}

/**
 * Tools of a module: objects with a name and a schema, as LangChain, @openai/agents, openai and Anthropic take them,
 * entries of a record that the AI SDK made, and what a server of MCP registers.
 */
export function listTools(nodes: readonly SyntaxNode[], scope: ModuleScope): WrittenTool[] {
  // The schema of an answer is not a tool.
  const formats = new Set(
    nodes.flatMap((node) =>
      nameIn(node.key) === 'json_schema'
        ? [readNode(node.value)]
        : nameIn(findField(node, 'type', scope)) === 'json_schema'
          ? [node]
          : [],
    ),
  )
  const found = nodes.flatMap((node) => {
    if (node.type === 'ObjectExpression')
      return formats.has(node) ? [] : readTool(node, nameIn(findField(node, 'name', scope)), scope)
    if (node.type === 'CallExpression' && nameIn(readNode(node.callee)?.property) === 'registerTool') {
      const [name, about] = readNodes(node.arguments)
      return readTool(resolveNode(about, scope), nameIn(resolveNode(name, scope)), scope)
    }
    const made = node.type === 'Property' ? resolveNode(node.value, scope) : undefined
    const maker = made?.type === 'CallExpression' ? scope.imported.get(nameIn(made.callee) ?? '') : undefined
    if (made === undefined || maker?.from !== 'ai') return []
    return readTool(resolveNode(readNodes(made.arguments)[0], scope), nameIn(node.key), scope)
  })
  return [...new Map(found.map((tool) => [tool.name, tool])).values()]
}
