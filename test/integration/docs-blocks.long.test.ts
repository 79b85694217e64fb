import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addJsonOption, addNamed } from '../../src/cli/add-named.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { writeWorkflow } from '../../src/init/workflow.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { runCli } from '../support/cli-runs.ts'
import { workspace } from '../support/pack.ts'
import { createProject } from '../support/run-vitest.ts'

const root = resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')

/** Blocks in the words of another package, which is not installed here; at most five. */
const NOT_RUN = [
  // These run in test/first-hour/libraries.test.ts.
  ...Array<string>(3).fill('docs/guides/connect-an-agent.md'),
  'docs/guides/migrate.md',
  'docs/guides/migrate.md',
]

interface Block {
  page: string
  line: number
  language: string
  rest: string
  text: string
}

const pages = [
  'README.md',
  ...['docs', 'docs/guides', 'skills/tracewright', 'skills/tracewright/references'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
]
const blocks: Block[] = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map((found) => ({
    page,
    line: text.slice(0, found.index).split('\n').length,
    language: found[1] ?? '',
    rest: (found[2] ?? '').trim(),
    text: found[3] ?? '',
  }))
})
const inLanguage = (language: string): Block[] =>
  blocks.filter((block) => block.language === language && block.rest !== 'no-run')
const placeOf = ({ page, line }: Block): string => `${page}:${line}`

/** Guides that guides.long.test.ts follows: their files import each other, and stay at their paths. */
const FOLLOWED = /^docs\/guides\/(langchain|ai-sdk|openai-agents|functions|openapi|mcp)\.md$/
const pathOf = ({ page, line, text }: Block): string => {
  const [, guide] = FOLLOWED.exec(page) ?? []
  const [, path] = /^\/\/ (\S+\.ts)\n/.exec(text) ?? []
  return guide === undefined || path === undefined
    ? `blocks/${page.replaceAll(/\W/g, '-')}-${line}.ts`
    : `guides/${guide}/${path}`
}

/** A task with the example of every row in the table of options; an ellipsis there stands for code. */
function renderTaskOptions(): string {
  const table = /^### Options of a task\n\n((?:\|.*\n)+)/m.exec(
    readFileSync(join(root, 'docs/suites.md'), 'utf8'),
  )?.[1]
  const options = [...(table ?? '').matchAll(/^\| `(\w+)`\s*\| `([^`]+)`\s*\|/gm)]
  expect(options.length).toBe((table ?? '').trim().split('\n').length - 2)
  const fields = options.map(([, name, example = '']) => `${name}: ${example.replace('…', '')},`).join('\n')
  return `import { task } from 'tracewright/suite'\ntask('one', {\n${fields}\n}, async () => {})\n`
}

/** Modules of a reader's project that blocks import, and names that they take from the text around them. */
const READERS_OWN: Readonly<Record<string, string>> = {
  'src/assistant.ts': `import type { StructuredToolInterface } from '@langchain/core/tools'
import { createAgent } from 'langchain'
export const createAssistant = (tools: StructuredToolInterface[]) => createAgent({ model, tools })
`,
  'src/desk.ts': `import { createAgent } from 'langchain'
export const createDesk = () => createAgent({ model, tools: [] })
`,
  'src/agent.ts': `import { ToolLoopAgent, type ToolSet } from 'ai'
export const createAssistant = (tools: ToolSet) => new ToolLoopAgent({ model: 'a-model', tools })
export const answer = async (prompt: string) => prompt
`,
  'blocks/agent.ts': `import type { Agent } from 'tracewright'
const agent: Agent = { name: 'agent', run: async () => 'Done.' }
export default agent
`,
  'blocks/own-tools.ts': `import { defineSimulator } from 'tracewright'
import { z } from 'zod'
const [input, output] = [z.strictObject({ meter: z.string() }), z.strictObject({ kwh: z.number() })]
const base = { category: 'external_services', effect: 'read', capability: 'look-up', description: 'x' } as const
export const simulators = [defineSimulator({ ...base, name: 'read_meter', input, output, run: () => ({ kwh: 1 }) })]
`,
  // Blocks of other pages name tools that none of them types.
  'open.d.ts': `export {}
