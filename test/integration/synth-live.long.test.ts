import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SeenRequest, type ServerAnswer, startAnsweringServer } from '../support/answering-server.ts'
import { runCliHere } from '../support/cli-runs.ts'
import { createFolder } from '../support/folder-with.ts'
import { formatJsonLines } from '../support/json-lines.ts'
import { ADVISED, LOAN_TASKS } from '../support/loan-desk/tasks.ts'
import { LOAN_DESK } from '../support/loan-desk/toolkit.ts'
import { buildSchemaAnswer } from '../support/schema-answer.ts'
import {
  buildAdviceTask,
  chooseNextWish,
  DESK_AGENT,
  ENVIRONMENT_AGENT,
  formatAnswer,
  readAsked,
} from '../support/scripted-desk.ts'
import { shopTool } from '../unit/synthetic/simulate/kiln-shop.ts'

const dir = createFolder({}, afterAll)
const at = (name: string): string => join(dir, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

let server: Awaited<ReturnType<typeof startAnsweringServer>>
let onRequest: (request: SeenRequest, number: number) => ServerAnswer
/** Requests that the server saw in the run. */
let seen = 0
/** Of these, the ones that it answered with a whole message. */
let answered = 0

beforeAll(async () => {
  server = await startAnsweringServer((request) => {
    const answer = onRequest(request, ++seen)
    if ((answer.status ?? 200) === 200 && answer.body === undefined) answered++
    return answer
  })
  const advise = shopTool('Advise', { topic: 'string' }, { advice: 'string' }, { effect: 'read' })
  writeFileSync(
    at('loans.toolkit.json'),
    JSON.stringify({ ...LOAN_DESK, tools: [...LOAN_DESK.tools, advise] }),
  )
  writeFileSync(at('loans.tasks.jsonl'), formatJsonLines(['bows', 'pegs'].map(buildAdviceTask)))
  writeFileSync(at('loans.suite.jsonl'), formatJsonLines(Object.values(LOAN_TASKS)))
  writeFileSync(at('lender.mjs'), ENVIRONMENT_AGENT)
  writeFileSync(at('clerk.mjs'), DESK_AGENT)
  writeFileSync(
    at('talker.mjs'),
    `export default async function talker() { return 'Of course, it is done.' }\n`,
  )
})
afterAll(() => server.close())

async function run(args: readonly string[], fields: object = {}, more: readonly string[] = ['--json']) {
  seen = 0
  answered = 0
  const options = { configuration: { baseURL: `${server.url}/v1` } }
  const model = JSON.stringify({ model: 'openai:scripted', options, cache: 'answers.jsonl', ...fields })
  const given = ['synth', ...args, '--model', model, ...more]
  const ended = await runCliHere(given, dir, { OPENAI_API_KEY: 'none' })
  return { ...ended, report: ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : {} }
}

const COMMANDS = [
  {
    name: 'environment',
    args: ['environment', '--tasks', 'loans.tasks.jsonl', '--agent', 'lender.mjs'],
    answer: (request: SeenRequest) => {
      const { name, schema, prompt } = readAsked(request)
      const verdict = { judgment: 'correct', confidence: 0.9, reasoning: 'As it says.' }
      return formatAnswer(name === 'verdict' ? verdict : buildSchemaAnswer(schema, prompt))
    },
    // Two answers of each task, and a verdict on each.
    questions: 8,
    good: { valid: { tasks: 2, solved_first: 2 } },
  },
  {
    name: 'conversations',
    args: ['conversations', '--suite', 'loans.suite.jsonl', '--agent', 'clerk.mjs'],
    answer: (request: SeenRequest) => chooseNextWish(readAsked(request)),
    // Two wishes and the end of one task, one and the end of the other.
    questions: 5,
    good: { all: { tasks: 4, end_to_end: { right: 4 }, process: 1, solved: 4, failures: 0 } },
  },
] as const

describe.each(COMMANDS)('synth $name, with the client of a provider', ({ args, answer, questions, good }) => {
  const fresh = (): void => rmSync(at('answers.jsonl'), { force: true })
  const usual = (request: SeenRequest): ServerAnswer => ({ text: answer(request) })

  it('counts the requests that the server saw, and the tokens that it told', async () => {
    fresh()
    onRequest = usual
    const { status, report, stderr } = await run(args)
    expect(status, stderr).toBe(0)
    expect(report).toMatchObject(good)
    expect(seen).toBe(questions)
    expect(report.used).toEqual({
      ...{ calls: seen, replayed: 0, input_tokens: 11 * seen, output_tokens: 7 * seen },
    })
    const replayed = await run(args, { maxCalls: 0 })
    expect(replayed.status, replayed.stderr).toBe(0)
    expect(seen).toBe(0)
    expect(replayed.report.used).toMatchObject({ calls: 0, replayed: questions })
    expect({ ...replayed.report, used: null }).toEqual({ ...report, used: null })
  })

  it('asks again after 429, 500 and what is cut off or empty, counts each, and comes to the same', async () => {
    fresh()
    onRequest = (request, number) =>
      [
        { status: 429, headers: { 'retry-after': '0' } },
        { status: 500 },
        { text: '{"refusal": null, "outp', cut: true },
        { text: '' },
      ][number - 1] ?? usual(request)
    const { status, report, stderr } = await run(args)
    expect(status, stderr).toBe(0)
    expect(report).toMatchObject(good)
    expect(seen).toBe(questions + 4)
    expect(report.used).toMatchObject({
      calls: seen,
      input_tokens: 11 * answered,
      output_tokens: 7 * answered,
    })
    expect(answered).toBe(questions + 2)
  })

  it.each<[string, ServerAnswer]>([
    ['refuses', { status: 401 }],
    ['is always cut off', { text: '{"refusal": {', cut: true }],
  ])('comes to nothing where the server %s, blames no agent, and goes on later', async (_, bad) => {
    fresh()
    onRequest = () => bad
    const { status, report, stderr } = await run(args)
    expect(status, stderr).toBe(1)
    expect(stderr).toContain('failed. Run the same command to resume')
    expect(stderr).not.toMatch(/^ +at /m)
    expect(report.used?.calls ?? seen).toBe(seen)
    if ('all' in good) expect(report).toMatchObject({ all: { tasks: 2, failures: 0 }, open: { length: 2 } })
    fresh()
    onRequest = usual
    expect(await run(args)).toMatchObject({ status: 0, report: good })
  })

  it('keeps to its budget, and goes on from there', async () => {
    fresh()
    onRequest = usual
    const first = await run(args, { maxCalls: 2 })
    expect(first.status).toBe(1)
    expect([seen, first.report.used?.calls ?? 2]).toEqual([2, 2])
    expect(first.stderr).toContain('the budget of 2 calls is spent')
    const second = await run(args)
    expect(second).toMatchObject({ status: 0, report: good })
    expect(seen).toBe(questions - 2)
    fresh()
    const tokens = await run(args, { maxTokens: 20 })
    expect([tokens.status, seen]).toEqual([1, 2])
  })
})

describe('synth conversations', () => {
  const base = ['conversations', '--suite', 'loans.suite.jsonl', '--agent', 'clerk.mjs']
  const scripted = (args: readonly string[] = base) => runCliHere(['synth', ...args], dir)

  it('follows the turns of the task, and says how it went', async () => {
    const { status, stdout, stderr } = await scripted()
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(
      /clerk: 4 of 4 conversations ended as expected \(100\.0 %.*\); process 100\.0 %, 4 solved/,
    )
  })

  it('has the model answer an expected call that nothing covers; without one it says what would', async () => {
    writeFileSync(at('advice.suite.jsonl'), formatJsonLines([ADVISED, LOAN_TASKS.ask]))
    const advice = [...base, '--suite', 'advice.suite.jsonl', '--toolkit', 'loans.toolkit.json']
    const alone = await scripted([...advice, '--json'])
    expect(alone.status).toBe(1)
    const why = /^advised: Nothing answers Advise\(\{"topic":"bows"\}\) in world 0.* Give a model \(--model\)/
    expect(JSON.parse(alone.stdout)).toMatchObject({ all: { tasks: 1 }, open: [expect.stringMatching(why)] })
    onRequest = (request) => ({ text: COMMANDS[0].answer(request) })
    const { status, report, stderr } = await run(advice, { cache: 'advice.answers.jsonl' })
    expect(status, stderr).toBe(0)
    expect(report).toMatchObject({ all: { tasks: 2, solved: 1, process: 0.5 }, used: { calls: 2 }, open: [] })
  })

  it('has no merit for an agent that talks', async () => {
    const { status, stdout } = await scripted([...base.slice(0, 4), 'talker.mjs', '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ agent: 'talker', user: null, tasks: 4, open: [] },
      all: { end_to_end: { right: 0 }, process: 0, solved: 0, failures: 0 },
    })
  })

  it('writes traces that `score` grades, and is not taken in by those of another agent', async () => {
    const traces = [...base, '--traces', 'own.traces.jsonl', '--json']
    const { stdout } = await scripted(traces)
    const scored = await runCliHere(
      ['score', 'loans.suite.jsonl', 'own.traces.jsonl', '--simulators', 'loans.toolkit.json', '--json'],
      dir,
    )
    expect(scored.status, scored.stderr).toBe(0)
    expect(scored.stdout).toContain('"solved":true')
    expect(JSON.parse(stdout).all.solved).toBe(4)
    // What a run of the clerk left unfinished is not what the agent does now.
    const done = JSON.parse(read('own.traces.jsonl').split('\n')[0] ?? '')
    writeFileSync(
      at('own.traces.jsonl.part'),
      formatJsonLines([{ key: 'of another agent', result: JSON.parse(stdout).results[0], trace: done }]),
    )
    const now = traces.map((arg) => (arg === 'clerk.mjs' ? 'talker.mjs' : arg))
    expect(JSON.parse((await scripted(now)).stdout)).toMatchObject({ agent: 'talker', all: { solved: 0 } })
    expect(read('own.traces.jsonl').split('\n').filter(Boolean)).toHaveLength(4)
  })

  it.each<[string, string[], string]>([
    ['a suite that is not there', ['--suite', 'none.suite.jsonl'], 'none.suite.jsonl'],
    [
      'a line that is no task',
      ['--suite', 'torn.suite.jsonl', '--toolkit', 'loans.toolkit.json'],
      'torn.suite.jsonl:2',
    ],
    ['an agent that is none', ['--agent', 'seven.mjs'], 'the default export is not one'],
    [
      'traces over the suite',
      ['--traces', './loans.suite.jsonl'],
      'Invalid --traces ./loans.suite.jsonl: the file is an input',
    ],
    ['a part that is none', ['--traces', 'bad.traces.jsonl'], 'bad.traces.jsonl.part:1'],
  ])('refuses %s with exit code 2 and one line', async (_, args, cause) => {
    writeFileSync(at('torn.suite.jsonl'), `${JSON.stringify(LOAN_TASKS.ask)}\n{"task_id": 7}\n`)
    writeFileSync(at('seven.mjs'), 'export default 7\n')
    writeFileSync(at('bad.traces.jsonl.part'), '{"key":"x"}\n')
    const { status, stdout, stderr } = await scripted([...base, ...args, '--json'])
    expect([status, stdout], stderr).toEqual([2, ''])
    expect(stderr).toContain(cause)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})
