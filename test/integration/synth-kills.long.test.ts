import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Json, type JsonObject, stringifyStably } from '../../src/shared/json.ts'
import { type SeenRequest, type ServerAnswer, startAnsweringServer } from '../support/answering-server.ts'
import { runCliHere, type StartedCli, startCli } from '../support/cli-runs.ts'
import { createFolder } from '../support/folder-with.ts'
import { formatJsonLines } from '../support/json-lines.ts'
import { ADVISED, LOAN_TASKS } from '../support/loan-desk/tasks.ts'
import { LOAN_DESK } from '../support/loan-desk/toolkit.ts'
import { buildSchemaAnswer } from '../support/schema-answer.ts'
import {
  type AskedOfServer,
  buildAdviceTask,
  chooseNextWish,
  DESK_AGENT,
  ENVIRONMENT_AGENT,
  formatAnswer,
  readAsked,
} from '../support/scripted-desk.ts'
import { SHOP, SHOP_ANSWERS, SHOP_SUBJECTS } from '../support/shop/model.ts'
import { answerTenFields, TEN_TOOLKIT } from '../support/ten-fields/toolkit.ts'
import { shopTool } from '../unit/synthetic/simulate/kiln-shop.ts'
// @ts-expect-error: plain JavaScript, which the command line loads as well
import { ANSWERS } from './projects/synth/answers.mjs'

const root = createFolder({}, afterAll)
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const generated = ({ name, prompt }: AskedOfServer): Json => ANSWERS[name](prompt)
const shopped = ({ name, prompt }: AskedOfServer): Json => {
  const pattern = SHOP_SUBJECTS[name]
  const subject = pattern === undefined ? '' : (new RegExp(pattern, 'm').exec(prompt)?.[1] ?? '')
  return ((SHOP_ANSWERS as Record<string, Record<string, unknown>>)[name]?.[subject] ?? null) as Json
}
const bySchema = ({ name, schema, prompt }: AskedOfServer): Json =>
  name === 'verdict'
    ? { judgment: 'correct', confidence: 0.9, reasoning: `As it says: ${hash(prompt)}.` }
    : buildSchemaAnswer(schema, prompt)

const advise = (name: string) =>
  shopTool(name, { topic: 'string' }, { advice: 'string', hours: 'integer' }, { effect: 'read' })
const toolkit = { ...LOAN_DESK, tools: [...LOAN_DESK.tools, advise('Advise'), advise('Inspect')] }
const TOPICS = ['bows', 'pegs', 'reeds', 'cases']
const DESK = { 'loans.toolkit.json': JSON.stringify(toolkit) }

interface Stage {
  name: string
  /** Files that it begins with. */
  files: Record<string, string>
  args: string[]
  /** Requests in flight at once. */
  flight?: number
  /** The value, or the words, that the model answers with. */
  answer(asked: AskedOfServer): Json
  /** Files that hold the result, beside what is printed. */
  results?: string[]
}

const generate = (stage: string, input: Record<string, string>, more: string[] = []): Stage => ({
  name: `generate ${stage}`,
  files: input,
  args: [
    ...['synth', 'generate', stage, '--in', Object.keys(input)[0] as string, '--out', 'out.jsonl'],
    ...more,
  ],
  flight: 2,
  answer: generated,
  results: ['out.jsonl', ...(stage === 'tools' ? ['out.plans.jsonl'] : [])],
})
const fields = ['Trams', 'Parks', 'Libraries'].map((name) => ({
  field: name,
  description: `${name} of a town.`,
}))

/** Stages that make inputs of others, by the same code as `generate tools`. */
const SUBDOMAINS = generate('subdomains', { 'fields.jsonl': 'FIELDS' }, ['--count', '2'])
const TASKS = generate('tasks', { 'subdomains.jsonl': 'SUBDOMAINS' }, ['--count', '2'])