declare module 'tracewright/suite' {
  interface Tools {
    [name: string]: [any, any]
  }
}
`,
  'around.d.ts': `import 'tracewright/matchers'
import type { Agent, AgentTool, Registry, Task } from 'tracewright'
import type { AgentRun, TracewrightFixtures } from 'tracewright/fixtures'
import type OpenAI from 'openai'

declare global {
  const tracewright: typeof import('tracewright/plugin')['tracewright']
  const expect: typeof import('vitest')['expect']
  const agent: Agent & { invoke(input: object): Promise<{ messages: object[] }> }
  /** The fixture, or what it gave. */
  const run: AgentRun & TracewrightFixtures['run']
  const result: AgentRun
  const task: Task & Parameters<TracewrightFixtures['environment']>[1]['task']
  const tasks: Task[]
  const registry: Registry
  const tools: AgentTool[]
  const model: string & import('@langchain/core/language_models/chat_models').BaseChatModel & import('ai').LanguageModel
  const instructions: string
  const client: OpenAI
  const completions: OpenAI.ChatCompletion[]
  const messages: OpenAI.ChatCompletionMessageParam[]
  const toChatTools: typeof import('tracewright/openai')['toChatTools']
  const callTool: typeof import('tracewright')['callTool']
  const ask: (prompt: string) => Promise<string>
  const differenceBetween: (one: string, other: string) => Promise<string | undefined>
}
`,
}

describe('code blocks of README and docs', () => {
  it('all run but those listed here', () => {
    const unrun = blocks.filter(({ rest }) => rest === 'no-run')
    expect(unrun.map(({ page }) => page)).toEqual(NOT_RUN)
    expect(unrun.length).toBeLessThanOrEqual(5)
    expect(inLanguage('ts').length).toBeGreaterThan(30)
    // A block of a language that nothing below looks at would be right by nobody's word.
    // The block in Python is driven by serve.long.test.ts, that in JavaScript by other-benchmarks.test.ts.
    // That in mermaid is a picture. The server of the guide on MCP is run by guides.long.test.ts.
    const known = ['ts', 'sh', 'json', 'jsonl', 'yaml', 'python', 'js', 'mermaid']
    expect(inLanguage('js').map(({ page }) => page)).toEqual(['docs/guides/mcp.md', 'docs/guides/migrate.md'])
    expect(inLanguage('python').map(({ page }) => page)).toEqual(['docs/serve.md'])
    expect(blocks.filter(({ language }) => !known.includes(language)).map(placeOf)).toEqual([])
  })

  it('in TypeScript are sound against the packed package', () => {
    const dir = join(workspace, 'docs-blocks')
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(dir, file)), { recursive: true })
      writeFileSync(join(dir, file), text)
    }
    for (const [file, text] of Object.entries(READERS_OWN)) write(file, text)
    write('package.json', '{"type":"module"}')
    const places = new Map<string, string>()
    for (const block of inLanguage('ts')) {
      const name = pathOf(block)
      places.set(name, placeOf(block))
      // Without an import or export a block would share its names with all the others.
      write(name, `${block.text}\nexport {}\n`)
    }
    write('blocks/task-options.ts', renderTaskOptions())
    places.set('blocks/task-options.ts', 'docs/suites.md, options of a task')
    write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2023',
          module: 'nodenext',
          skipLibCheck: true,
          allowImportingTsExtensions: true,
          allowUnusedLabels: true,
          types: ['node'],
        },
        include: ['**/*.ts'],
      }),
    )
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8', cwd: dir })
    const errors = stdout.replaceAll(/^(?:blocks|guides)\/\S+?\.ts/gm, (path) => places.get(path) ?? path)
    expect(errors).toBe('')
  })

  it('in JSON and JSON Lines are what they say', () => {
    for (const block of inLanguage('json')) expect(() => JSON.parse(block.text), placeOf(block)).not.toThrow()
    const suites = inLanguage('jsonl').filter(({ text }) => text.includes('expected_trace'))
    expect(suites.length).toBeGreaterThan(1)
    for (const block of suites) {
      const file = join(workspace, `docs-${block.line}.suite.jsonl`)
      writeFileSync(file, block.text)
      expect(loadSuite(file).length, placeOf(block)).toBeGreaterThan(0)
    }
  })

  it('in YAML are the workflow that init writes, but for the document that guides.long.test.ts imports', () => {
    const [workflow, ...others] = inLanguage('yaml')
    expect(others.map(({ page }) => page)).toEqual(['docs/guides/openapi.md'])
    expect(workflow?.text).toBe(writeWorkflow('npm', true, ['OPENAI_API_KEY']))
  })

  it('for a shell name commands and options that there are', async () => {
    const program = addJsonOption(new Command('tracewright').configureHelp({ showGlobalOptions: true }))
    await addNamed(program, COMMANDS, [])
    const helpOf = (words: readonly string[]): string =>
      words
        .reduce<Command | undefined>((at, word) => at?.commands.find((one) => one.name() === word), program)
        ?.helpInformation() ?? ''
    const wrong: string[] = []
    for (const block of inLanguage('sh')) {
      const commands = block.text.replaceAll('\\\n', ' ').matchAll(/npx tracewright ([a-z][^#\n]*)/g)
      for (const [, given = ''] of commands) {
        // What is quoted is the reader's.
        const words = given
          .replaceAll(/'[^']*'|"[^"]*"/g, 'TEXT')
          .split(/\s+/)
          .filter(Boolean)
        const [verb = '', ...rest] = words
        const inner = ['baseline', 'synth'].includes(verb) ? (rest[0] ?? '').split('|') : [undefined]
        for (const stage of inner) {
          const said = helpOf(stage === undefined ? [verb] : [verb, stage])
          if (!said.includes(`tracewright ${verb}`)) wrong.push(`${placeOf(block)}: ${verb} ${stage ?? ''}`)
        }
        const all = inner.map((stage) => helpOf(stage === undefined ? [verb] : [verb, stage])).join('\n')
        for (const option of given.match(/(?<![\w-])--[a-z][\w-]*/g) ?? [])
          if (!new RegExp(`${option}\\b`).test(all)) wrong.push(`${placeOf(block)}: ${verb} ${option}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('of the guides run: config, agent, suite and tests by hand', async () => {
    const project = createProject('basic')
    const of = (page: string, text: string): string => {
      const block = blocks.find(
        (one) => one.page === page && one.language !== 'sh' && one.text.includes(text),
      )
      if (block === undefined) throw new Error(`${page} has no block with ${text}`)
      return block.text
    }
    mkdirSync(join(project.dir, 'guide/test'), { recursive: true })
    const first = 'docs/guides/first-suite.md'
    project.write('guide/vitest.config.ts', of(first, 'defineConfig('))
    project.write('guide/test/agent.ts', of(first, "name: 'weather desk'"))
    project.write('guide/test/desk.suite.ts', of(first, "from 'tracewright/suite'"))
    project.write('guide/test/first.test.ts', of(first, "test('hands the"))
    project.write('guide/test/messages.test.ts', of('docs/guides/migrate.md', 'toMatchTrace('))
    project.write('guide/test/evals.test.ts', of('docs/guides/migrate.md', 'toCallTool('))
    project.write('guide/own-tools.ts', of('docs/guides/simulate-tools.md', 'defineSimulator({'))
    const { stdout } = await project.exits(0, ['run', '--root', 'guide'])
    expect(stdout).toMatch(/Tests {2}4 passed/)
    const run = JSON.parse(project.read('guide/.vitest/tracewright/run.json'))
    expect(run.cases).toMatchObject([{ task_id: 'convert', score: { solved: true } }])

    const call = ['--args', '{"meter":"M-1"}', '--json']
    const simulated = runCli(
      ['simulate', 'read_meter', '--simulators', './own-tools.ts', ...call],
      join(project.dir, 'guide'),
    )
    expect(JSON.parse(simulated.stdout)).toMatchObject({ tool: 'read_meter', ok: true })
  })
})
