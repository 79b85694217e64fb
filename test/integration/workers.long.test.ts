import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLI, runCli } from '../support/cli-runs.ts'
import { workspace } from '../support/pack.ts'

const dir = mkdtempSync(join(workspace, 'workers-'))

const tracewright = (args: readonly string[], env?: Record<string, string>) => runCli(args, dir, env)

/** A tool that works where it is asked, and in a thread comes to the end that `END` names. */
const MODULE = `
import { isMainThread } from 'node:worker_threads'
import { defineSimulator } from 'tracewright'
import { z } from 'zod'

console.log('a word of the module')
const ends = {
  leaves: () => process.exit(3),
  hangs: () => { console.log('hanging'); for (;;); },
}
if (!isMainThread && process.env.END === 'fails to load') throw new Error('not in a thread')
export default [
  defineSimulator({
    name: 'read_meter',
    category: 'external_services',
    effect: 'read',
    capability: 'look-up',
    description: 'Reading of an electricity meter.',
    input: z.strictObject({ meter: z.string() }),
    output: z.strictObject({ kwh: z.number() }),
    run: ({ meter }, world) => {
      if (!isMainThread) ends[process.env.END]?.()
      return { kwh: world.draw('meter', meter).number('kwh', { min: 1000, max: 9000, decimals: 2 }) }
    },
  }),
]
`
writeFileSync(join(dir, 'own.mjs'), MODULE)
const task = (id: string): object => ({
  task_id: id,
  level: 'L0_node',
  prompt: `What is the reading in kWh of meter ${id}?`,
  available_tools: ['read_meter', 'get_weather'],
  expected_trace: {
    steps: [{ step_id: 'step_1', tool_name: 'read_meter', arguments: { meter: id }, depends_on: [] }],
  },
  expected_final_answer: { $from: 'step_1', at: '/kwh' },
})
writeFileSync(
  join(dir, 'own.suite.jsonl'),
  ['M-17', 'M-18', 'M-19', 'M-20'].map((id) => `${JSON.stringify(task(id))}\n`).join(''),
)
const AUDIT = ['audit', 'own.suite.jsonl', '--simulators', 'own.mjs', '--json']

describe('workers', () => {
  it('audit with the same report, whatever their number', () => {
    const counts = ['--l0', '8', '--l1', '6', '--l2', '4', '--l3', '3']
    const generate = ['generate', '--plain', '--seed', '42', '--out', 'drawn.suite.jsonl', ...counts]
    expect(tracewright(generate)).toMatchObject({ status: 0, stderr: '' })
    const [one, two] = [1, 2].map((workers) =>
      tracewright(['audit', 'drawn.suite.jsonl', '--json', '--workers', String(workers)]),
    )
    expect(one?.status).toBe(0)
    expect(two).toEqual(one)
  })

  it('load the simulators of a module, whose words go beside the document', () => {
    const one = tracewright([...AUDIT, '--workers', '1'])
    expect(JSON.parse(one.stdout)).toMatchObject({ tasks: 4, rules: { oracle: { checked: 4, failed: 0 } } })
    const two = tracewright([...AUDIT, '--workers', '2'])
    expect({ ...two, stderr: '' }).toEqual({ ...one, stderr: '' })
    expect(two.stderr.match(/a word of the module/g)).toHaveLength(3)
  })

  it.each([
    ['leaves', /a worker ended before its tasks \(it exited with code 3\)\. Run again with --workers 1/],
    [
      'fails to load',
      /^tracewright: Failed to load simulators own\.mjs: not in a thread \(own\.mjs:\d+:\d+\)\. Repair the module\.$/m,
    ],
  ])('that end early (one that %s) fail the command with one line', (END, line) => {
    const { status, stdout, stderr } = tracewright([...AUDIT, '--workers', '2'], { END })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    const said = stderr.split('\n').filter((text) => text !== '' && text !== 'a word of the module')
    expect(said).toEqual([expect.stringMatching(line)])
  })

  it('end with the command where it is interrupted, also one that never comes back', async () => {
    const child = spawn(process.execPath, [CLI, ...AUDIT, '--workers', '2'], {
      cwd: dir,
      env: { ...process.env, END: 'hangs' },
    })
    let stdout = ''
    child.stdout.on('data', (data) => {
      stdout += data
    })
    for await (const data of child.stderr) if (String(data).includes('word')) break
    child.kill('SIGINT')
    const [code, signal] = await once(child, 'exit')
    expect({ code, signal, stdout }).toEqual({ code: null, signal: 'SIGINT', stdout: '' })
  })
})
