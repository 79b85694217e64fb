import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../shared/json.ts'
import { importViteOfVitest, type Vite } from '../shared/vite.ts'

const SKIPPED_FOLDER = /^(node_modules|dist|build|out|coverage|vendor|\..*)$/
const MAX_DEPTH = 6
const MAX_FILES = 2000

/** Files of a project that people write, by their paths from its root, sorted; folders of tools are left out. */
export function listSourceFiles(root: string, isWanted: (path: string) => boolean): string[] {
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

export interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export const readNode = (value: unknown): SyntaxNode | undefined =>
  isObject(value) && typeof value.type === 'string' ? (value as unknown as SyntaxNode) : undefined

export const readNodes = (value: unknown): SyntaxNode[] =>
  Array.isArray(value) ? value.flatMap((item) => readNode(item) ?? []) : []

export function nameIn(value: unknown): string | undefined {
  const node = readNode(value)
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

function readParameter(node: SyntaxNode): Parameter {
  const isOptional = node.type === 'AssignmentPattern'
  const target = isOptional ? (readNode(node.left) ?? node) : node
  if (target.type !== 'ObjectPattern') return { name: nameIn(target) ?? '', isOptional }
  return {
    fields: readNodes(target.properties).flatMap(({ key, value }) => {
      const name = nameIn(key)
      return name === undefined
        ? []
        : [{ name, isOptional: isOptional || readNode(value)?.type === 'AssignmentPattern' }]
    }),
  }
}

/** What names of a module stand for: values that it declares, and what it imports. */
interface ModuleScope {
  declared: ReadonlyMap<string, SyntaxNode | undefined>
  imported: ReadonlyMap<string, { name: string; from: string }>
}

const isClass = (node: SyntaxNode | undefined): boolean =>
  /^Class(Declaration|Expression)$/.test(node?.type ?? '')
const isFunction = (node: SyntaxNode | undefined): boolean => IS_FUNCTION.test(node?.type ?? '')

function listMethods(node: SyntaxNode): string[] {
  const members = readNodes(isClass(node) ? readNode(node.body)?.body : node.properties)
  return members.flatMap(({ key, value, kind }) =>
    kind !== 'constructor' && isFunction(readNode(value)) ? (nameIn(key) ?? []) : [],
  )
}

const describeMethods = (what: string, methods: readonly string[]): string =>
  methods.length === 0
    ? what
    : `${what} with the ${methods.length === 1 ? 'method' : 'methods'} ${methods.join(', ')}`

function describeValue(node: SyntaxNode | undefined, { imported }: ModuleScope): WrittenValue {
  if (isFunction(node)) return { what: 'a function' }
  if (node !== undefined && isClass(node)) return { what: describeMethods('a class', listMethods(node)) }
  if (node?.type === 'ObjectExpression') return { what: describeMethods('an object', listMethods(node)) }
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
function findReturnedNode(node: SyntaxNode, scope: ModuleScope, depth = 0): SyntaxNode | undefined {
  const body = readNode(node.body)
  const statements = readNodes(body?.body)
  const local = new Map(statements.flatMap(listDeclarations))
  const findNamedNode = (name: string | undefined): SyntaxNode | undefined =>
    local.get(name ?? '') ?? scope.declared.get(name ?? '')
  const end = statements.findLast(({ type }) => type === 'ReturnStatement')
  const given = body?.type === 'BlockStatement' ? readNode(end?.argument) : body
  const plain = given?.type === 'AwaitExpression' ? readNode(given.argument) : given
  const value = plain?.type === 'Identifier' ? findNamedNode(nameIn(plain)) : plain
  if (value?.type !== 'CallExpression' || depth === MAX_DEPTH_OF_CALLS) return value
  const called = findNamedNode(nameIn(value.callee))
  return called !== undefined && isFunction(called) ? findReturnedNode(called, scope, depth + 1) : value
}

function describeReturnedValue(node: SyntaxNode, scope: ModuleScope): WrittenValue | undefined {
  const value = findReturnedNode(node, scope)
  if (value === undefined) return undefined
  if (isFunction(value)) return describeValue(value, scope)
  if (value.type === 'ObjectExpression' && listMethods(value).length > 0) return describeValue(value, scope)
  const made = describeValue(value, scope)
  const declared = value.type === 'NewExpression' ? scope.declared.get(nameIn(value.callee) ?? '') : undefined
  return made.madeBy !== undefined || isClass(declared) ? made : undefined
}

function describeExportedValue(
  name: string,
  node: SyntaxNode | undefined,
  scope: ModuleScope,
): ExportedValue {
  const value = { name, isAsync: node?.async === true, ...describeValue(node, scope) }
  if (node === undefined || !isFunction(node)) return value
  const returns = describeReturnedValue(node, scope)
  return {
    ...value,
    parameters: readNodes(node.params).map(readParameter),
    ...(returns === undefined ? {} : { returns }),
  }
}

function listDeclarations(statement: SyntaxNode): [name: string, node: SyntaxNode | undefined][] {
  if (statement.type === 'VariableDeclaration')
    return readNodes(statement.declarations).flatMap(({ id, init }) => {
      const name = nameIn(id)
      return name === undefined ? [] : [[name, readNode(init)]]
    })
  const name = nameIn(statement.id)
  return name === undefined ? [] : [[name, statement]]
}

function collectTexts(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const item of value) collectTexts(item, found)
  else if (typeof value === 'string') found.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectTexts(item, found)
}

function readProgram(file: string, program: { body: unknown[] }): SourceModule {
  const body = readNodes(program.body)
  const imported = new Map<string, { name: string; from: string }>()
  const imports: string[] = []
  for (const { type, source, specifiers } of body) {
    const from = nameIn(source)
    if (type !== 'ImportDeclaration' || from === undefined) continue
    imports.push(from)
    for (const specifier of readNodes(specifiers)) {
      const local = nameIn(specifier.local)
      if (local !== undefined) imported.set(local, { name: nameIn(specifier.imported) ?? 'default', from })
    }
  }
  const declared = new Map(
    body.flatMap((statement) => listDeclarations(readNode(statement.declaration) ?? statement)),
  )
  const scope: ModuleScope = { declared, imported }
  const exports = body.flatMap((statement): ExportedValue[] => {
    const declaration = readNode(statement.declaration)
    if (statement.type === 'ExportDefaultDeclaration') {
      const local = declaration?.type === 'Identifier' ? nameIn(declaration) : undefined
      return [
        describeExportedValue('default', local === undefined ? declaration : declared.get(local), scope),
      ]
    }
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (declaration !== undefined)
      return listDeclarations(declaration).map(([name, node]) => describeExportedValue(name, node, scope))
    return readNodes(statement.specifiers).flatMap(({ local, exported }) => {
      const name = nameIn(exported)
      return name === undefined ? [] : [describeExportedValue(name, declared.get(nameIn(local) ?? ''), scope)]
    })
  })
  const texts: string[] = []
  collectTexts(body, texts)
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
async function parseSource(vite: Vite, root: string, file: string): Promise<{ body: unknown[] }> {
  const code = readFileSync(join(root, file), 'utf8')
  const plain = await (vite.transformWithOxc ?? vite.transformWithEsbuild)(code, file)
  return vite.parseAst(plain.code)
}

/** Reads one module of a project. Throws where it does not parse. */
export const readModule = async (root: string, file: string): Promise<SourceModule> =>
  readProgram(file, await parseSource(await importViteOfVitest(), root, file))

/** Reads the modules of a project outside of its tests. Modules that do not parse are left out. */
export async function readModules(root: string): Promise<SourceModule[]> {
  const found: SourceModule[] = []
  for (const file of listSourceFiles(root, (path) => IS_CODE.test(path) && !IS_TEST.test(path))) {
    const read = await readModule(root, file).catch(() => undefined)
    if (read !== undefined) found.push(read)
  }
  return found
}