const STAGES: Stage[] = [
  generate('tools', { 'tasks.jsonl': 'TASKS' }),
  {
    name: 'generate sentences',
    files: {
      'tools.jsonl': formatJsonLines(
        TOPICS.map((topic) => ({
          ...{
            id: topic,
            name: `Check ${topic}`,
            parameters: [],
            errors: [`Bad ${topic}: they sound wrong.`],
          },
        })),
      ),
    },
    args: ['synth', 'generate', 'sentences', '--in', 'tools.jsonl', '--out', 'judged.jsonl'],
    flight: 2,
    answer: ({ prompt }) => ({
      verdicts: [...prompt.matchAll(/^(\d+)\. /gm)].map(([, number]) => ({
        ...{ sentence: Number(number), verdict: 'per_call', rules: [] },
      })),
    }),
    results: ['judged.jsonl'],
  },
  {
    name: 'tasks',
    files: { 'tools.jsonl': 'SHOP_TOOLS', 'tools.plans.jsonl': 'SHOP_PLANS' },
    args: [...['synth', 'tasks', '--tools', 'tools.jsonl', '--plans', 'tools.plans.jsonl', '--out', 'shop']],
    answer: shopped,
    results: ['shop.toolkit.json', 'shop.suite.jsonl', 'shop.tasks.jsonl'],
  },
  {
    name: 'handlers',
    files: { 'ten.toolkit.json': JSON.stringify(TEN_TOOLKIT) },
    args: ['synth', 'handlers', '--toolkit', 'ten.toolkit.json', '--out', 'done.toolkit.json'],
    answer: ({ prompt }) => answerTenFields(prompt) as unknown as Json,
    results: ['done.toolkit.json'],
  },
  {
    name: 'audit',
    files: { 'loans.toolkit.json': JSON.stringify(LOAN_DESK) },
    args: 'synth audit --toolkit loans.toolkit.json --out kept.toolkit.json --min-reliability 0'.split(' '),
    answer: bySchema,
    results: ['kept.toolkit.json'],
  },
  {
    name: 'simulate',
    files: {
      ...DESK,
      'calls.jsonl': formatJsonLines([
        ...TOPICS.map((topic) => ({ tool: 'Advise', args: { topic } })),
        { sequence: TOPICS.map((topic) => ({ tool: 'Inspect', args: { topic } })) },
      ]),
    },
    args: ['synth', 'simulate', '--toolkit', 'loans.toolkit.json', '--calls', 'calls.jsonl', '--keep'],
    answer: bySchema,
    results: ['loans.toolkit.json'],
  },
  {
    name: 'environment',
    files: {
      ...DESK,
      'loans.tasks.jsonl': formatJsonLines(TOPICS.map(buildAdviceTask)),
      'agent.mjs': ENVIRONMENT_AGENT,
    },
    args: 'synth environment --tasks loans.tasks.jsonl --agent agent.mjs --transcripts out'.split(' '),
    answer: bySchema,
    results: TOPICS.map((topic, i) => `out/${i + 1}-lend-${topic}.transcript.jsonl`),
  },
  {
    name: 'conversations',
    files: {
      ...DESK,
      'loans.suite.jsonl': formatJsonLines([...Object.values(LOAN_TASKS), ADVISED]),
      'agent.mjs': DESK_AGENT,
    },
    args: 'synth conversations --suite loans.suite.jsonl --agent agent.mjs --traces out.traces.jsonl'.split(
      ' ',
    ),
    answer: (asked) => (asked.name === '' ? chooseNextWish(asked) : bySchema(asked)),
    results: ['out.traces.jsonl'],
  },
]

let server: Awaited<ReturnType<typeof startAnsweringServer>>
/** What is to be done with a request; set by each run. */
let onRequest: (request: SeenRequest) => ServerAnswer

/** Inputs that come from stages before, made once. */
const made: Record<string, string> = {}

const KEY = { OPENAI_API_KEY: 'none' }
function argsOf({ args, flight = 1 }: Stage): string[] {
  const options = { configuration: { baseURL: `${server.url}/v1` } }
  const model = { model: 'openai:scripted', options, concurrency: flight }
  return [...args, '--model', JSON.stringify(model), '--json']
}
const start = (stage: Stage, dir: string): StartedCli => startCli(argsOf(stage), dir, KEY)

function folder(name: string, { files }: Stage): string {
  const dir = join(root, name.replaceAll(' ', '-'))
  mkdirSync(dir, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), made[text] ?? text)
  return dir
}

const answering = (stage: Stage, asked: SeenRequest): ServerAnswer => ({
  text: formatAnswer(stage.answer(readAsked(asked))),
})

/**
 * Checks that every line of every file of lines is JSON. What follows the last line break counts only of a run that
 * ended: a kill can come while the kernel is between two pages of one write.
 */
function checkLines(dir: string, { ended }: { ended: boolean }): void {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.jsonl(\.part)?$/.test(file),
  )
  for (const file of files) {
    const [torn, ...whole] = readFileSync(join(dir, file), 'utf8').split('\n').reverse()
    if (ended) expect(torn, `${file} ends in half a line`).toBe('')
    for (const line of whole) expect(() => JSON.parse(line), `${file}: ${line}`).not.toThrow()
  }
}

const USED = new Set('calls replayed input_tokens output_tokens resumed used duration_ms retries'.split(' '))
/** A document without what a run used, and without what clocks say. */
const withoutUse = (text: string): Json[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) =>
      JSON.parse(line, (key, value) =>
        USED.has(key) && typeof value !== 'string' && !Array.isArray(value) ? undefined : value,
      ),
    )

/** The bytes of the results; of traces without the time that they took. */
const resultsIn = (dir: string, { results = [] }: Stage): Record<string, string> =>
  Object.fromEntries(
    results.map((file) => [
      file,
      readFileSync(join(dir, file), 'utf8').replaceAll(/"duration_ms":[\d.]+,/g, ''),
    ]),
  )

