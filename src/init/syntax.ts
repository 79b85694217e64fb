import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importViteOfVitest, type Vite } from '../shared/vite.ts'
import { type ModuleScope, nameIn, readNode, readNodes, type SyntaxNode } from './nodes.ts'
import { listTools, type WrittenTool } from './tools.ts'

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

/** A parameter of a function: by its place, or the fields of an object. */
export type Parameter = ParameterField | { fields: ParameterField[] }

export interface ParameterField {
  name: string
  isOptional: boolean
  /** Whether its type is `string` or, without a type, its function hands it to a model; undefined where neither shows. */
  isText?: boolean
}

/** A value as far as its code tells. */
export interface WrittenValue {
  /** In words: `a class with the methods ask`. */
  what: string
  /** The function or class, imported from a package, that makes the value: `createAgent` of `langchain`. Without a package, a method. */
  madeBy?: { name: string; from: string }
}

export interface ExportedValue extends WrittenValue {
  name: string
  /** Of a function; undefined for what is not written as one. */
  parameters?: readonly Parameter[]
  isAsync: boolean
  /** What a function returns, where that is not an answer: an agent, an object with methods, or another function. */
  returns?: WrittenValue
  /** Whether a function's type promises text; undefined where its type does not tell, or text is one of several. */
  returnsText?: boolean
}

export interface SourceModule {
  /** Path from the root of the project. */
  file: string
  exports: readonly ExportedValue[]
  imports: readonly string[]
  /** Tools that it describes to a model. */
  tools: readonly WrittenTool[]
  /** Whether it hands tools to `runTools` of openai or `toolRunner` of Anthropic. */
  hasRunner: boolean
  /** Whether it imports zod, or what LangChain and the AI SDK declare tools by. */
  declaresTools: boolean
  /** URLs of `http:` and `https:` in its texts. */
  addresses: readonly string[]
  /** Whether importing it calls something by a statement of its own, such as `app.listen()`. */
  hasStatements: boolean
}

const TOOL_LIBRARIES = /^(ai|langchain|@langchain\/[\w-]+)($|\/)/

const IS_FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

const readType = (node: SyntaxNode): SyntaxNode | undefined =>
  readNode(readNode(node.typeAnnotation)?.typeAnnotation)

const isTextType = (type: SyntaxNode | undefined): boolean =>
  (type?.type === 'TSUnionType' ? readNodes(type.types) : [type]).some(
    (one) => one?.type === 'TSStringKeyword',
  )

function isTextReturned(node: SyntaxNode): boolean | undefined {
  const type = readNode(readNode(node.returnType)?.typeAnnotation)
  if (type === undefined) return undefined
  const isPromise = nameIn(type.typeName) === 'Promise'
  const [given] = isPromise ? readNodes(readNode(type.typeArguments)?.params) : [type]
  return isPromise && given?.type === 'TSStringKeyword' ? true : isTextType(given) ? undefined : false
}

/** Names that a function puts into the message or the prompt of a model. */
function listPromptedNames(node: SyntaxNode): string[] {
  return [...walkNodes(node.body)].flatMap(({ type, key, value }) => {
    if (type !== 'Property' || !/^(content|prompt)$/.test(nameIn(key) ?? '')) return []
    const given = readNode(value)
    return (given?.type === 'TemplateLiteral' ? readNodes(given.expressions) : [given]).flatMap((one) =>
      one?.type === 'Identifier' ? (nameIn(one) ?? []) : [],
    )
  })
}

