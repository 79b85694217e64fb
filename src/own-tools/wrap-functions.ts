import { resolve } from 'node:path'
import MagicString, { type SourceMap } from 'magic-string'
import type { OwnTools } from '../run/options.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { listReadableNames } from './read-names.ts'

/** A node of a module's syntax tree, as far as it is used here. */
interface Node {
  type: string
  start: number
  end: number
  async?: boolean
  generator?: boolean
  id?: { name: string } | null
  params?: Node[]
  body?: Node & { body: Node[] }
  declaration?: Node | null
  declarations?: { id: Node & { name: string }; init?: Node | null }[]
  properties?: { key?: NamedNode; value?: Node }[]
  specifiers?: { local: { name: string } }[]
  source?: unknown
  kind?: string
  computed?: boolean
  static?: boolean
  key?: NamedNode
  value?: Node
  left?: Node
  argument?: Node
  name?: string
}
type FunctionNode = Node & { type: 'ArrowFunctionExpression' | 'FunctionExpression' }
interface NamedNode {
  name?: string
  value?: unknown
}

/** A function of a module that can be named: `find`, `default`, `Shop.stock` or `tools.find`. */
interface NamedFunction {
  name: string
  node: Node
  isExported: boolean
  /** Where an instance of its class begins, whose method it is. */
  instance?: number
  /** What calls it, at the end of its module; undefined where nothing names it there. */
  expression?: string | undefined
}

const isFunction = (node: Node | null | undefined): node is FunctionNode =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'

const readKey = (key: NamedNode | undefined): string => String(key?.name ?? key?.value)

function* listDeclared({ declarations = [] }: Node, isExported: boolean): Generator<NamedFunction> {
  for (const { id, init } of declarations) {
    if (isFunction(init)) yield { name: id.name, node: init, isExported, expression: id.name }
    for (const { key, value } of init?.properties ?? [])
      if (isFunction(value)) {
        const name = `${id.name}.${readKey(key)}`
        const expression = `${id.name}[${JSON.stringify(readKey(key))}]`
        yield { name, node: value, isExported: false, expression }
      }
  }
}

function* listFunctions(program: readonly Node[]): Generator<NamedFunction> {
  for (const top of program) {
    const isExported = top.type.startsWith('Export')
    const node = top.declaration ?? top
    const name = node.id?.name ?? 'default'
    if (node.type === 'FunctionDeclaration') yield { name, node, isExported, expression: node.id?.name }
    else if (isFunction(node)) yield { name: 'default', node, isExported: true }
    else if (node.type === 'ClassDeclaration') {
      const { body, start = 0 } = node.body ?? {}
      for (const { kind, computed, static: isStatic, key, value } of body ?? [])
        if (kind === 'method' && computed !== true && value !== undefined) {
          const [called, owner] = [JSON.stringify(readKey(key)), isStatic ? node.id?.name : 'this']
          const expression = owner && `${owner}[${called}]`
          const instance = isStatic ? {} : { instance: start + 1 }
          yield { name: `${name}.${readKey(key)}`, node: value, isExported: false, expression, ...instance }
        }
    } else yield* listDeclared(node, isExported)
  }
}

/** Names that a statement of their own exports. */
const listExportedLater = (program: readonly Node[]): string[] =>
  program.flatMap(({ type, source, specifiers = [] }) =>
    type === 'ExportNamedDeclaration' && !source ? specifiers.map(({ local }) => local.name) : [],
  )

/** The name of a parameter: empty where it is taken apart, with dots where it takes all that follow. */
function readParameter({ type, name = '', left, argument }: Node): string {
  if (type === 'Identifier') return name
  if (type === 'AssignmentPattern' && left !== undefined) return readParameter(left)
  return type === 'RestElement' && argument !== undefined ? `...${readParameter(argument)}` : ''
}

type Wanted = true | string[] | Record<string, string>

/** The tool that a function is; undefined for one that is none. */
function nameTool(wanted: Wanted, name: string, isExported: boolean): string | undefined {
  if (wanted === true) return isExported ? name : undefined
  if (Array.isArray(wanted)) return wanted.includes(name) ? name : undefined
  return Object.hasOwn(wanted, name) ? wanted[name] : undefined
}

/** Functions of a module that the plugin's option `ownTools` names; undefined for another module. */
export function findWanted(
  ownTools: OwnTools,
  root: string,
  id: string,
): { file: string; wanted: Wanted } | undefined {
  if (typeof ownTools === 'boolean') return undefined
  const path = id.split('?')[0]
  const found = Object.entries(ownTools).find(([file]) => resolve(root, file) === path)
  return found && { file: found[0], wanted: found[1] }
}

/**
 * Wraps the bodies of functions, so that a call within an attempt is answered: identity, hoisting, exports and calls within
 * the module stay as they are.
 *
 * @param runtime Absolute path of the module that answers
 * @throws Error that names a function which is not there, or cannot be answered for
 */
export function wrapFunctions(
  code: string,
  program: readonly object[],
  { file, wanted }: { file: string; wanted: Wanted },
  runtime: string,
): { code: string; map: SourceMap } {
  const nodes = program as readonly Node[]
  const text = new MagicString(code)
  const later = listExportedLater(nodes)
  const functions = [...listFunctions(nodes)]
  const lacking = wanted === true ? [] : Array.isArray(wanted) ? wanted : Object.keys(wanted)
  const names = functions.map(({ name }) => name)
  const misspelt = lacking.find((name) => !names.includes(name))
  if (misspelt !== undefined)
    throw new Error(
      `Failed to read ownTools: ${file} has no function "${misspelt}"${didYouMean(misspelt, names) || '.'} It has ${names.join(', ') || 'none'}.`,
    )
  for (const [i, { name, node, isExported, instance, expression }] of functions.entries()) {
    const tool = nameTool(wanted, name, isExported || later.includes(name))
    if (tool === undefined) continue
    if (node.generator)
      throw new Error(
        `Failed to read ownTools: ${name} of ${file} is a generator, and nothing can answer for one. Name the function that it serves.`,
      )
    wrap(text, name, node, tool)
    if (expression === undefined) continue
    const names = JSON.stringify((node.params ?? []).map(readParameter))
    const readable = JSON.stringify(listReadableNames(node)) ?? 'undefined'
    const noted = `__tracewright_note(${JSON.stringify(tool)}, ${names}, (...given) => ${expression}(...given), ${readable})`
    if (instance === undefined) text.append(`\n${noted}`)
    else text.appendRight(instance, ` #__tracewright_${i} = ${noted};`)
  }
  text.append(
    `\nimport { callFunction as __tracewright_call, noteFunction as __tracewright_note, wrapArrow as __tracewright_arrow } from ${JSON.stringify(runtime)}`,
  )
  return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) }
}

function wrap(text: MagicString, name: string, node: Node, tool: string): void {
  const facts = `${JSON.stringify(tool)}, ${JSON.stringify((node.params ?? []).map(readParameter))}`
  const { body } = node
  if (node.type === 'ArrowFunctionExpression' || body === undefined) {
    text.appendLeft(node.start, `__tracewright_arrow(${JSON.stringify(name)}, ${facts}, `)
    text.appendRight(node.end, ')')
    return
  }
  const isAsync = node.async === true
  text.appendRight(
    body.start + 1,
    ` return __tracewright_call(${facts}, arguments, ${isAsync}, ${isAsync ? 'async ' : ''}() => {`,
  )
  text.appendLeft(body.end - 1, '}) ')
}
