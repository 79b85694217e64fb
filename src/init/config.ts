import { generateCode, parseModule } from 'magicast'
import { addVitePlugin } from 'magicast/helpers'
import { messageOf } from '../shared/errors.ts'
import { jsString } from './js-string.ts'

/** Options of the plugin as init writes them. */
export interface PluginOptions {
  agent: string
  simulators?: string[]
  allow?: string[]
}

const literal = (value: string | readonly string[]): string =>
  typeof value === 'string' ? jsString(value) : `[${value.map(jsString).join(', ')}]`

/** The plugin's line. */
export function pluginLine(options: PluginOptions): string {
  const fields = Object.entries(options).map(([name, value]) => `${name}: ${literal(value)}`)
  return `tracewright({ ${fields.join(', ')} })`
}

/** A Vitest config of the plugin alone. */
export const newConfig = (options: PluginOptions): string =>
  `import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [${pluginLine(options)}],
})
`

/** Whether a config has the plugin already: imported, and called. */
export function hasPlugin(code: string): boolean {
  if (!/tracewright\/plugin/.test(code)) return false
  const [, own = 'tracewright'] = /\btracewright\s+as\s+(\w+)/.exec(code) ?? []
  return new RegExp(`\\b${own}\\(`).test(code)
}

/** A config with the plugin added, or why that is left to a person. */
export function withPlugin(code: string, options: PluginOptions): { code: string } | { why: string } {
  if (/\b(projects|workspace)\s*:/.test(code))
    return { why: 'it has several projects, and the plugin belongs into one of them' }
  try {
    const module = parseModule(code)
    addVitePlugin(module, {
      from: 'tracewright/plugin',
      imported: 'tracewright',
      constructor: 'tracewright',
      options: { ...options },
    })
    const quote = /from\s+"/.test(code) ? 'double' : 'single'
    const edited = generateCode(module, { format: { quote } }).code
    if (!hasPlugin(edited)) return { why: UNUSUAL }
    const ended = edited.endsWith('\n') ? edited : `${edited}\n`
    return { code: code.includes('\r\n') ? ended.replace(/\r?\n/g, '\r\n') : ended }
  } catch (error) {
    return { why: `${UNUSUAL} (${messageOf(error).split('\n')[0]})` }
  }
}

const UNUSUAL = 'its form is not one that can be edited safely'
