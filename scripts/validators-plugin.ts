import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Plugin } from 'rolldown'
import { AJV_OPTIONS } from '../src/tools/ajv-options.ts'

// A CommonJS module with a default export, which loaders of ES modules do not agree on.
const { default: standaloneCode } = createRequire(import.meta.url)(
  'ajv/dist/standalone',
) as typeof import('ajv/dist/standalone/index.js')

const ROOT = resolve(import.meta.dirname, '..')
const SCHEMAS = resolve(ROOT, 'tool-schemas.json')

/**
 * The code of a CommonJS module that exports a validator of arguments by the name of each built-in tool, which are what
 * ajv compiles of the schemas when a tool is called. Outputs of tools are checked by tests alone.
 *
 * @param schemas As in `tool-schemas.json`
 */
export function validatorsCode(schemas: Readonly<Record<string, { inputSchema: object }>>): string {
  const ajv = new Ajv2020({ ...AJV_OPTIONS, code: { source: true } })
  for (const [name, { inputSchema }] of Object.entries(schemas)) ajv.addSchema(inputSchema, name)
  return standaloneCode(ajv, Object.fromEntries(Object.keys(schemas).map((name) => [name, name])))
}

/** Gives the module of the validators the content of `validatorsCode`, when something is built. */
export const validatorsPlugin = (entry: string): Plugin => ({
  name: 'tool-validators',
  load(id) {
    if (id !== resolve(ROOT, entry)) return
    this.addWatchFile(SCHEMAS)
    return { code: validatorsCode(JSON.parse(readFileSync(SCHEMAS, 'utf8'))), moduleType: 'js' }
  },
})
