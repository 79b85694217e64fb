#!/usr/bin/env node
/**
 * Writes the lists of the tools, `src/tools/builtin/<category>/<tool>.ts` and `.json`, and the JSON Schemas of the tools, which are made
 * of their zod schemas here so that nobody who calls a tool has to load zod. With `--check` it writes nothing and exits 1
 * where a list is out of date.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { runnerImport } from 'vite'

const root = resolve(import.meta.dirname, '..')
const simulators = resolve(root, 'src/tools/builtin')
const MADE = '// Made by `npm run make:index` from the files of the tools.\n'

const foldersOf = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** A tool has a file of JSON; code without one is what tools of the category share. */
const toolsIn = (category) =>
  readdirSync(resolve(simulators, category))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))

const categories = foldersOf(simulators)
  .filter((name) => toolsIn(name).length > 0)
  .sort()
const tools = categories
  .flatMap((category) =>
    toolsIn(category).map((file) => ({
      file: `../${category}/${file}`,
      name: file.replaceAll('-', '_'),
      exported: file.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    })),
  )
  .sort((a, b) => (a.name < b.name ? -1 : 1))
const lines = (items, line) => items.map(line).join('\n')

const FILES = {
  'src/schema/categories.ts': `${MADE}
/** The categories of tools: the folders of \`src/tools/builtin\`. */
export const CATEGORIES = [
${lines(categories, (category) => `  '${category.replaceAll('-', '_')}',`)}
] as const
export type Category = (typeof CATEGORIES)[number]
`,
  'src/tools/builtin/index/simulators.ts': `${MADE}
${lines(tools, ({ file, exported }) => `import { ${exported} } from '${file}.ts'`)}
import type { Simulator } from '../../define-simulator.ts'

/** In order of their names. */
export const simulators: readonly Simulator[] = [
${lines(tools, ({ exported }) => `  ${exported},`)}
]
`,
  'src/tools/builtin/index/words.ts': `${MADE}
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
${lines(
  tools,
  ({ file, exported }) => `import { drawArguments as ${exported}Draw } from '${file}.ts'
import ${exported} from '${file}.json' with { type: 'json' }`,
)}

/** In order of the tools' names: what the JSON beside a tool holds, and the calls that make sense. */
export const files: readonly (readonly [tool: string, content: ToolFile, draw: (rng: Rng) => JsonObject])[] = [
${lines(tools, ({ name, exported }) => `  ['${name}', ${exported}, ${exported}Draw],`)}
]

interface ToolFile {
  phrases: unknown
  traits: unknown
}
`,
}

/** The text as the linter wants it: its order of imports, its line breaks. */
function formatted(file, text) {
  const biome = resolve(root, 'node_modules/.bin/biome')
  const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Failed to format ${file}: ${stderr}`)
  return stdout
}

function writeWhereNew(file, unformatted) {
  const path = resolve(root, file)
  const text = formatted(file, unformatted)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  if (process.argv.includes('--check')) {
    process.stderr.write(
      `Failed to find ${file} up to date: the files of the tools say otherwise. Run npm run make:index.\n`,
    )
    process.exitCode = 1
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  process.stdout.write(`${file}: ${tools.length} tools\n`)
}

for (const [file, text] of Object.entries(FILES)) writeWhereNew(file, text)

// The lists have to be there first: the simulators are found by them.
const load = async (file) => (await runnerImport(resolve(root, file))).module
const { registry } = await load('src/tools/builtin/registry.ts')
const { jsonSchemaOf } = await load('src/tools/json-schema-of.ts')
const schemas = [...registry.values()].map(({ name, input, output }) => [
  name,
  { inputSchema: jsonSchemaOf(input, 'input'), outputSchema: jsonSchemaOf(output, 'output') },
])
writeWhereNew('tool-schemas.json', JSON.stringify(Object.fromEntries(schemas), null, 1))
