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

/** The function or class, imported from a package, that makes a value: `createAgent` of `langchain`. */
export interface Maker {
  name: string
  from: string
}

export interface ExportedValue {
  name: string
  /** Of a value that a function or class of a package makes. */
  madeBy?: Maker | undefined
  /** Of a function; undefined for what is not written as one. */
  parameters?: readonly Parameter[]
  isAsync: boolean
  /** What makes the value that a function returns, or `other` for an object or a function. */
  returns?: Maker | 'other' | undefined
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
  imported: ReadonlyMap<string, Maker>
}

const isFunction = (node: Node | undefined): boolean => IS_FUNCTION.test(node?.type ?? '')

const hasMethods = ({ properties }: Node): boolean =>
  nodesIn(properties).some(({ value }) => isFunction(nodeIn(value)))

/** The function or class of a package that a call or `new` names. */
function makerOf(node: Node | undefined, { imported }: Scope): Maker | undefined {
  const isMade = node?.type === 'CallExpression' || node?.type === 'NewExpression'
  return isMade ? imported.get(nameIn(node.callee) ?? '') : undefined
}

/** The value that a function returns at its end, also by a name that it declares. */
function returnedNode(node: Node): Node | undefined {
  const body = nodeIn(node.body)
  const statements = nodesIn(body?.body)
  const end = statements.findLast(({ type }) => type === 'ReturnStatement')
  const given = body?.type === 'BlockStatement' ? nodeIn(end?.argument) : body
  const value = given?.type === 'AwaitExpression' ? nodeIn(given.argument) : given
  return value?.type === 'Identifier'
    ? new Map(statements.flatMap(declaredBy)).get(nameIn(value) ?? '')
    : value
}

function returnsOf(node: Node, scope: Scope): ExportedValue['returns'] {
  const value = returnedNode(node)
  if (value === undefined) return undefined
  if (isFunction(value) || (value.type === 'ObjectExpression' && hasMethods(value))) return 'other'
  return makerOf(value, scope) ?? (value.type === 'NewExpression' ? 'other' : undefined)
}

function exportedValue(name: string, node: Node | undefined, scope: Scope): ExportedValue {
  const value = { name, isAsync: node?.async === true, madeBy: makerOf(node, scope) }
  if (node === undefined || !isFunction(node)) return value
  return { ...value, parameters: nodesIn(node.params).map(parameterOf), returns: returnsOf(node, scope) }
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
  const imported = new Map<string, Maker>()
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
