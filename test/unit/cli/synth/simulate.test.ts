import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addJsonOption } from '../../../../src/cli/add-named.ts'
import { addSynth } from '../../../../src/cli/commands/synth/index.ts'
import { SHOP_STATE } from '../../synthetic/simulate/kiln-shop.ts'

const TOOL = {
  id: 'take',
  name: 'Take Glaze',
  description: 'Takes glaze out of the store.',
  parameters: [
    { name: 'glaze_id', type: 'string', required: true, description: 'Id of the glaze.' },
    { name: 'kilograms', type: 'number', required: true, description: 'How much (0.1-50).' },
  ],
  errors: ['Too much: the kilograms exceed what is in stock.'],
  usage: '',
  outputs: [
    { name: 'left', type: 'number', description: 'What is left.' },
    { name: 'receipt_id', type: 'string', description: 'Receipt.' },
  ],
  effect: 'write',
  handler: {
    collection: 'glazes',
    action: 'update',
    match: [{ parameter: 'glaze_id', field: 'glaze_id' }],
    one: true,
    set: [{ field: 'stock_kg', to: { subtract: 'kilograms' } }],
    nonNegative: ['stock_kg'],
    outputs: [{ output: 'left', from: { field: 'stock_kg' } }],
  },
}
/** A chat model, as plain JavaScript, that counts how often it is asked. */
const MODEL = `
const answers = {
  tool_response: { refusal: null, output: { left: 11.5, receipt_id: 'R-1' } },
  verdict: { judgment: 'correct', confidence: 1, reasoning: 'As it says.' },
}
const raw = (answer) => ({ toDict: () => ({ type: 'ai', data: { content: JSON.stringify(answer) } }), content: JSON.stringify(answer) })
export default {
  _llmType: () => 'fixed', _identifyingParams: () => ({}),
  invoke: async () => ({}),
  withStructuredOutput: (_, { name }) => ({ invoke: async () => ({ raw: raw(answers[name]), parsed: answers[name] }) }),
}
`
const PLACEHOLDERS = ['--model', 'placeholders']
const take = (kilograms: number) => ({ tool: 'take', args: { glaze_id: 'GLZ-001', kilograms } })

describe('synth handlers without a model, and synth simulate', () => {
  let folder: string
  const at = (name: string): string => join(folder, name)
  const write = (name: string, ...rows: unknown[]): string => {
    writeFileSync(at(name), rows.map((row) => JSON.stringify(row)).join('\n'))
    return at(name)
  }
  /** Lines that the command printed. */
  async function run(...args: string[]): Promise<Record<string, unknown>[]> {
    const lines: string[] = []
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
    try {
      const program = addJsonOption(new Command().exitOverride())
      await addSynth(program, args)
      await program.parseAsync(['synth', ...args, '--json'], { from: 'user' })
    } finally {
      spy.mockRestore()
    }
    return lines.map((line) => JSON.parse(line))
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'simulate-'))
    const files = ['--tools', write('tools.jsonl', TOOL), '--state', write('state.json', SHOP_STATE)]
    const [counts] = await run('handlers', ...files, '--out', at('shop.toolkit.json'))
    expect(counts).toMatchObject({ name: 'shop', tools: 1, handlers: 1, collections: 2, known: 0 })
  })
  const simulate = (calls: unknown[], ...more: string[]) =>
    run('simulate', '--toolkit', at('shop.toolkit.json'), '--calls', write('calls.jsonl', ...calls), ...more)

  it('print one line a call, and one a sequence, which shares a world', async () => {
    const [alone, sequence] = await simulate(
      [take(2.5), { sequence: [take(2.5), take(11), take(10)] }],
      ...PLACEHOLDERS,
    )
    expect(alone).toEqual({
      tool: 'take',
      status: 'PASS',
      code: 200,
      parameter: null,
      message: null,
      rule: null,
      output: { left: 10, receipt_id: 'placeholder: receipt_id' },
      origin: 'placeholder',
    })
    expect(sequence).toMatchObject({
      sequence: [
        { output: { left: 10 } },
        { status: 'FAIL', code: 400, rule: 'balance', parameter: 'kilograms', output: null, origin: null },
        { output: { left: 0 } },
      ],
    })
  })

  it('say that nothing answers an open call, with exit code 1 and what would supply the answer', async () => {
    const [open] = await simulate([take(0.5)])
    expect(open).toMatchObject({ status: 'ERROR', output: null, origin: null })
    expect(open?.message).toMatch(/Nothing answers Take Glaze\(.*--model.*--known.*--model placeholders/)
    expect(process.exitCode).toBe(1)
    process.exitCode = 0
  })

  it('ask a model for what nothing covers, keep its answers, and replay them for the same state alone', async () => {
    const model = at('model.mjs')
    writeFileSync(model, MODEL)
    const [asked] = await simulate([take(1)], '--model', model, '--keep')
    // What the records say stays as they say it.
    expect(asked).toMatchObject({ output: { left: 11.5, receipt_id: 'R-1' }, origin: 'model' })
    const kept = JSON.parse(readFileSync(at('shop.toolkit.json'), 'utf8'))
    expect(kept.answers).toMatchObject([
      { ...take(1), seed: 0, output: { receipt_id: 'R-1' }, refusal: null },
    ])
    const [{ sequence }] = (await simulate([{ sequence: [take(1), take(1)] }])) as [{ sequence: object[] }]
    expect(sequence).toMatchObject([{ output: { left: 11.5, receipt_id: 'R-1' } }, { status: 'ERROR' }])
    process.exitCode = 0
  })

  it('refuse files without calls and --keep without a model', async () => {
    await expect(simulate([])).rejects.toThrow('calls.jsonl: it is empty')
    await expect(simulate([{ tool: 'take' }])).rejects.toThrow('calls.jsonl:1: expected {"tool","args"}')
    for (const more of [[], PLACEHOLDERS])
      await expect(simulate([take(1)], '--keep', ...more)).rejects.toThrow(
        'Invalid --keep: it requires the --model',
      )
  })

  it('have placeholders in environments as well, and no result without them', async () => {
    const task = { task_id: 't', prompt: 'Take glaze and burn it.', available_tools: ['Take_Glaze'] }
    const infeasible = { because: 'no_tool', tool: 'Burn', detail: 'Nothing burns.' }
    const tasks = write('shop.tasks.jsonl', { valid: false, difficulty: 'simple', task, infeasible })
    writeFileSync(
      at('agent.mjs'),
      `export default async ({ tools }) => {
        const { receipt_id } = await tools[0].invoke(${JSON.stringify(take(1).args)})
        return 'INFEASIBLE: nothing burns ' + receipt_id
      }`,
    )
    const environment = ['environment', '--tasks', tasks, '--agent', at('agent.mjs')]
    const [summary] = await run(...environment, ...PLACEHOLDERS)
    expect(summary).toMatchObject({
      results: [{ solved_at: 1, message: 'INFEASIBLE: nothing burns placeholder: receipt_id' }],
    })
    await expect(run(...environment)).rejects.toThrow('Nothing answers Take Glaze')
  })
})
