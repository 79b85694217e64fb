/**
 * Follows each guide by framework from its blocks: files, three runs for the baseline, the change that the guide asks
 * for, and the red run. The model is scripted, on loopback, and does what its instructions say.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCliHere } from '../support/cli-runs.ts'
import { createProject, type Project } from '../support/run-vitest.ts'
import { startScriptedModelServer } from '../support/scripted-model-server.ts'

const GUIDES = resolve(import.meta.dirname, '../../docs/guides')
const BASELINE_RUNS = 3

/** Turns of a refund with tools of these names; without an amount, that of the order. */
const planRefund = (find: string, refund: string, amount?: number) => ({
  turns: [
    [{ tool: find, args: { order_id: '{id}' } }],
    [{ tool: refund, args: { order_id: '{id}', amount: amount ?? '{0/total}' } }],
  ],
  answer: 'It is refunded.',
})
const PLANS = {
  'gpt-5-mini': [
    { prompt: '(?<id>A-\\d)[^]*Refund 49.9', ...planRefund('find_order', 'refund_order', 49.9) },
    { prompt: '(?<id>A-\\d)', ...planRefund('find_order', 'refund_order') },
    { prompt: '(?<id>order-\\d+)[^]*Refund 49.9', ...planRefund('get_order', 'create_refund', 49.9) },
    { prompt: '(?<id>order-\\d+)', ...planRefund('get_order', 'create_refund') },
  ],
  'gpt-5-handing': [
    {
      prompt: '(?<id>A-\\d)',
      turns: [
        [{ tool: 'find_order', args: { order_id: '{id}' } }],
        [{ tool: 'transfer_to_Refunds', args: {} }],
      ],
      answer: '',
    },
  ],
  'gpt-5-asking': [
    {
      prompt: '(?<id>A-\\d)',
      turns: [[{ tool: 'refunds', args: { input: 'Refund {id}.' } }]],
      answer: 'It is refunded.',
    },
  ],
  'gpt-5-handed': [
    {
      prompt: '(?<id>A-\\d)',
      turns: [[], [], [{ tool: 'refund_order', args: { order_id: '{id}', amount: '{0/total}' } }]],
      answer: 'It is refunded.',
    },
  ],
}

const readGuide = (name: string): string => readFileSync(join(GUIDES, `${name}.md`), 'utf8')

