import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { memoizeOnce } from '../../../src/shared/memoize.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { printSuite } from '../../../src/suites/print/print-suite.ts'
import { loadToolkitTools } from '../../../src/synthetic/simulate/simulators.ts'
import { registry as builtIn } from '../../../src/tools/builtin/registry.ts'
import { type Registry, registryOf } from '../../../src/tools/registry.ts'
import { workspace } from '../../support/pack.ts'
import { findDifferences, judgeMutants, placeBoth, readPrintedSuite } from '../../support/printed-suite.ts'
import { generatePlainTasks, generateTasks, loadExampleTasks } from '../../support/suites.ts'

/** One task in five has its mutants judged. */
const MUTATED_SHARE = 5

const FRAMEWORKS = resolve('example-project/frameworks')

const generateFamilies = memoizeOnce(() =>
  generateTasks(5, { L0_node: 60, L1_chain: 80, L2_parallel: 60, L3_dag: 120 }),
)

/** The suite of an example with a framework, with the tools of its toolkit. */
const readFramework = (name: string): [Task[], Registry] => {
  const folder = resolve(FRAMEWORKS, name, 'test')
  const file = readdirSync(folder).find((one) => one.endsWith('.suite.jsonl')) as string
  const tools = registryOf(loadToolkitTools(resolve(FRAMEWORKS, name, 'api.toolkit.json')).simulators)
  return [loadSuite(resolve(folder, file)).map(({ task }) => task), tools]
}

it.each<[string, () => [Task[], Registry]]>([
  ['the example', () => [loadExampleTasks(), builtIn]],
  ['every family of generated tasks', () => [generateFamilies(), builtIn]],
  ['the AI SDK', () => readFramework('ai-sdk')],
  ['MCP', () => readFramework('mcp')],
  ['plain fetch', () => readFramework('plain-fetch')],
])(
  'printed tasks of %s call and judge as JSON does',
  async (_, read) => {
    const [tasks, tools] = read()
    const printed = readPrintedSuite(printSuite(tasks, tools))
    const differences: string[] = []
    const verdicts = { tried: 0, differ: [] as string[] }
    for (const [i, one] of printed.entries()) {
      const pair = await placeBoth(tasks[i] as Task, one, tools)
      differences.push(...(await findDifferences(pair)))
      // Mutants take most of the time.
      if (i % MUTATED_SHARE !== 0) continue
      const { tried, differ } = judgeMutants(pair)
      verdicts.tried += tried
      verdicts.differ.push(...differ)
    }
    expect(differences).toEqual([])
    expect(verdicts.tried).toBeGreaterThan(tasks.length / MUTATED_SHARE)
    // The rest: reads in an order that a condition asks for, and values that the prompt states as well.
    expect(verdicts.differ.length / verdicts.tried, verdicts.differ.join('\n')).toBeLessThanOrEqual(0.005)
  },
  900_000,
)

it('printed tasks are typed, over the built-in tools as they are', () => {
  const dir = join(workspace, 'typed-prints')
  mkdirSync(dir, { recursive: true })
  const tasks = [...loadExampleTasks(), ...generateFamilies()]
  writeFileSync(join(dir, 'all.suite.ts'), printSuite(tasks, builtIn))
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    'all.suite.ts',
  ]
  expect(spawnSync(process.execPath, [tsc, ...options], { cwd: dir, encoding: 'utf8' }).stdout).toBe('')
})

it('prints no line of more than 100 columns, and no name with a number that a word could replace', () => {
  const lines = printSuite(generatePlainTasks(), builtIn).split('\n')
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  const names = lines.flatMap((line) => /^ *(?:const|let) (\w+) /.exec(line)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name) => builtIn.has(name) || /^(?:step_|value)/.test(name))).toEqual([])
})
