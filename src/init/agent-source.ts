import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseModule } from 'magicast'
import { isObject } from '../shared/json.ts'
import { sourceFiles } from './source-files.ts'

/** How an agent is called. */
export type AgentKind =
  | 'langchain-factory'
  | 'langchain-agent'
  | 'ai-sdk-factory'
  | 'ai-sdk-call'
  | 'ai-sdk-agent'
  | 'mcp-transport'
  | 'function'

/** An export that is the agent, or makes it. */
export interface AgentSource {
  /** Path from the root of the project. */
  file: string
  /** Name of the export; `default` for the default one. */
  name: string
  kind: AgentKind
  /** What its parameters are, in their order; empty for an object. */
  parameters: readonly AgentParameter[]
  /** Whether a call has to be awaited. */
  isAsync: boolean
}

/** What a parameter is handed, and whether it stands in an object: `({ prompt, tools })`. */
export interface AgentParameter {
  is: 'prompt' | 'tools' | 'transport' | 'signal'
  /** Name of the field, where parameters are fields of one object. */
  field?: string
}

/** Whether the tools of a task are handed to the agent; others call tools of their own. */
export const takesTools = ({ kind, parameters }: AgentSource): boolean =>
  kind === 'mcp-transport' || parameters.some(({ is }) => is === 'tools')

const MEANINGS: readonly [pattern: RegExp, is: AgentParameter['is']][] = [
  [/^tools?$|tools$/i, 'tools'],
  [/transport/i, 'transport'],
  [/signal$/i, 'signal'],
  [/prompt|question|input|message|query|request|text|task|instruction/i, 'prompt'],
]

