import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { formatJsonLines, readLines } from '../support/json-lines.ts'

const MODEL = resolve(import.meta.dirname, 'projects/synth/model.mjs')
const IN_FLIGHT = 4
const dir = mkdtempSync(join(tmpdir(), 'tracewright-synth-'))
const at = (name: string): string => join(dir, name)

interface Run {
  stage: string
  in: string
  out: string
  more?: string[]
  /** Fields of --model. */
  model?: object
  env?: Record<string, string>
}

const argsOf = ({ stage, in: input, out, model, more = [] }: Run): string[] => [
  ...['synth', 'generate', stage, '--in', at(input), '--out', at(out), '--json'],
  ...['--model', JSON.stringify({ model: MODEL, concurrency: IN_FLIGHT, ...model }), ...more],
]

function generate(run: Run) {
  const { status, stdout, stderr } = runCli(argsOf(run), dir, run.env)
  return { status, stderr, report: stdout === '' ? {} : JSON.parse(stdout) }
}

beforeAll(() => {
  writeFileSync(at('themes.jsonl'), '{"theme":"public services"}\n')
  const two = ['--count', '2']
  expect(generate({ stage: 'fields', in: 'themes.jsonl', out: 'fields.jsonl', more: two }).status).toBe(0)
  expect(generate({ stage: 'subdomains', in: 'fields.jsonl', out: 'subs.jsonl', more: two }).status).toBe(0)
  expect(generate({ stage: 'tasks', in: 'subs.jsonl', out: 'tasks.jsonl', more: two }).status).toBe(0)
})

const dedupe = (...args: string[]) => runCli(['synth', 'dedupe', ...args])

describe('synth dedupe', () => {
  it('takes embeddings from a module, and writes the tools that stay', () => {
    const tool = (id: string, name: string) => ({
      ...{
        id,
        field: 'shop',
        name,
        description: `${name}.`,
        parameters: [],
        usage: '',
        errors: [],
        outputs: [],
      },
      plan: [{ kind: 'kept as it is' }],
    })
    const all = [tool('a', 'Red Door'), tool('b', 'Red Gate'), tool('c', 'Blue Wall')]
    writeFileSync(at('whole.jsonl'), formatJsonLines(all))
    writeFileSync(
      at('embeddings.mjs'),
      `export default { embedDocuments: async (texts) => texts.map((text) => text.includes('red') ? [1, 0.1] : [0, 1]) }\n`,
    )
    const call = ['--tools', at('whole.jsonl'), '--by', at('embeddings.mjs'), '--out', at('kept.jsonl')]
    const { status, stdout } = dedupe(...call, '--json')
    expect(status).toBe(0)
    const { kept, dropped } = JSON.parse(stdout)
    expect([kept.length, dropped.length]).toEqual([2, 1])
    const stay = readLines(at('kept.jsonl')).map((line) => JSON.parse(line))
    expect(stay).toEqual(all.filter(({ id }) => id !== dropped[0].id))
  })

  it.each([
    ['no tools', ['--tools', 'none.jsonl'], 'Failed to read tools '],
    [
      'a tau that is none',
      ['--tools', 'whole.jsonl', '--tau', '85'],
      'Invalid --tau 85: expected a number over 0, at most 1.',
    ],
  ])('refuses %s with exit code 2', (_, args, cause) => {
    const { status, stdout, stderr } = dedupe(
      ...args.map((arg) => (/\.\w+$/.test(arg) && !/^\d/.test(arg) ? at(arg) : arg)),
    )
    expect(stderr).toContain(cause)
    expect([status, stdout]).toEqual([2, ''])
  })
})

describe('synth generate', () => {
  it('makes tools from themes, stage by stage, and deduplicates them', () => {
    const run = { stage: 'tools', in: 'tasks.jsonl', out: 'tools.jsonl' }
    const { status, report } = generate(run)
    expect(status).toBe(0)
    // 2 fields of 2 subdomains of 2 tasks of 4 tools; one question a task and one a tool.
    expect(report).toMatchObject({ items: 40, done: 40, failed: [], stopped: null, calls: 40, replayed: 0 })
    expect(readLines(at('tools.jsonl'))).toHaveLength(32)
    const { kept, dropped } = JSON.parse(dedupe('--tools', at('tools.jsonl'), '--json').stdout)
    expect(kept.length + dropped.length).toBe(32)
  })

  it('refuses a module without a model, and input that is none, with exit code 2', () => {
    writeFileSync(at('none.mjs'), 'export default 7\n')
    const run = { stage: 'fields', in: 'themes.jsonl', out: 'x.jsonl' }
    const wrong = runCli(argsOf({ ...run, model: { model: at('none.mjs') } }))
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toContain('the default export is not one')
    expect(generate({ ...run, in: 'tasks.jsonl' })).toMatchObject({ status: 2 })
    expect(generate({ ...run, stage: 'tools', more: ['--count', '3'] })).toMatchObject({ status: 2 })
  })
})
