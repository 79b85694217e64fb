import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Plugin } from 'rolldown'
import { runnerImport } from 'vite'
import type { Simulator } from '../src/tools/define-simulator.ts'
import { AJV_OPTIONS } from '../src/tools/json-schema-of.ts'
import { printToolFields } from '../src/tools/print-tool-types.ts'
import { toolLists } from './tool-lists.mjs'

// A CommonJS module with a default export, which loaders of ES modules do not agree on.
const { default: standaloneCode } = createRequire(import.meta.url)(
  'ajv/dist/standalone',
) as typeof import('ajv/dist/standalone/index.js')

const REGISTRY = resolve(import.meta.dirname, '../src/tools/builtin/registry.ts')

/** Descriptions and JSON Schemas of the built-in tools, by name. */
async function readToolSchemas(): Promise<
  [string, Pick<Simulator, 'description' | 'inputSchema' | 'outputSchema'>][]
> {
  const { module } = await runnerImport<{ registry: ReadonlyMap<string, Simulator> }>(REGISTRY, {
    configFile: false,
    plugins: [toolLists()],
  })
  return [...module.registry].map(([name, { description, inputSchema, outputSchema }]) => [
    name,
    { description, inputSchema, outputSchema },
  ])
}

// Before the build begins: while types are emitted nothing else runs, and Vite gives up on a module after a minute.
const schemas = await readToolSchemas()

/**
 * Makes of the registry's module one that exports a validator of arguments by the name of each built-in tool, which is what
 * ajv compiles of its schema when it is called, and writes `tool-schemas.json` beside it. Outputs are checked by tests alone.
 */
export const createToolSchemasPlugin = (): Plugin => ({
  name: 'tool-schemas',
  load(id) {
    if (id !== REGISTRY) return
    const ajv = new Ajv2020({ ...AJV_OPTIONS, code: { source: true } })
    for (const [name, { inputSchema }] of schemas) ajv.addSchema(inputSchema, name)
    this.emitFile({
      type: 'asset',
      fileName: 'tool-schemas.json',
      source: JSON.stringify(Object.fromEntries(schemas)),
    })
    return {
      code: standaloneCode(ajv, Object.fromEntries(schemas.map(([name]) => [name, name]))),
      moduleType: 'js',
    }
  },
})

/** Fills the interface `BuiltInTools` of the emitted types. */
export const createToolTypesPlugin = (): Plugin => ({
  name: 'tool-types',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.fileName.endsWith('.d.ts'))
        chunk.code = chunk.code.replace(
          /(interface BuiltInTools) \{\s*\}/,
          (_, head) => `${head} {\n${printToolFields(schemas)}}`,
        )
  },
})
