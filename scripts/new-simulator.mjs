#!/usr/bin/env node
/**
 * `npm run new:simulator NAME [-- --category CATEGORY]` makes the two files of a tool with an example to edit, and its golden
 * calls. What is written passes types, lint and conformance as it is.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { builtInTools } from './tool-lists.mjs'

const root = resolve(import.meta.dirname, '..')
const simulators = resolve(root, 'src/tools/builtin')

function stop(message) {
  process.stderr.write(`Failed to make a simulator: ${message}\n`)
  process.exit(2)
}

let given
try {
  given = parseArgs({
    allowPositionals: true,
    options: { category: { type: 'string', default: 'external_services' } },
  })
} catch (error) {
  stop(`${error.message}. Call npm run new:simulator NAME -- --category CATEGORY.`)
}
const { positionals, values } = given
const [name, ...others] = positionals
if (name === undefined || others.length > 0)
  stop('one name is needed. Call npm run new:simulator read_meter.')
if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name)) {
  stop(`"${name}" is not a tool name. Use two or more words in lower case with underscores: read_meter.`)
}
const categories = readdirSync(simulators, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name.replaceAll('-', '_'))
const { category } = values
if (!categories.includes(category)) {
  stop(`unknown category "${category}". Use one of ${categories.join(', ')}.`)
}
if (builtInTools().some((tool) => tool.name === name)) stop(`there is a tool "${name}". Choose another name.`)

const folder = resolve(simulators, category.replaceAll('_', '-'))
const base = name.replaceAll('_', '-')
const exported = name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
const formatJson = (value) => `${JSON.stringify(value, null, 2)}\n`

const FILES = {
  [`${base}.ts`]: `import { defineBuiltIn } from '../../define-built-in.ts'

export const ${exported} = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ meter: z.string() }),
  output: (z) => ({ meter: z.string(), kwh: z.number() }),
  run: ({ meter }, world) => ({
    meter,
    kwh: world.draw('${name}', meter).number('kwh', undefined, { min: 1000, max: 9000, decimals: 2 }),
  }),
})
`,
  [`${base}.json`]: formatJson({
    description: 'Present reading of an electricity meter in kilowatt hours, by the number on its front.',
    input: { meter: ['key', 'Number of the meter, for example "M-4711".'] },
    output: {
      meter: ['key', 'Number of the meter as it was given.'],
      kwh: ['number', 'Reading in kilowatt hours.'],
    },
    phrases: {
      asks: [
        'look at the electricity meter {meter} and note what it shows',
        'take the reading of electricity meter {meter}',
        'find out how many kilowatt hours meter {meter} stands at',
      ],
      answers: [{ at: '/kwh', gives: 'the reading in kilowatt hours, unrounded' }],
    },
    draw: { meter: 'M-{int 1000 9999}' },
    traits: { purposes: [], opaque: ['/kwh'] },
  }),
}

function run(command, ...args) {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) stop(`${relative(root, args[0] ?? command)} said: ${stderr}`)
}

for (const [file, text] of Object.entries(FILES)) writeFileSync(resolve(folder, file), text)
run(
  resolve(root, 'node_modules/.bin/biome'),
  'format',
  '--write',
  ...Object.keys(FILES).map((file) => resolve(folder, file)),
)
run(process.execPath, resolve(root, 'scripts/make-golden.mjs'), name)
process.stdout.write(`${relative(root, folder)}: ${Object.keys(FILES).join(', ')}
test/golden/simulators: ${name}.jsonl
Edit the first two, then run npm run make:golden ${name}; src/extending.md has every step
`)
