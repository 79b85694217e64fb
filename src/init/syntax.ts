import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../shared/json.ts'
import { type Vite, viteOfVitest } from '../shared/vite.ts'

const SKIPPED_FOLDER = /^(node_modules|dist|build|out|coverage|vendor|\..*)$/
const MAX_DEPTH = 6
const MAX_FILES = 2000

/** Files of a project that people write, by their paths from its root, sorted; folders of tools are left out. */
export function sourceFiles(root: string, isWanted: (path: string) => boolean): string[] {
  const found: string[] = []
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (found.length >= MAX_FILES) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && !SKIPPED_FOLDER.test(entry.name)) visit(path, depth + 1)
      } else if (entry.isFile() && isWanted(path)) found.push(path)
    }
  }
  visit('', 0)
  return found.sort()
}

export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export const nodeIn = (value: unknown): Node | undefined =>
  isObject(value) && typeof value.type === 'string' ? (value as unknown as Node) : undefined

export const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.flatMap((item) => nodeIn(item) ?? []) : []

export function nameIn(value: unknown): string | undefined {
  const node = nodeIn(value)
  const name = node?.name ?? node?.value
  return typeof name === 'string' ? name : undefined
}

/** A parameter of a function: by its place, or the fields of an object. */
export type Parameter = { name: string; isOptional: boolean } | { fields: ParameterField[] }

export interface ParameterField {
  name: string
  isOptional: boolean
}

/** A value as far as its code tells. */
export interface WrittenValue {
  /** In words: `a class with the methods ask`. */
  what: string
  /** The function or class, imported from a package, that makes the value: `createAgent` of `langchain`. */
  madeBy?: { name: string; from: string }
}

export interface ExportedValue extends WrittenValue {
  name: string
  /** Of a function; undefined for what is not written as one. */
  parameters?: readonly Parameter[]
  isAsync: boolean
  /** What a function returns, where that is not an answer: an agent, an object with methods, or another function. */
  returns?: WrittenValue
}

export interface SourceModule {
  /** Path from the root of the project. */
  file: string
  exports: readonly ExportedValue[]
  imports: readonly string[]
  /** Whether it imports zod, or what LangChain and the AI SDK declare tools by. */
  declaresTools: boolean
  /** URLs of `http:` and `https:` in its texts. */
  addresses: readonly string[]
  /** Whether importing it calls something by a statement of its own, such as `app.listen()`. */
  hasStatements: boolean
}

const TOOL_LIBRARIES = /^(ai|langchain|@langchain\/[\w-]+)($|\/)/

const IS_FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

function parameterOf(node: Node): Parameter {
  const isOptional = node.type === 'AssignmentPattern'
  const target = isOptional ? (nodeIn(node.left) ?? node) : node
  if (target.type !== 'ObjectPattern') return { name: nameIn(target) ?? '', isOptional }
  return {
    fields: nodesIn(target.properties).flatMap(({ key, value }) => {
      const name = nameIn(key)
      return name === undefined
        ? []
        : [{ name, isOptional: isOptional || nodeIn(value)?.type === 'AssignmentPattern' }]
    }),
  }
}

/** What names of a module stand for: values that it declares, and what it imports. */
interface Scope {
  declared: ReadonlyMap<string, Node | undefined>
  imported: ReadonlyMap<string, { name: string; from: string }>
}

const isClass = (node: Node | undefined): boolean => /^Class(Declaration|Expression)$/.test(node?.type ?? '')
const isFunction = (node: Node | undefined): boolean => IS_FUNCTION.test(node?.type ?? '')

function methodsOf(node: Node): string[] {
  const members = nodesIn(isClass(node) ? nodeIn(node.body)?.body : node.properties)
  return members.flatMap(({ key, value, kind }) =>
    kind !== 'constructor' && isFunction(nodeIn(value)) ? (nameIn(key) ?? []) : [],
  )
}

const withMethods = (what: string, methods: readonly string[]): string =>
  methods.length === 0
    ? what
    : `${what} with the ${methods.length === 1 ? 'method' : 'methods'} ${methods.join(', ')}`

function writtenValue(node: Node | undefined, { imported }: Scope): WrittenValue {
  if (isFunction(node)) return { what: 'a function' }
  if (node !== undefined && isClass(node)) return { what: withMethods('a class', methodsOf(node)) }
  if (node?.type === 'ObjectExpression') return { what: withMethods('an object', methodsOf(node)) }
  const isMade = node?.type === 'CallExpression' || node?.type === 'NewExpression'
  const maker = isMade ? nameIn(node.callee) : undefined
  if (maker === undefined) return { what: 'a value that its module does not show' }
  const madeBy = imported.get(maker)
  return madeBy === undefined
    ? { what: `what \`${maker}\` makes` }
    : { what: `what \`${madeBy.name}\` of ${madeBy.from} makes`, madeBy }
}

const MAX_DEPTH_OF_CALLS = 4

