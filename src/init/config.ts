import { importViteOfVitest } from '../shared/vite.ts'
import { nameIn, readNode, readNodes, type SyntaxNode } from './nodes.ts'

export interface PluginOptions {
  agent: string
  simulators?: string[]
  /** Frameworks alone, or the tools that functions are, by module and function. */
  ownTools?: true | Record<string, Record<string, string>>
  allow?: string[]
}

/** A text as a literal of JavaScript, in single quotes; names of packages and files may hold any character. */
export const quoteJsString = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`

function quoteLiteral(value: unknown): string {
  if (typeof value === 'string') return quoteJsString(value)
  if (Array.isArray(value)) return `[${value.map(quoteLiteral).join(', ')}]`
  return typeof value === 'object' && value !== null ? quoteObject(value) : String(value)
}

/** An object as a literal of JavaScript. */
export const quoteKey = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : quoteJsString(key))

export function quoteObject(value: object): string {
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${quoteKey(key)}: ${quoteLiteral(one)}`)
    .join(', ')} }`
}

export const writePluginLine = (options: PluginOptions): string => `tracewright(${quoteObject(options)})`

const IMPORT = "import { tracewright } from 'tracewright/plugin'"

export const writeConfig = (options: PluginOptions): string =>
  `${IMPORT}
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [${writePluginLine(options)}],
})
`

/** Whether a config has the plugin already: imported, and called. */
export function hasPlugin(code: string): boolean {
  if (!/tracewright\/plugin/.test(code)) return false
  const [, name = 'tracewright'] = /\btracewright\s+as\s+(\w+)/.exec(code) ?? []
  return new RegExp(`\\b${name}\\(`).test(code)
}

/** The object of `export default defineConfig({ ... })` or `export default { ... }`; undefined for every other shape. */
function findConfigObject(body: readonly SyntaxNode[]): SyntaxNode | undefined {
  const [exported, ...others] = body.filter(({ type }) => type !== 'ImportDeclaration')
  if (exported?.type !== 'ExportDefaultDeclaration' || others.length > 0) return undefined
  const value = readNode(exported.declaration)
  if (value?.type === 'ObjectExpression') return value
  if (value?.type !== 'CallExpression' || nameIn(value.callee) !== 'defineConfig') return undefined
  const [object, ...more] = readNodes(value.arguments)
  return object?.type === 'ObjectExpression' && more.length === 0 ? object : undefined
}

const findField = (object: SyntaxNode, name: string): SyntaxNode | undefined => {
  const field = readNodes(object.properties).find(({ key }) => nameIn(key) === name)
  return field && readNode(field.value)
}

/** Position and text of the plugin; undefined if the object could hold plugins that are not visible. */
function planInsertion(object: SyntaxNode, line: string): { at: number; text: string } | undefined {
  const properties = readNodes(object.properties)
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  const plugins = findField(object, 'plugins')
  if (plugins === undefined) {
    const [first] = properties
    return first === undefined
      ? { at: object.start + 1, text: ` plugins: [${line}] ` }
      : { at: first.start, text: `plugins: [${line}],\n  ` }
  }
  if (plugins.type !== 'ArrayExpression') return undefined
  const last = readNodes(plugins.elements).at(-1)
  return last === undefined ? { at: plugins.start + 1, text: line } : { at: last.end, text: `, ${line}` }
}

/** A config with the plugin added by text, where it has a simple shape; else why a person has to add it. */
export async function addPlugin(
  code: string,
  options: PluginOptions,
): Promise<{ code: string } | { why: string }> {
  const { parseAst } = await importViteOfVitest()
  const parseBody = (text: string): SyntaxNode[] => readNodes(parseAst(text).body)
  try {
    const object = findConfigObject(parseBody(code))
    const test = object && findField(object, 'test')
    if ([object, test].some((one) => one && (findField(one, 'projects') ?? findField(one, 'workspace'))))
      return { why: 'it has several projects, and the plugin belongs in one of them' }
    const place = object && planInsertion(object, writePluginLine(options))
    if (place === undefined) return { why: UNUSUAL }
    const newline = code.includes('\r\n') ? '\r\n' : '\n'
    const edited = `${IMPORT}\n${code.slice(0, place.at)}${place.text}${code.slice(place.at)}`
    const text = edited.replace(/\r?\n/g, newline)
    return findConfigObject(parseBody(text)) !== undefined && hasPlugin(text)
      ? { code: text }
      : { why: UNUSUAL }
  } catch {
    return { why: UNUSUAL }
  }
}

const UNUSUAL = 'it is not an `export default defineConfig({ ... })` in plain JavaScript'
