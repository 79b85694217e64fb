import { viteOfVitest } from '../shared/vite.ts'
import { type Node, nameIn, nodeIn, nodesIn } from './syntax.ts'

export interface PluginOptions {
  agent: string
  simulators?: string[]
  allow?: string[]
}

/** A text as a literal of JavaScript, in single quotes; names of packages and files may hold any character. */
export const jsString = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`

const literal = (value: string | readonly string[]): string =>
  typeof value === 'string' ? jsString(value) : `[${value.map(jsString).join(', ')}]`

export function pluginLine(options: PluginOptions): string {
  const fields = Object.entries(options).map(([name, value]) => `${name}: ${literal(value)}`)
  return `tracewright({ ${fields.join(', ')} })`
}

const IMPORT = "import { tracewright } from 'tracewright/plugin'"

export const newConfig = (options: PluginOptions): string =>
  `${IMPORT}
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [${pluginLine(options)}],
})
`

/** Whether a config has the plugin already: imported, and called. */
export function hasPlugin(code: string): boolean {
  if (!/tracewright\/plugin/.test(code)) return false
  const [, name = 'tracewright'] = /\btracewright\s+as\s+(\w+)/.exec(code) ?? []
  return new RegExp(`\\b${name}\\(`).test(code)
}

/** The object of `export default defineConfig({ ... })` or `export default { ... }`; undefined for every other shape. */
function configObject(body: readonly Node[]): Node | undefined {
  const [exported, ...others] = body.filter(({ type }) => type !== 'ImportDeclaration')
  if (exported?.type !== 'ExportDefaultDeclaration' || others.length > 0) return undefined
  const value = nodeIn(exported.declaration)
  if (value?.type === 'ObjectExpression') return value
  if (value?.type !== 'CallExpression' || nameIn(value.callee) !== 'defineConfig') return undefined
  const [object, ...more] = nodesIn(value.arguments)
  return object?.type === 'ObjectExpression' && more.length === 0 ? object : undefined
}

const fieldIn = (object: Node, name: string): Node | undefined => {
  const field = nodesIn(object.properties).find(({ key }) => nameIn(key) === name)
  return field && nodeIn(field.value)
}

/** Position and text of the plugin; undefined if the object could hold plugins that are not visible. */
function insertion(object: Node, line: string): { at: number; text: string } | undefined {
  const properties = nodesIn(object.properties)
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  const plugins = fieldIn(object, 'plugins')
  if (plugins === undefined) {
    const [first] = properties
    return first === undefined
      ? { at: object.start + 1, text: ` plugins: [${line}] ` }
      : { at: first.start, text: `plugins: [${line}],\n  ` }
  }
  if (plugins.type !== 'ArrayExpression') return undefined
  const last = nodesIn(plugins.elements).at(-1)
  return last === undefined ? { at: plugins.start + 1, text: line } : { at: last.end, text: `, ${line}` }
}

/** A config with the plugin added by text, where it has a simple shape; else why a person has to add it. */
export async function withPlugin(
  code: string,
  options: PluginOptions,
): Promise<{ code: string } | { why: string }> {
  const { parseAst } = await viteOfVitest()
  const bodyOf = (text: string): Node[] => nodesIn(parseAst(text).body)
  try {
    const object = configObject(bodyOf(code))
    const test = object && fieldIn(object, 'test')
    if ([object, test].some((one) => one && (fieldIn(one, 'projects') ?? fieldIn(one, 'workspace'))))
      return { why: 'it has several projects, and the plugin belongs in one of them' }
    const place = object && insertion(object, pluginLine(options))
    if (place === undefined) return { why: UNUSUAL }
    const newline = code.includes('\r\n') ? '\r\n' : '\n'
    const edited = `${IMPORT}\n${code.slice(0, place.at)}${place.text}${code.slice(place.at)}`
    const text = edited.replace(/\r?\n/g, newline)
    return configObject(bodyOf(text)) !== undefined && hasPlugin(text) ? { code: text } : { why: UNUSUAL }
  } catch {
    return { why: UNUSUAL }
  }
}

const UNUSUAL = 'it is not an `export default defineConfig({ ... })` in plain JavaScript'