/** What makes a file worth reading: it makes an agent of a framework, or asks a model. */
const ASKS_A_MODEL =
  /\bcreateAgent\(|\bcreateReactAgent\(|\bToolLoopAgent\b|\bgenerateText\(|\bstreamText\(|chat\/completions|\.completions\.|responses\.create\(|messages\.create\(|\/v1\/messages|@openai\/agents|@modelcontextprotocol\/sdk\/client/
const IS_CODE = /\.[cm]?[jt]sx?$/
const IS_TEST =
  /(\.(test|spec|config|d)\.[cm]?[jt]sx?$)|(^|\/)(__tests__|tests?|evals?|bench|scripts|examples?)\//

interface Node {
  type: string
  start: number
  end: number
}

/** A node of the syntax tree, as far as it is one. */
const nodeIn = (value: unknown): (Node & Record<string, unknown>) | undefined =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
    ? (value as Node & Record<string, unknown>)
    : undefined

const nodesIn = (value: unknown): (Node & Record<string, unknown>)[] =>
  Array.isArray(value) ? value.flatMap((item) => nodeIn(item) ?? []) : []

const nameIn = (value: unknown): string | undefined => {
  const name = isObject(value) ? value.name : undefined
  return typeof name === 'string' ? name : undefined
}

/** What a function has to be handed; undefined where a parameter means nothing that is known. */
function parametersOf(nodes: readonly (Node & Record<string, unknown>)[]): AgentParameter[] | undefined {
  const parameters: AgentParameter[] = []
  const meaning = (name: string): AgentParameter['is'] | undefined =>
    MEANINGS.find(([pattern]) => pattern.test(name))?.[1]
  for (const node of nodes) {
    const isOptional = node.type === 'AssignmentPattern' || node.optional === true
    const target = node.type === 'AssignmentPattern' ? (nodeIn(node.left) ?? node) : node
    if (target.type === 'ObjectPattern') {
      for (const property of nodesIn(target.properties)) {
        const field = nameIn(property.key)
        const is = field === undefined ? undefined : meaning(field)
        const hasDefault = nodeIn(property.value)?.type === 'AssignmentPattern'
        if (field !== undefined && is !== undefined) parameters.push({ is, field })
        else if (!hasDefault && !isOptional) return undefined
      }
      continue
    }
    const is = meaning(nameIn(target) ?? '')
    if (is !== undefined) parameters.push({ is })
    else if (isOptional) return parameters
    else return undefined
  }
  return parameters
}

function kindOf(text: string, imports: string, parameters: readonly AgentParameter[]): AgentKind | undefined {
  const takes = (is: AgentParameter['is']): boolean => parameters.some((parameter) => parameter.is === is)
  const isLangChain = /\bcreate(React)?Agent\(/.test(text) && /langchain|langgraph/.test(imports)
  if (takes('tools') && !takes('prompt')) {
    if (isLangChain) return 'langchain-factory'
    return /\bToolLoopAgent\b/.test(text) ? 'ai-sdk-factory' : undefined
  }
  if (takes('prompt') && takes('tools'))
    return /\bgenerateText\(|\bstreamText\(|\bToolLoopAgent\b/.test(text) ? 'ai-sdk-call' : undefined
  if (takes('prompt')) return takes('transport') ? 'mcp-transport' : 'function'
  return undefined
}

interface Exported {
  name: string
  node: Node & Record<string, unknown>
}

/** Functions and values that a module exports, where they are written. */
function exportsOf(body: readonly (Node & Record<string, unknown>)[]): Exported[] {
  const declared = body.flatMap((statement): Exported[] => {
    const isExport = /^Export(Named|Default)Declaration$/.test(statement.type)
    const inner = isExport ? nodeIn(statement.declaration) : statement
    if (inner === undefined) return []
    if (statement.type === 'ExportDefaultDeclaration') return [{ name: 'default', node: inner }]
    if (!isExport) return []
    if (inner.type === 'VariableDeclaration')
      return nodesIn(inner.declarations).flatMap((declarator) => {
        const [name, node] = [nameIn(declarator.id), nodeIn(declarator.init)]
        return name === undefined || node === undefined ? [] : [{ name, node }]
      })
    const name = nameIn(inner.id)
    return name === undefined ? [] : [{ name, node: inner }]
  })
  return declared
}

const IS_FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

function agentsIn(file: string, code: string): AgentSource[] {
  const program = nodeIn(parseModule(code).$ast)
  const body = nodesIn(program?.type === 'File' ? nodeIn(program.program)?.body : program?.body)
  const imports = body
    .filter(({ type }) => type === 'ImportDeclaration')
    .map(({ start, end }) => code.slice(start, end))
    .join('\n')
  return exportsOf(body).flatMap(({ name, node }): AgentSource[] => {
    const text = code.slice(node.start, node.end)
    if (IS_FUNCTION.test(node.type)) {
      const parameters = parametersOf(nodesIn(node.params))
      // A function that asks a model may do so by others of its module.
      const kind = parameters === undefined ? undefined : kindOf(text, imports, parameters)
      return kind === undefined || parameters === undefined
        ? []
        : [{ file, name, kind, parameters, isAsync: node.async === true }]
    }
    if (/^create(React)?Agent\(/.test(text) && /langchain|langgraph/.test(imports))
      return [{ file, name, kind: 'langchain-agent', parameters: [], isAsync: false }]
    if (/^new ToolLoopAgent\(/.test(text))
      return [{ file, name, kind: 'ai-sdk-agent', parameters: [], isAsync: false }]
    return []
  })
}

/** How likely an export is the agent that a person would name. */
function likelihood({ file, name, kind }: AgentSource): number {
  const isFramework = kind !== 'function'
  const speaks = /agent|assistant|answer|chat|ask|run|respond|handle/i
  return (isFramework ? 4 : 0) + (speaks.test(name) ? 2 : 0) + (/agent|assistant/i.test(file) ? 1 : 0)
}

/** Exports of a project that can be run as its agent, the likeliest first. Files that do not parse are passed over. */
export function findAgents(root: string): AgentSource[] {
  const files = sourceFiles(root, (path) => IS_CODE.test(path) && !IS_TEST.test(path))
  return files
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      if (!ASKS_A_MODEL.test(code)) return []
      try {
        return agentsIn(file, code)
      } catch {
        return []
      }
    })
    .toSorted((one, other) => likelihood(other) - likelihood(one))
}
