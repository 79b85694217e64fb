import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { addNamed } from '../../../src/cli/add-named.ts'
import { describeCallError } from '../../../src/cli/call-error.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { provideTools } from '../../../src/tools/served.ts'

provideTools(() => registry)

/** Runs a command; gives what it prints. */
async function run(...args: string[]): Promise<{ out: string; error: string }> {
  const said = { out: '', error: '' }
  const program = new Command('tracewright').exitOverride().configureOutput({
    outputError: (text) => {
      said.error += describeCallError(text, program, args)
    },
  })
  for (const [stream, name] of [
    [process.stdout, 'out'],
    [process.stderr, 'error'],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said[name] += text
      return true
    })
  await addNamed(program, COMMANDS, args)
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    if (said.error === '') throw error
  })
  return said
}

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})

describe('a call that lacks something names all of it, with an example', () => {
  it.each([
    [
      ['generate'],
      'generate requires --seed <number> and --out <file>, as in `npx tracewright generate --tools api.toolkit.json --seed 1 --out test/api.suite.ts`.\n',
    ],
    [
      ['generate', '--seed', '1'],
      'generate requires --out <file>, as in `npx tracewright generate --tools api.toolkit.json --seed 1 --out test/api.suite.ts`.\n',
    ],
    [
      ['diff'],
      'diff requires <base> and <head>, as in `npx tracewright diff base/run.json .vitest/tracewright/run.json`.\n',
    ],
    [
      ['publish'],
      'publish requires <suite>, --out <folder> and --licence <spdx>, as in `npx tracewright publish desk.suite.jsonl --out release --licence CC-BY-4.0`.\n',
    ],
    [
      ['baseline', 'update', '--accept'],
      'baseline update: --accept requires <reason>, as in `npx tracewright baseline update --accept "new model"`.\n',
    ],
    [
      ['synth', 'tasks', '--tools', 't.jsonl'],
      'synth tasks requires --plans <file>, --out <prefix> and --model <spec>. `npx tracewright synth tasks --help` says more.\n',
    ],
  ])('%j', async (args, said) => {
    expect((await run(...args)).error).toBe(said)
  })

  it('a required option that is misspelt gets the name that was meant', async () => {
    expect((await run('generate', '--sed', '1')).error).toBe(
      'generate: unknown option "--sed"; did you mean "--seed"?\n',
    )
  })

  it('other errors keep their words', async () => {
    const { error } = await run('baseline', 'check', '--verbos')
    expect(error).toBe("unknown option '--verbos'\n(Did you mean --verbose?)\n")
  })
})

describe('simulate says what a tool takes, and exits with 1', () => {
  it.each([
    ['{"town":"Oslo"}', 'unknown parameter "town". get_weather takes city.\n'],
    [
      '{"city":"Oslo","citty":1}',
      'unknown parameter "citty"; did you mean "city"? get_weather takes city.\n',
    ],
    ['{}', 'get_weather takes city. `npx tracewright tools --name get_weather --json` has the schema.\n'],
    ['[]', 'get_weather takes city. `npx tracewright tools --name get_weather --json` has the schema.\n'],
  ])('%s', async (args, said) => {
    const { out, error } = await run('simulate', 'get_weather', '--args', args)
    expect(error).toBe(`tracewright: ${said}`)
    expect(JSON.parse(out)).toMatchObject({ ok: false })
    expect(process.exitCode).toBe(1)
  })

  it('an answer of a right call is no error of the call', async () => {
    const { error } = await run('simulate', 'get_weather', '--args', '{"city":"Oslo"}')
    expect([error, process.exitCode]).toEqual(['', 0])
  })
})

describe('what a command says about its input', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracewright-messages-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('generate groups what is missing by the reason, and says what helps', async () => {
    const tools = join(folder, 'tools.mjs')
    const zod = JSON.stringify(import.meta.resolve('zod'))
    writeFileSync(
      tools,
      `import { z } from ${zod}
      const id = z.string()
      export const tools = [
        { name: 'find_order', description: 'Finds an order.', input: z.object({ order_id: id }), output: z.object({ total: z.number() }) },
        { name: 'refund_order', description: 'Refunds an order.', input: z.object({ order_id: id, amount: z.number() }), output: z.object({ refunded: z.boolean() }) },
      ]\n`,
    )
    const { out } = await run(
      'generate',
      '--seed',
      '1',
      '--tools',
      tools,
      '--out',
      join(folder, 'a.suite.ts'),
    )
    const lines = out.split('\n')
    const from = lines.indexOf('Fewer tasks than asked for:')
    expect(lines.slice(from + 1, from + 4)).toEqual([
      expect.stringMatching(/^ {2}L0_node \d+ of 28: /),
      '  L1_chain 0 of 38, L2_parallel 0 of 24, L3_dag 0 of 30: no tool returns an id that another tool accepts',
      expect.stringMatching(/^ {2}deciding \d+ of \d+: /),
    ])
    expect(out).toContain('\n  For more tasks, add tools that take what others return')
  })

  it('audit says what to do about each rule that found something, and counts the others', async () => {
    const suite = join(folder, 'b.suite.jsonl')
    const step = {
      step_id: 'step_1',
      tool_name: 'get_weather',
      arguments: { city: 'Bergen' },
      depends_on: [],
    }
    const task = {
      task_id: 'a',
      level: 'L0_node',
      prompt: 'How warm is it?',
      available_tools: ['get_weather'],
    }
    writeFileSync(suite, `${JSON.stringify({ ...task, expected_trace: { steps: [step] } })}\n`)
    const { out } = await run('audit', suite, '--workers', '1')
    expect(out).toMatch(
      /│ provenance +│ +1 │ state the value in the prompt, or bind it to the step that returns it/,
    )
    expect(out).not.toMatch(/│ (oracle|duplicates)/)
    expect(out).toMatch(/\n\d+ rules found nothing\.\n0 of 1 tasks are valid\.\n/)
  })
})