function readParameter(node: SyntaxNode, { types }: ModuleScope, prompted: readonly string[]): Parameter {
  const readField = (name: string, isOptional: boolean, type: SyntaxNode | undefined): ParameterField => ({
    ...{ name, isOptional },
    ...(type !== undefined ? { isText: isTextType(type) } : prompted.includes(name) ? { isText: true } : {}),
  })
  const isAssigned = node.type === 'AssignmentPattern'
  const target = isAssigned ? (readNode(node.left) ?? node) : node
  const isOptional = isAssigned || target.optional === true || target.type === 'RestElement'
  const type = readType(target)
  if (target.type !== 'ObjectPattern') return readField(nameIn(target) ?? '', isOptional, type)
  const declared = type?.type === 'TSTypeReference' ? types.get(nameIn(type.typeName) ?? '') : type
  const members = readNodes(declared?.members ?? readNode(declared?.body)?.body)
  return {
    fields: readNodes(target.properties).flatMap(({ key, value }) => {
      const name = nameIn(key)
      if (name === undefined) return []
      const member = members.find((one) => nameIn(one.key) === name)
      const isFree = isOptional || member?.optional === true || readNode(value)?.type === 'AssignmentPattern'
      return [readField(name, isFree, member && readType(member))]
    }),
  }
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

/** What is called or made at the start of `make().one().compile()`. */
function findMaker(node: SyntaxNode | undefined, declared: ModuleScope['declared'], depth = 0): unknown {
  const callee = readNode(node?.callee)
  if (callee?.type !== 'MemberExpression') return callee
  if (depth === MAX_DEPTH_OF_CHAIN) return undefined
  const object = readNode(callee.object)
  const made = object?.type === 'Identifier' ? declared.get(nameIn(object) ?? '') : object
  return findMaker(made, declared, depth + 1)
}

const MAX_DEPTH_OF_CHAIN = 40
const IS_RUNNER = /^(runTools|toolRunner)$/

function describeValue(node: SyntaxNode | undefined, scope: ModuleScope): WrittenValue {
  const { imported, declared } = scope
  if (isFunction(node)) return { what: 'a function' }
  if (node !== undefined && isClass(node)) return { what: describeMethods('a class', listMethods(node)) }
  if (node?.type === 'ObjectExpression') return { what: describeMethods('an object', listMethods(node)) }
  const isMade = node?.type === 'CallExpression' || node?.type === 'NewExpression'
  const runner = isMade ? nameIn(readNode(node.callee)?.property) : undefined
  if (IS_RUNNER.test(runner ?? ''))
    return { what: `what \`${runner}\` returns`, madeBy: { name: `${runner}`, from: '' } }
  const isCompiled = isMade && nameIn(readNode(node.callee)?.property) === 'compile'
  const maker = isMade ? nameIn(isCompiled ? findMaker(node, declared) : node.callee) : undefined
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
  const local = readNodes(readNode(node.body)?.body).flatMap(listDeclarations)
  return describeAgentOrMethods(value, { ...scope, declared: new Map([...scope.declared, ...local]) })
}

function describeAgentOrMethods(value: SyntaxNode, scope: ModuleScope): WrittenValue | undefined {
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
  const returnsText = isTextReturned(node)
  const prompted = listPromptedNames(node)
  return {
    ...value,
    parameters: readNodes(node.params)
      .filter((one) => nameIn(one) !== 'this')
      .map((one) => readParameter(one, scope, prompted)),
    ...(returns === undefined ? {} : { returns }),
    ...(returnsText === undefined ? {} : { returnsText }),
  }
}

function listDeclarations(statement: SyntaxNode): [name: string, node: SyntaxNode | undefined][] {
  if (statement.type === 'VariableDeclaration')
    return readNodes(statement.declarations).flatMap(({ id, init }) => {
      const name = nameIn(id)
      return name === undefined ? [] : [[name, readNode(init)]]
    })
  if (statement.type.startsWith('TS')) return []
  const name = nameIn(statement.id)
  return name === undefined ? [] : [[name, statement]]
}

function* walkNodes(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* walkNodes(item)
  else if (typeof value === 'object' && value !== null) {
    const node = readNode(value)
    if (node !== undefined) yield node
    for (const item of Object.values(node ?? value)) yield* walkNodes(item)
  }
}

/** The texts of a node itself: a literal, or a piece of a template. */
function listTexts({ type, value }: SyntaxNode): string[] {
  const text = type === 'TemplateElement' ? (value as { cooked?: unknown }).cooked : value
  return typeof text === 'string' ? [text] : []
}

function readProgram(file: string, program: { body: unknown[] }): SourceModule {
  const body = readNodes(program.body)
  const imported = new Map<string, { name: string; from: string }>()
  const imports: string[] = []
  for (const { type, source, specifiers, importKind } of body) {
    const from = nameIn(source)
    if (type !== 'ImportDeclaration' || from === undefined || importKind === 'type') continue
    imports.push(from)
    for (const specifier of readNodes(specifiers)) {
      const local = nameIn(specifier.local)
      if (local !== undefined) imported.set(local, { name: nameIn(specifier.imported) ?? 'default', from })
    }
  }
  const statements = body.map((statement) => readNode(statement.declaration) ?? statement)
  const declared = new Map(statements.flatMap(listDeclarations))
  const types = new Map(
    statements.flatMap((one) =>
      /^TS(Interface|TypeAlias)Declaration$/.test(one.type)
        ? [[nameIn(one.id) ?? '', one.type === 'TSTypeAliasDeclaration' ? readNode(one.typeAnnotation) : one]]
        : [],
    ),
  )
  const scope: ModuleScope = { declared, imported, types }
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
  const nodes = [...walkNodes(body)]
  const texts = nodes.flatMap(listTexts)
  return {
    file,
    exports,
    imports,
    tools: listTools(nodes, scope),
    hasRunner: nodes.some(
      ({ type, property }) => type === 'MemberExpression' && IS_RUNNER.test(nameIn(property) ?? ''),
    ),
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

/** The module with its types; without them where Vite reads JavaScript alone. */
async function parseSource(vite: Vite, root: string, file: string): Promise<{ body: unknown[] }> {
  const code = readFileSync(join(root, file), 'utf8')
  if (vite.transformWithOxc !== undefined)
    return vite.parseAst(code, { lang: /\.[cm]?ts$/.test(file) ? 'ts' : 'tsx' })
  const plain = await vite.transformWithEsbuild(code, file)
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
