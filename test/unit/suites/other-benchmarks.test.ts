import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { importOpenAiToolkit } from '../../../src/tools/imported/import/openai.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../../src/tools/registry.ts'

/** The script of the guide, run as a reader would. Rows are written here in the formats of the two data sets. */
const GUIDE = resolve(import.meta.dirname, '../../../docs/guides/migrate.md')
const dir = mkdtempSync(join(tmpdir(), 'tracewright-rows-'))
const at = (file: string): string => join(dir, file)
beforeAll(() => {
  const [, script = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(GUIDE, 'utf8')) ?? []
  writeFileSync(at('convert.mjs'), script)
})
afterAll(() => rmSync(dir, { recursive: true }))

const convert = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync('node', ['convert.mjs', ...args], { cwd: dir, encoding: 'utf8' })
const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

function verdicts(
  name: string,
  attempts: readonly (readonly [string, JsonObject])[][],
  answer: string | null = null,
) {
  const { toolkit } = importOpenAiToolkit(
    JSON.parse(readFileSync(at(`${name}.tools.json`), 'utf8')),
    name,
    name,
  )
  const registry = registryOf(simulatorsOfToolkit(toolkit))
  const [first] = loadSuite(at(`${name}.suite.jsonl`))
  if (first === undefined) throw new Error('the suite is empty')
  const { task } = first
  return attempts.map((calls) => {
    const trace: Trace = {
      task_id: task.task_id,
      attempt: 0,
      final_answer: answer,
      calls: calls.map(([tool_name, args], i) => ({
        id: `call_${i}`,
        tool_name,
        arguments: args,
        status: 200,
        result: {},
        started: 0,
        ended: 1,
      })),
    }
    return scoreTrace(task, trace, registry).solved
  })
}

describe('rows of other benchmarks', () => {
  it('BFCL: accepted values, arguments that may be left out, and calls in any order', () => {
    const area = {
      name: 'geometry.area',
      description: 'Area of a triangle.',
      parameters: {
        type: 'dict',
        properties: { base: { type: 'integer' }, height: { type: 'float' }, unit: { type: 'string' } },
        required: ['base', 'height'],
      },
    }
    const question = [[{ role: 'user', content: 'Areas of triangles with bases 4 and 6, and height 2.5?' }]]
    writeFileSync(
      at('q.jsonl'),
      linesOf([
        { id: 'parallel_0', question, function: [area] },
        { id: 'parallel_1', question, function: [{ ...area, description: 'Another.' }] },
      ]),
    )
    const call = (base: number): object => ({
      'geometry.area': { base: [base], height: [2.5], unit: ['cm', 'centimetre', ''] },
    })
    writeFileSync(
      at('a.jsonl'),
      linesOf(['parallel_0', 'parallel_1'].map((id) => ({ id, ground_truth: [call(4), call(6)] }))),
    )
    const done = convert('bfcl', 'q.jsonl', 'a.jsonl', 'areas')
    expect(done).toMatchObject({
      status: 0,
      stdout: '1 tasks in areas.suite.jsonl, 1 tools in areas.tools.json\n',
    })
    expect(done.stderr).toContain('left out: parallel_1, another row has another function of this name')
    const made = (base: number, more: JsonObject = {}) =>
      ['geometry_area', { base, height: 2.5, ...more }] as const
    expect(
      verdicts('areas', [
        [made(4), made(6)],
        [made(6, { unit: 'centimetre' }), made(4, { unit: 'cm' })],
        [made(4), made(6, { unit: 'inch' })],
        [made(4)],
        [made(4), made(5)],
      ]),
    ).toEqual([true, true, false, false, false])
  })

  it('tau2: actions, compared arguments, and what the answer has to say', () => {
    const tool = (name: string, properties: object) => ({
      type: 'function',
      function: { name, description: name, parameters: { type: 'object', properties } },
    })
    const text = { type: 'string' }
    writeFileSync(at('tools.json'), JSON.stringify([tool('cancel_booking', { booking: text, note: text })]))
    const scenario = (instructions: unknown) => ({ user_scenario: { instructions } })
    const actions = [
      { name: 'cancel_booking', arguments: { booking: 'BK-7', note: 'ill' }, compare_args: ['booking'] },
    ]
    writeFileSync(
      at('tasks.json'),
      JSON.stringify([
        {
          id: 3,
          ...scenario({ task_instructions: 'Cancel booking BK-7.', known_info: 'You are ill.' }),
          evaluation_criteria: { actions, communicate_info: ['42.50'] },
        },
        { id: 4, ...scenario('Ask for the weather.'), evaluation_criteria: { actions: [] } },
      ]),
    )
    const done = convert('tau2', 'tasks.json', 'tools.json', 'desk')
    expect(done.status, done.stderr).toBe(0)
    expect(done.stderr).toContain('left out: 4')
    const calls = (booking: string) => [['cancel_booking', { booking, note: 'flu' }] as const]
    expect(verdicts('desk', [calls('BK-7'), calls('BK-8')], 'You get 42.50 back.')).toEqual([true, false])
    expect(verdicts('desk', [calls('BK-7')], 'It is cancelled.')).toEqual([false])
  })

  it('says what it cannot convert', () => {
    writeFileSync(at('empty.json'), '[]')
    const done = convert('tau2', 'empty.json', 'empty.json', 'none')
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('empty.json has no row that can be converted')
  })
})
