import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { addNamed } from '../../../src/cli/add-named.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { buildRun } from '../../../src/run/model.ts'
import { TracewrightError } from '../../../src/shared/errors.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { provideTools } from '../../../src/tools/served.ts'
import { attemptOf, scoredCase } from './cases.ts'

provideTools(() => registry)
const folder = mkdtempSync(join(tmpdir(), 'tracewright-overwrite-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

const SUITE = `${JSON.stringify({
  task_id: 'one',
  level: 'L0_node',
  prompt: 'What is the weather in Oslo now?',
  available_tools: ['get_weather'],
  expected_trace: {
    steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] }],
  },
})}\n`
writeFileSync(at('one.suite.jsonl'), SUITE)
writeFileSync(at('two.suite.jsonl'), SUITE.replace('"one"', '"two"'))
const run = buildRun({
  ...{ id: 'r1', mode: 'score', suites: 'some', scope: 'whole', failed: false, traces: [], errors: [] },
  cases: [scoredCase(0, [attemptOf(0, true, 0)])],
})
writeFileSync(at('run.json'), JSON.stringify(run))
writeFileSync(
  at('api.json'),
  JSON.stringify([{ type: 'function', function: { name: 'find_order', parameters: { type: 'object' } } }]),
)
writeFileSync(
  at('tools.mjs'),
  `import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
export const tools = [{ name: 'find_order', description: 'Finds an order.', input: z.object({ order_id: z.string() }), output: z.object({ total: z.number() }) }]\n`,
)

/** Runs a command whose words with a dot are files of the folder. Gives what it is refused with, if it is. */
async function refusal(command: string): Promise<string | undefined> {
  const args = command.split(' ').map((word) => (word.includes('.') ? at(word) : word))
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(() => true)
  try {
    const program = new Command().exitOverride()
    await addNamed(program, COMMANDS, args)
    await program.parseAsync(args, { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof TracewrightError) return error.message
    throw error
  } finally {
    vi.restoreAllMocks()
    process.exitCode = 0
  }
}

describe('a command replaces its own output alone', { timeout: 60_000 }, () => {
  it.each([
    ['report one.suite.jsonl --html', 'page.html'],
    ['audit one.suite.jsonl --workers 1 --fix-out', 'repaired.suite.jsonl'],
    ['bind one.suite.jsonl --out', 'bound.suite.jsonl'],
    ['bind one.suite.jsonl --out', 'bound.suite.ts'],
    ['generate --seed 1 --plain --no-vet --l0 2 --l1 0 --l2 0 --l3 0 --out', 'made.suite.jsonl'],
    ['import openai api.json --out', 'api.toolkit.json'],
  ])('%s', async (command, name) => {
    writeFileSync(at(name), 'export const mine = 1\n')
    expect(await refusal(`${command} ${name}`)).toMatch(
      /^Failed to write .*: it exists, and this command did not write what it contains\. Name another file, or delete it\.$/,
    )
    expect(readFileSync(at(name), 'utf8')).toBe('export const mine = 1\n')

    rmSync(at(name))
    expect(await refusal(`${command} ${name}`)).toBeUndefined()
    const written = readFileSync(at(name), 'utf8')
    expect(await refusal(`${command} ${name}`)).toBeUndefined()
    expect(readFileSync(at(name), 'utf8')).toHaveLength(written.length)
  })

  it.each([
    ['bind one.suite.jsonl --out', 'edited.suite.jsonl'],
    ['generate --seed 1 --plain --no-vet --l0 2 --l1 0 --l2 0 --l3 0 --out', 'edited2.suite.jsonl'],
  ])('%s: an edited suite stays', async (command, name) => {
    expect(await refusal(`${command} ${name}`)).toBeUndefined()
    const edited = readFileSync(at(name), 'utf8').replace('"prompt":"', '"prompt":"Please: ')
    writeFileSync(at(name), edited)
    expect(await refusal(`${command} ${name}`)).toContain('did not write what it contains')
    expect(readFileSync(at(name), 'utf8')).toBe(edited)
  })

  it('a suite of JSON lines follows tools that changed, unless it was edited', async () => {
    writeFileSync(
      at('shop.mjs'),
      `import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
export const tools = [
  { name: 'get_order', description: 'Get an order by its id.', input: z.object({ order_id: z.string() }) },
  { name: 'get_customer', description: 'Get a customer by id.', input: z.object({ customer_id: z.string() }) },
  { name: 'cancel_order', description: 'Cancel an order.', input: z.object({ order_id: z.string() }) },
]
export const order = z.object({ id: z.string(), total: z.number(), customer_id: z.string() })\n`,
    )
    const command = 'generate --seed 1 --plain --no-vet --tools shop.mjs --out shop.suite.jsonl'
    const read = (): string => readFileSync(at('shop.suite.jsonl'), 'utf8')
    expect(await refusal(command)).toBeUndefined()
    const before = read()
    // The module is loaded once in this process.
    const shop = (await import(pathToFileURL(at('shop.mjs')).href)) as { tools: object[]; order: unknown }
    const [getOrder = {}] = shop.tools
    Object.assign(getOrder, { output: shop.order })
    expect(await refusal(command)).toBeUndefined()
    const after = read()
    expect(after.length).toBeGreaterThan(before.length)
    const edited = after.replace('"prompt":"', '"prompt":"Please: ')
    writeFileSync(at('shop.suite.jsonl'), edited)
    Object.assign(getOrder, { output: undefined })
    expect(await refusal(command)).toContain('did not write what it contains')
    expect(read()).toBe(edited)
  })

  it('an audit refuses an occupied path before its work', async () => {
    writeFileSync(at('taken.suite.jsonl'), 'export const mine = 1\n')
    // Its work would begin with the model, which there is not.
    expect(await refusal('audit one.suite.jsonl --model none:none --fix-out taken.suite.jsonl')).toContain(
      'did not write what it contains',
    )
    expect(await refusal('audit one.suite.jsonl --model none:none --fix-out free.suite.jsonl')).not.toContain(
      'did not write',
    )
  })

  it('a report of another suite is replaced', async () => {
    expect(await refusal('report two.suite.jsonl --html again.html')).toBeUndefined()
    const before = readFileSync(at('again.html'), 'utf8')
    expect(await refusal('report one.suite.jsonl --out again.html')).toBeUndefined()
    expect(readFileSync(at('again.html'), 'utf8')).not.toBe(before)
  })

  it('a folder of a release keeps a README that someone else wrote', async () => {
    mkdirSync(at('release.d'))
    writeFileSync(at('release.d/README.md'), '# Mine\n')
    expect(await refusal('paper run.json --no-plots --out release.d')).toContain('README.md: it exists')
    expect(readFileSync(at('release.d/README.md'), 'utf8')).toBe('# Mine\n')
    expect(await refusal('paper run.json --no-plots --out paper.d')).toBeUndefined()
    expect(await refusal('paper run.json --no-plots --published --out paper.d')).toBeUndefined()
  })

  it('serve adds no traces to a file of another kind', async () => {
    expect(await refusal('serve --http 0 --suite one.suite.jsonl --out tools.mjs')).toMatch(
      /it exists and does not contain traces/,
    )
  })
})

it.runIf(existsSync('/dev/full'))('a device is written to as it is', async () => {
  expect(await refusal('report one.suite.jsonl --html /dev/null')).toBeUndefined()
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  expect(await refusal('report one.suite.jsonl --html /dev/full')).toContain('the disk is full')
  expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
})

it('a generation that fails leaves no toolkit behind', async () => {
  expect(await refusal('generate --seed 1 --l1 5 --tools tools.mjs --out few.suite.ts')).toContain(
    'the tools give 0 different tasks',
  )
  expect(existsSync(at('few.suite.ts'))).toBe(false)
  expect(existsSync(at('few.toolkit.json'))).toBe(false)
})
