import { z } from 'zod'
import { dropUndefinedFields, isObject, type JsonObject } from '../shared/json.ts'
import { type ModuleScope, nameIn, readNode, readNodes, type SyntaxNode } from './nodes.ts'

/** A tool as the code that describes it to a model shows it. */
export interface WrittenTool {
  name: string
  /** JSON Schema of its arguments; undefined where its module does not show it. */
  input?: JsonObject
  /** JSON Schema of its result; undefined where its module declares none. */
  output?: JsonObject
}

const OF_ZOD = /^zod(\/v[34])?$/
const SCHEMA_FIELDS = ['schema', 'inputSchema', 'parameters', 'input_schema']

const findField = (object: SyntaxNode | undefined, name: string): SyntaxNode | undefined =>
  readNode(readNodes(object?.properties).find(({ key }) => nameIn(key) === name)?.value)

function resolveNode(value: unknown, { declared }: ModuleScope): SyntaxNode | undefined {
  const node = readNode(value)
  return node?.type === 'Identifier' ? declared.get(nameIn(node) ?? '') : node
}

/** The value of code that consists of literals and calls of zod. Throws for other code, which is not executed. */
function readValue(value: unknown, scope: ModuleScope): unknown {
  const node = readNode(value)
  const name = nameIn(node) ?? ''
  const readAll = (list: unknown) => readNodes(list).map((one) => readValue(one, scope))
  switch (node?.type) {
    case 'Literal':
      return node.value
    case 'ArrayExpression':
      return readAll(node.elements)
    case 'ObjectExpression':
      return Object.fromEntries(
        readNodes(node.properties).map(({ type, key, computed, value: field }) => {
          if (type !== 'Property' || computed === true) throw new Error('its fields are not spelled out')
          return [nameIn(key), readValue(field, scope)]
        }),
      )
    case 'ArrowFunctionExpression':
      return () => true
    case 'Identifier': {
      const { from = '', name: exported = '' } = scope.imported.get(name) ?? {}
      if (!OF_ZOD.test(from)) return readValue(scope.declared.get(name), scope)
      return /^(z|default)$/.test(exported) ? z : readMember(z, exported)
    }
    case 'MemberExpression':
      return readMember(readValue(node.object, scope), nameIn(node.property) ?? '')
    case 'CallExpression': {
      const callee = readNode(node.callee)
      const from =
        callee?.type === 'Identifier' ? (scope.imported.get(nameIn(callee) ?? '')?.from ?? '') : 'zod'
      // A call around a schema: `jsonSchema(schema)` of the AI SDK.
      if (!OF_ZOD.test(from)) return readAll(node.arguments)[0]
      return (readValue(callee, scope) as (...values: unknown[]) => unknown)(...readAll(node.arguments))
    }
  }
  throw new Error('its code has to be executed')
}

function readMember(object: unknown, name: string): unknown {
  const member = (object as Record<string, unknown>)[name]
  return typeof member === 'function' && name !== 'constructor' ? member.bind(object) : member
}

const isZod = (value: unknown): value is z.ZodType => isObject(value) && '_zod' in value

/** JSON Schema of what stands in a schema's place: zod, JSON Schema, or the fields of a tool of MCP. */
function readSchema(
  node: SyntaxNode | undefined,
  scope: ModuleScope,
  io: 'input' | 'output' = 'input',
): JsonObject | undefined {
  try {
    const value = readValue(node, scope)
    if (!isObject(value)) return undefined
    const isShape = Object.values(value).some(isZod)
    const schema = isZod(value) ? value : isShape ? z.object(value as never) : undefined
    return schema === undefined
      ? value
      : (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject)
  } catch {
    return undefined
  }
}

function readTool(
  name: SyntaxNode | undefined,
  about: SyntaxNode | undefined,
  scope: ModuleScope,
): WrittenTool[] {
  const text = nameIn(name)
  const schema = SCHEMA_FIELDS.map((field) => findField(about, field)).find((one) => one !== undefined)
  // The schema of an answer is not a tool.
  if (text === undefined || schema === undefined || nameIn(findField(about, 'type')) === 'json_schema')
    return []
  const result = findField(about, 'outputSchema') ?? findField(findField(about, 'metadata'), 'output')
  const [input, output] = [readSchema(schema, scope), readSchema(result, scope, 'output')]
  return [{ name: text, ...dropUndefinedFields({ input, output }) }]
}

/** Tools of a module: objects with a name and a schema, records of tools of the AI SDK, and what a server of MCP registers. */
export function listTools(nodes: readonly SyntaxNode[], scope: ModuleScope): WrittenTool[] {
  const formats = nodes.flatMap(({ key, value }) => (nameIn(key) === 'json_schema' ? [readNode(value)] : []))
  const found = nodes.flatMap((node): WrittenTool[] => {
    if (node.type === 'ObjectExpression')
      return formats.includes(node) ? [] : readTool(resolveNode(findField(node, 'name'), scope), node, scope)
    const [first, second] = readNodes(node.arguments).map((one) => resolveNode(one, scope))
    if (nameIn(readNode(node.callee)?.property) === 'registerTool') return readTool(first, second, scope)
    const made = node.type === 'Property' ? resolveNode(node.value, scope) : undefined
    const maker = made?.type === 'CallExpression' ? scope.imported.get(nameIn(made.callee) ?? '') : undefined
    const [about] = readNodes(made?.arguments)
    return /^(ai|@mastra\/core(\/tools)?)$/.test(maker?.from ?? '')
      ? readTool(readNode(node.key), resolveNode(about, scope), scope)
      : []
  })
  return [...new Map(found.map((tool) => [tool.name, tool])).values()]
}