/** The value that a function returns at its end, through names and functions that its module declares. */
function returnedNode(node: Node, scope: Scope, depth = 0): Node | undefined {
  const body = nodeIn(node.body)
  const statements = nodesIn(body?.body)
  const local = new Map(statements.flatMap(declaredBy))
  const named = (name: string | undefined): Node | undefined =>
    local.get(name ?? '') ?? scope.declared.get(name ?? '')
  const end = statements.findLast(({ type }) => type === 'ReturnStatement')
  const given = body?.type === 'BlockStatement' ? nodeIn(end?.argument) : body
  const plain = given?.type === 'AwaitExpression' ? nodeIn(given.argument) : given
  const value = plain?.type === 'Identifier' ? named(nameIn(plain)) : plain
  if (value?.type !== 'CallExpression' || depth === MAX_DEPTH_OF_CALLS) return value
  const called = named(nameIn(value.callee))
  return called !== undefined && isFunction(called) ? returnedNode(called, scope, depth + 1) : value
}

function returnedValue(node: Node, scope: Scope): WrittenValue | undefined {
  const value = returnedNode(node, scope)
  if (value === undefined) return undefined
  if (isFunction(value)) return writtenValue(value, scope)
  if (value.type === 'ObjectExpression' && methodsOf(value).length > 0) return writtenValue(value, scope)
  const made = writtenValue(value, scope)
  const declared = value.type === 'NewExpression' ? scope.declared.get(nameIn(value.callee) ?? '') : undefined
  return made.madeBy !== undefined || isClass(declared) ? made : undefined
}

function exportedValue(name: string, node: Node | undefined, scope: Scope): ExportedValue {
  const value = { name, isAsync: node?.async === true, ...writtenValue(node, scope) }
  if (node === undefined || !isFunction(node)) return value
  const returns = returnedValue(node, scope)
  return {
    ...value,
    parameters: nodesIn(node.params).map(parameterOf),
    ...(returns === undefined ? {} : { returns }),
  }
}

function declaredBy(statement: Node): [name: string, node: Node | undefined][] {
  if (statement.type === 'VariableDeclaration')
    return nodesIn(statement.declarations).flatMap(({ id, init }) => {
      const name = nameIn(id)
      return name === undefined ? [] : [[name, nodeIn(init)]]
    })
  const name = nameIn(statement.id)
  return name === undefined ? [] : [[name, statement]]
}

function textsBelow(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const item of value) textsBelow(item, found)
  else if (typeof value === 'string') found.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) textsBelow(item, found)
}

function readProgram(file: string, program: { body: unknown[] }): SourceModule {
  const body = nodesIn(program.body)
  const imported = new Map<string, { name: string; from: string }>()
  const imports: string[] = []
  for (const { type, source, specifiers } of body) {
    const from = nameIn(source)
    if (type !== 'ImportDeclaration' || from === undefined) continue
    imports.push(from)
    for (const specifier of nodesIn(specifiers)) {
      const local = nameIn(specifier.local)
      if (local !== undefined) imported.set(local, { name: nameIn(specifier.imported) ?? 'default', from })
    }
  }
  const declared = new Map(
    body.flatMap((statement) => declaredBy(nodeIn(statement.declaration) ?? statement)),
  )
  const scope: Scope = { declared, imported }
  const exports = body.flatMap((statement): ExportedValue[] => {
    const declaration = nodeIn(statement.declaration)
    if (statement.type === 'ExportDefaultDeclaration') {
      const local = declaration?.type === 'Identifier' ? nameIn(declaration) : undefined
      return [exportedValue('default', local === undefined ? declaration : declared.get(local), scope)]
    }
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (declaration !== undefined)
      return declaredBy(declaration).map(([name, node]) => exportedValue(name, node, scope))
    return nodesIn(statement.specifiers).flatMap(({ local, exported }) => {
      const name = nameIn(exported)
      return name === undefined ? [] : [exportedValue(name, declared.get(nameIn(local) ?? ''), scope)]
    })
  })
  const texts: string[] = []
  textsBelow(body, texts)
  return {
    file,
    exports,
    imports,
    declaresTools:
      imports.some((from) => /^zod($|\/)/.test(from)) ||
      [...imported.values()].some(({ name, from }) => name === 'tool' && TOOL_LIBRARIES.test(from)),
    addresses: [...new Set(texts.filter((text) => /^https?:\/\//.test(text) && URL.canParse(text)))],
    hasStatements: body.some(({ type }) => type === 'ExpressionStatement'),
  }
}

const IS_CODE = /\.[cm]?[jt]sx?$/
const IS_TEST =
  /(\.(test|spec|config|d)\.[cm]?[jt]sx?$)|(^|\/)(__tests__|tests?|evals?|bench|scripts|examples?)\//

/** The module without its types; comments are gone from the tree either way. */
async function parsedWith(vite: Vite, root: string, file: string): Promise<{ body: unknown[] }> {
  const code = readFileSync(join(root, file), 'utf8')
  const plain = await (vite.transformWithOxc ?? vite.transformWithEsbuild)(code, file)
  return vite.parseAst(plain.code)
}

/** Reads one module of a project. Throws where it does not parse. */
export const readModule = async (root: string, file: string): Promise<SourceModule> =>
  readProgram(file, await parsedWith(await viteOfVitest(), root, file))

/** Reads the modules of a project outside of its tests. Modules that do not parse are left out. */
export async function readModules(root: string): Promise<SourceModule[]> {
  const found: SourceModule[] = []
  for (const file of sourceFiles(root, (path) => IS_CODE.test(path) && !IS_TEST.test(path))) {
    const read = await readModule(root, file).catch(() => undefined)
    if (read !== undefined) found.push(read)
  }
  return found
}