/** Files of a guide: blocks whose first line is a comment with a path. */
const readFiles = (name: string): Map<string, string> =>
  new Map(
    [...readGuide(name).matchAll(/^```(?:ts|js|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms)].map(
      ([, path = '', text = '']) => [path, text],
    ),
  )

/** Writes the files of a guide; those that a guide has from the guide of LangChain come from there. */
function follow(name: string): Project {
  const project = createProject('basic')
  rmSync(join(project.dir, 'tasks.suite.jsonl'))
  const files = new Map([
    ['package.json', '{ "name": "desk", "private": true, "type": "module" }'],
    ...[...readFiles('langchain')].filter(([path]) => !path.startsWith('src/')),
    ...readFiles(name),
  ])
  for (const [path, text] of files) {
    const file = join(project.dir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return project
}

/** The change that a guide asks for, in its words. */
const CHANGES: Readonly<Record<string, [file: string, from: string, to: string]>> = {
  langchain: ['src/desk.ts', 'createAgent({ ', "createAgent({ systemPrompt: 'Refund 49.9 in every case.', "],
  'ai-sdk': [
    'src/desk.ts',
    'new ToolLoopAgent({ ',
    "new ToolLoopAgent({ instructions: 'Refund 49.9 in every case.', ",
  ],
  'openai-agents': [
    'src/desk.ts',
    'new Agent({ ',
    "new Agent({ instructions: 'Refund 49.9 in every case.', ",
  ],
  functions: ['src/desk.ts', "'You help customers.'", "'Refund 49.9 in every case.'"],
  openapi: ['src/agent.ts', "'You help customers.'", "'Refund 49.9 in every case.'"],
  mcp: ['src/agent.ts', "'You help customers.'", "'Refund 49.9 in every case.'"],
}
const IMPORTS: Readonly<Record<string, string[]>> = {
  openapi: ['openapi', 'api.yaml'],
  mcp: ['mcp', '--command', 'node src/server.mjs'],
}

/** The first lines of a gate's verdict, to the first cause. */
const readVerdict = (text: string): string[] =>
  / gate {2}REGRESSED.*?step_\d[^\n]*/s.exec(text)?.[0].split('\n') ?? []

describe('the guide', () => {
  let model: Awaited<ReturnType<typeof startScriptedModelServer>>
  beforeAll(async () => {
    const { dir } = createProject('basic')
    writeFileSync(join(dir, 'plans.json'), JSON.stringify(PLANS))
    model = await startScriptedModelServer(join(dir, 'plans.json'))
  })
  afterAll(() => model.close())

  it.each(Object.keys(CHANGES))('%s leads from green to red', async (name) => {
    const project = follow(name)
    const imported = IMPORTS[name]
    if (imported !== undefined) {
      const made = await runCliHere(['import', ...imported, '--out', 'api.toolkit.json'], project.dir)
      expect(made.status, made.stdout + made.stderr).toBe(0)
    }
    const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url }
    for (let run = 0; run < BASELINE_RUNS; run++) {
      await project.exits(0, ['run'], env)
      expect(project.run().cases.map(({ score }) => score?.reason)).toEqual(Array(4).fill(undefined))
      const updated = await runCliHere(['baseline', 'update'], project.dir)
      expect(updated.status, updated.stdout + updated.stderr).toBe(0)
    }
    const [file, from, to] = CHANGES[name] ?? ['', '', '']
    const before = project.read(file)
    expect(before).toContain(from)
    expect(readGuide(name)).toContain('Refund 49.9 in every case.')
    project.write(file, before.replace(from, to))
    const { stdout } = await project.exits(1, ['run'], env)
    expect(readVerdict(stdout)).toEqual(readVerdict(readGuide(name)))
    expect(readVerdict(stdout)).toHaveLength(4)
  })
  it('openai-agents says what handoffs, agents as tools and approvals need', async () => {
    const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url }
    const project = follow('openai-agents')
    const desk = project.read('src/desk.ts')
    const readCauses = () => project.run().cases.map(({ score }) => score?.cause)

    project.write(
      'src/desk.ts',
      desk
        .replace(
          'tools: [findOrder, refundOrder]',
          "tools: [findOrder], handoffs: [new Agent({ name: 'Refunds', model: 'gpt-5-handed', tools: [refundOrder] })]",
        )
        .replace('gpt-5-mini', 'gpt-5-handing'),
    )
    await project.exits(0, ['run'], env)
    expect(readCauses()).toEqual(Array(4).fill(undefined))

    project.write(
      'src/desk.ts',
      desk.replace(
        "new Agent({ name: 'Desk', model: 'gpt-5-mini', tools: [findOrder, refundOrder] })",
        `new Agent({ name: 'Desk', model: 'gpt-5-asking', tools: [
          new Agent({ name: 'Refunds', model: 'gpt-5-mini', tools: [findOrder, refundOrder] })
            .asTool({ toolName: 'refunds', toolDescription: 'Refunds an order.' }),
        ] })`,
      ),
    )
    expect(project.read('src/desk.ts')).toContain('asTool')
    await project.exits(0, ['run'], env)
    expect(readCauses()).toEqual(Array(4).fill(undefined))

    project.write('src/desk.ts', desk.replace("name: 'refund_order',", '$& needsApproval: true,'))
    await project.exits(0, ['run'], env)
    expect(readCauses()).toEqual(Array(4).fill('missing-call'))

    const config = project.read('vitest.config.ts')
    project.write('vitest.config.ts', config.replace('./test/agent.ts', './test/approving-agent.ts'))
    await project.exits(0, ['run'], env)
    expect(readCauses()).toEqual(Array(4).fill(undefined))
  })
})