/** A run that nothing kills, and what it asked. */
async function whole(stage: Stage, dir: string) {
  const seen: string[] = []
  onRequest = (request) => {
    seen.push(stringifyStably(request.body as JsonObject))
    return answering(stage, request)
  }
  const run = await runCliHere(argsOf(stage), dir, KEY)
  return { ...run, seen }
}

beforeAll(async () => {
  server = await startAnsweringServer((request) => onRequest(request))
  const chain = async (stage: Stage, dir: string): Promise<string> => {
    const { status, stderr } = await whole(stage, folder(dir, stage))
    expect(status, stderr).toBe(0)
    return readFileSync(join(root, dir, 'out.jsonl'), 'utf8')
  }
  made.FIELDS = formatJsonLines(fields)
  made.SUBDOMAINS = await chain(SUBDOMAINS, 'input-subdomains')
  made.TASKS = (await chain(TASKS, 'input-tasks'))
    .split('\n')
    .slice(0, 2)
    .map((line) => `${line}\n`)
    .join('')
  const shop = generate('tools', {
    'shop-tasks.jsonl': formatJsonLines([{ field: SHOP.field, subdomain: SHOP.subdomain, task: SHOP.task }]),
  })
  made.SHOP_TOOLS = await chain({ ...shop, answer: shopped }, 'input-shop')
  made.SHOP_PLANS = readFileSync(join(root, 'input-shop', 'out.plans.jsonl'), 'utf8')
})
afterAll(() => server.close())

it('dedupe, which keeps nothing on its way, leaves no file or a whole one, and gives the same when it is run again', async () => {
  const dir = folder('dedupe', { ...(STAGES[0] as Stage), files: {} })
  const tool = (i: number) => ({
    ...{ id: `t${i}`, field: `f${i % 7}`, name: `Tool ${i}`, description: `Does ${hash(String(i >> 1))}.` },
    ...{ parameters: [], usage: '', errors: [], outputs: [] },
  })
  writeFileSync(join(dir, 'tools.jsonl'), formatJsonLines(Array.from({ length: 1500 }, (_, i) => tool(i))))
  const args = ['synth', 'dedupe', '--tools', 'tools.jsonl', '--json', '--out']
  const once = await startCli([...args, 'once.jsonl'], dir).ended
  expect(once.status, once.stderr).toBe(0)
  const wanted = readFileSync(join(dir, 'once.jsonl'), 'utf8')
  for (const wait of [400, 1000]) {
    const running = startCli([...args, 'killed.jsonl'], dir)
    await Promise.race([running.ended, pause(wait)])
    running.kill()
    await running.ended
    const file = join(dir, 'killed.jsonl')
    expect([undefined, wanted]).toContain(existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  }
  const again = await startCli([...args, 'killed.jsonl'], dir).ended
  expect(again.stdout).toBe(once.stdout)
  expect(readFileSync(join(dir, 'killed.jsonl'), 'utf8')).toBe(wanted)
})

it.each(STAGES)('a stage that is killed, and run again $name', async (stage) => {
  const once = folder(`${stage.name}-once`, stage)
  const unbroken = await whole(stage, once)
  expect(unbroken.status, unbroken.stderr).toBe(0)
  const wanted = new Set(unbroken.seen)
  expect(wanted.size).toBeGreaterThan(2)

  const dir = folder(`${stage.name}-killed`, stage)
  const seen: string[] = []
  const answered = new Set<string>()
  // In the middle, and right after the last answer.
  const points = [wanted.size >> 1, wanted.size]
  let killed = 0
  for (const point of points) {
    const running = start(stage, dir)
    onRequest = (request) => {
      const key = stringifyStably(request.body as JsonObject)
      seen.push(key)
      if (answered.size >= point) running.kill()
      else {
        answered.add(key)
        if (answered.size === wanted.size) void pause(3).then(() => running.kill())
      }
      return answering(stage, request)
    }
    const { status } = await running.ended
    if (status === null) killed++
    checkLines(dir, { ended: status !== null })
  }
  expect(killed).toBeGreaterThanOrEqual(1)
  const last = await whole(stage, dir)
  seen.push(...last.seen)
  expect(last.status, last.stderr).toBe(0)
  checkLines(dir, { ended: true })
  expect(withoutUse(last.stdout)).toEqual(withoutUse(unbroken.stdout))
  expect(resultsIn(dir, stage)).toEqual(resultsIn(once, stage))
  expect(new Set(seen)).toEqual(wanted)
  expect(seen.length - wanted.size, 'requests that were made again').toBeLessThanOrEqual(
    killed * (stage.flight ?? 1),
  )
  expect(existsSync(join(dir, 'out.traces.jsonl.part'))).toBe(false)
})
