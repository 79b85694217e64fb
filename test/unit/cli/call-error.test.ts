import { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
