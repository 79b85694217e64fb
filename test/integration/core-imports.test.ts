import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspace } from '../support/pack.ts'

/** Names the packages whose modules are loaded, by import or by require, while some code runs. */
const HOOK = `import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs'
  export async function load(url, context, next) {
    if (url.startsWith('file:')) writeSync(1, url + '\\\\n')
    return next(url, context)
  }\`))
`
const AFTER = `
import { createRequire } from 'node:module'
process.on('exit', () => console.log(Object.keys(createRequire(import.meta.url).cache).join('\\n')))
`

/** Packages of which something was loaded, but for tracewright itself. */
function packagesLoadedBy(name: string, code: string): string[] {
  const hook = join(workspace, `hook-${name}.mjs`)
  const module = join(workspace, `core-${name}.mjs`)
  writeFileSync(hook, HOOK)
  writeFileSync(module, `${AFTER}${code}`)
  const printed = execFileSync(process.execPath, ['--import', hook, module], {
    cwd: workspace,
    encoding: 'utf8',
  })
  const packages = printed
    .split('\n')
    .flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(packages)].filter((name) => name !== 'tracewright').sort()
}

const SMALL = ['@hyperjump/json-pointer']
const TASK = {
  task_id: 't',
  level: 'L0_node',
  prompt: 'p',
  available_tools: ['get_weather'],
  expected_trace: {
    steps: [{ step_id: 'a', tool_name: 'get_weather', arguments: { city: 'Rome' }, depends_on: [] }],
  },
}

describe('the root entry', () => {
  it('loads neither zod nor a compiler or parser', () => {
    expect(packagesLoadedBy('import', "import 'tracewright'")).toEqual(SMALL)
  })

  it('calls a tool and judges a trace without zod and without ajv', () => {
    const code = `
import { executeTool, scoreTrace, World } from 'tracewright'
import { oracle } from 'tracewright/calibration'
import { registry } from 'tracewright/tools'
const { output } = executeTool(registry.get('get_weather'), { city: 'Rome' }, new World())
const task = ${JSON.stringify(TASK)}
const call = { id: 'c', tool_name: 'get_weather', arguments: { city: 'Rome' }, status: 200, result: output, started: 0, ended: 1 }
const { solved } = scoreTrace(task, { task_id: 't', calls: [call], final_answer: null, attempt: 0 }, registry)
if (!solved) throw new Error('the task was not solved')
`
    expect(packagesLoadedBy('call', code)).toEqual(SMALL)
  })

  it('knows how units are written without asking Intl for each', () => {
    const answered = { ...TASK, expected_final_answer: { $from: 'a', at: '/temperature_celsius' } }
    const code = `
let made = 0
Intl.NumberFormat = new Proxy(Intl.NumberFormat, { construct: (...asked) => { made += 1; return Reflect.construct(...asked) } })
const { executeTool, scoreTrace, World } = await import('tracewright')
const { registry } = await import('tracewright/tools')
const { output } = executeTool(registry.get('get_weather'), { city: 'Rome' }, new World())
const call = { id: 'c', tool_name: 'get_weather', arguments: { city: 'Rome' }, status: 200, result: output, started: 0, ended: 1 }
const judge = (unit) => {
  const trace = { task_id: 't', calls: [call], final_answer: output.temperature_celsius + unit, attempt: 0 }
  return scoreTrace(${JSON.stringify(answered)}, trace, registry).solved
}
if (!judge(' °C') || judge(' kg')) throw new Error('a unit was taken for another')
// Those of "thousand" and "million".
if (made > 16) throw new Error(made + ' formatters were made')
`
    expect(packagesLoadedBy('units', code)).toEqual(SMALL)
  })

  it('calls every tool that comes with it without zod and without ajv', () => {
    const code = `
import { executeTool, World } from 'tracewright'
import { registry } from 'tracewright/tools'
const refused = [...registry.values()].filter((tool) => executeTool(tool, { surplus: 1 }, new World()).status === 400)
if (refused.length !== registry.size) throw new Error('a tool took what it does not know')
`
    expect(packagesLoadedBy('calls', code)).toEqual(SMALL)
  })

  it('compiles the schema of a tool of the user, whatever its name', () => {
    const code = `
import { defineSimulator, executeTool, World } from 'tracewright'
import { z } from 'zod'
const own = defineSimulator({
  name: 'get_weather', category: 'external_services', effect: 'read', capability: 'look-up', description: 'd',
  input: z.strictObject({ street: z.string() }), output: z.strictObject({ street: z.string() }), run: (args) => args,
})
if (!executeTool(own, { street: 'A' }, new World()).ok) throw new Error('the own tool was refused')
if (executeTool(own, { city: 'Rome' }, new World()).status !== 400) throw new Error('the schema was not its own')
`
    expect(packagesLoadedBy('own', code)).toContain('ajv')
  })

  it('reads a suite of the usual fields without zod', () => {
    const code = `
import { parseSuite } from 'tracewright'
const [{ task }] = parseSuite(${JSON.stringify(JSON.stringify(TASK))}, 'one.suite.jsonl')
if (task.task_id !== 't') throw new Error('no task')
`
    expect(packagesLoadedBy('suite', code)).toEqual(SMALL)
  })
})

it('the plugin loads no package that a Vitest without it has not loaded', () => {
  const plain = packagesLoadedBy('vitest', "import 'vitest/node'")
  const own = packagesLoadedBy('plugin', "import 'vitest/node'; import 'tracewright/plugin'")
  expect(own.filter((name) => !plain.includes(name))).toEqual([])
  // Vitest's runtime of tests is not for its main process.
  expect(own).not.toContain('chai')
})

/** Names of the built modules that an entry imports statically, with its own. */
function listBuiltImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(join(workspace, 'node_modules/tracewright/dist', file), 'utf8')
  for (const [, next = ''] of text.matchAll(/^import [^;]*"\.\/([^"]+)";$/gm)) listBuiltImports(next, found)
  return found
}

it.each(['plugin.js', 'guard.js', 'setup.js', 'watchdog.js'])(
  '%s, which a run without a suite loads, stays clear of the core',
  (entry) => {
    const names = [...listBuiltImports(entry)].map((file) => file.replace(/-[\w-]+\.js$/, ''))
    expect(names.length).toBeGreaterThan(1)
    for (const large of ['core', 'worlds', 'attempts', 'suites']) expect(names).not.toContain(large)
  },
)

it('what answers requests in a worker loads msw without GraphQL', () => {
  const loaded = packagesLoadedBy('network', "import './node_modules/tracewright/dist/network.js'")
  expect(loaded).toContain('msw')
  expect(loaded).not.toContain('graphql')
})
