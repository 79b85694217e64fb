import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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
const answer = { left: 11.5, receipt_id: 'R-1' }
export default {
  _llmType: () => 'fixed', _identifyingParams: () => ({}),
  invoke: async () => ({}),
  withStructuredOutput: () => ({ invoke: async () => ({ raw: { toDict: () => ({ type: 'ai', data: { content: JSON.stringify(answer) } }), content: JSON.stringify(answer) }, parsed: answer }) }),
}
`
const take = (kilograms: number) => ({ tool: 'take', args: { glaze_id: 'GLZ-001', kilograms } })

describe('synth toolkit and synth simulate', () => {
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
      const synth = await addSynth(new Command().exitOverride(), args)
      await synth.parseAsync([...args, '--json'], { from: 'user' })
    } finally {
      spy.mockRestore()
    }
    return lines.map((line) => JSON.parse(line))
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'simulate-'))
    const files = ['--tools', write('tools.jsonl', TOOL), '--state', write('state.json', SHOP_STATE)]
    const [counts] = await run('toolkit', ...files, '--out', at('shop.toolkit.json'))
    expect(counts).toMatchObject({ name: 'shop', tools: 1, handlers: 1, collections: 2, known: 0 })
  })
  const simulate = (calls: unknown[], ...more: string[]) =>
    run('simulate', '--toolkit', at('shop.toolkit.json'), '--calls', write('calls.jsonl', ...calls), ...more)

  it('print one line a call, and one a sequence, which shares a world', async () => {
    const [alone, sequence] = await simulate([take(2.5), { sequence: [take(2.5), take(11), take(10)] }])
    expect(alone).toEqual({
      tool: 'take',
      status: 'PASS',
      code: 200,
      parameter: null,
      message: null,
      rule: null,
      output: { left: 10, receipt_id: expect.stringMatching(/^RECE-[0-9A-F]{12}$/) },
      origin: 'synthetic',
    })
    expect(sequence).toMatchObject({
      sequence: [
        { output: { left: 10 } },
        { status: 'FAIL', code: 400, rule: 'balance', message: TOOL.errors[0], output: null, origin: null },
        { output: { left: 0 } },
      ],
    })
  })

  it('have other figures at another seed, and others for an equal write', async () => {
    const [published] = await simulate([take(0.5)])
    const [other] = await simulate([take(0.5)], '--seed', '5')
    expect(other).not.toEqual(published)
    const [twice] = await simulate([{ sequence: [take(0.5), take(0.5)] }])
    const ids = JSON.stringify(twice).match(/RECE-[0-9A-F]{12}/g)
    expect(new Set(ids).size).toBe(2)
  })

  it('ask a model for what would be made up, keep its answers, and replay them from the toolkit', async () => {
    const model = at('model.mjs')
    writeFileSync(model, MODEL)
    const [asked] = await simulate([take(1)], '--model', model, '--keep')
    expect(asked).toMatchObject({ output: { left: 11.5, receipt_id: 'R-1' }, origin: 'model' })
    const kept = JSON.parse(readFileSync(at('shop.toolkit.json'), 'utf8'))
    expect(kept.known).toEqual([{ ...take(1), output: { left: 11.5, receipt_id: 'R-1' } }])
    expect((await simulate([take(1)]))[0]).toMatchObject({ output: { receipt_id: 'R-1' }, origin: 'known' })
  })

  it('refuse files without calls and --keep without a model', async () => {
    await expect(simulate([])).rejects.toThrow('calls.jsonl has none')
    await expect(simulate([{ tool: 'take' }])).rejects.toThrow('calls.jsonl:1: expected {"tool","args"}')
    await expect(simulate([take(1)], '--keep')).rejects.toThrow('Give one with --model')
  })
})
