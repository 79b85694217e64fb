import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCliHere } from '../support/cli-runs.ts'
import { startModelServer } from '../support/model-formats.ts'
import { createProject, type Project } from '../support/run-vitest.ts'
import { buildWeatherPairs } from '../support/weather-pairs.ts'

const FORMATS = ['chat', 'responses', 'anthropic', 'gemini', 'mistral', 'ollama']
const CITIES = ['Oslo', 'Rome', 'Lima']
const PLANTED = /sk-planted|cookie-planted|AIzaPlanted|planted-4711|planted-in-a-header/

const suite = buildWeatherPairs(CITIES)
/** The tasks in every format. */
const suiteOfFormats = FORMATS.flatMap((format) =>
  suite.split('\n').map((line) => {
    const { task_id, prompt, ...task } = JSON.parse(line)
    return JSON.stringify({ ...task, task_id: `${format}_${task_id}`, prompt: `${prompt} By ${format}.` })
  }),
).join('\n')

let server: Awaited<ReturnType<typeof startModelServer>>
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const GONE = 'http://127.0.0.1:49151'
const newProject = (tasks = suite): Project => createProject('cassettes', { 'tasks.suite.jsonl': tasks })
const off = { CI: '' }

/** Runs a project against the server of the model or, to replay, against none; gives what it said. */
async function runs(
  project: Project,
  mode: 'record' | 'replay',
  env: Record<string, string> = {},
  { code = 0, only = [] }: { code?: number; only?: string[] } = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await project.vitest(['run', ...only], {
    ...off,
    MODEL_URL: mode === 'record' ? server.url : GONE,
    ...env,
    TRACEWRIGHT_CASSETTES: mode,
  })
  expect(exitCode, stdout + stderr).toBe(code)
  return stdout + stderr
}

const cli = ({ dir }: Project, args: string[]) => runCliHere(args, dir)

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Traces without what is another one in every run. */
const tracesOf = (project: Project): string[] =>
  project
    .traces()
    .map(({ duration_ms: _, ...trace }) => JSON.stringify(trace))
    .sort()

it('replays in every wire format what was recorded, whole or streamed: the same traces, with turns, tokens and models', async () => {
  const project = newProject(suiteOfFormats)
  const env = { PROJECTS: 'whole streamed' }
  const count = 2 * FORMATS.length * CITIES.length
  await runs(project, 'record', env)
  const before = tracesOf(project)
  expect(before).toHaveLength(count)
  for (const trace of project.traces()) {
    const calls = trace.calls as { turn?: number }[]
    expect(calls.map(({ turn }) => turn)).toEqual([0, 0, 1, 1])
    expect(trace).toMatchObject({
      usage: { input_tokens: 30, output_tokens: 6, model_calls: 3 },
      models: ['scripted-1'],
    })
  }

  const cassettes = filesOf(join(project.dir, '__cassettes__'))
  expect(cassettes).toHaveLength(count)
  for (const file of cassettes) {
    const text = readFileSync(file, 'utf8')
    expect(text, file).not.toMatch(PLANTED)
    if (file.includes('chat_')) expect(text.includes('data: '), file).toBe(file.includes('streamed'))
    // Streamed letter by letter, a secret must not come out of the events put together either.
    const spread = [...text.matchAll(/\\"(?:content|text|delta)\\":\\"((?:[^"\\]|\\(?!"))*)\\"/g)]
    expect(spread.map(([, part]) => part).join(''), file).not.toMatch(PLANTED)
  }

  const asked = server.requests()
  await runs(project, 'replay', { ...env, KEY: 'another-key-0009-of-ci' })
  expect(server.requests()).toBe(asked)
  // What the model repeated of its secrets is masked, and not there to be replayed.
  const told = before.map((trace) =>
    trace.replace(/tell [^ ]+ nor [^ ."]+\./, 'tell <redacted> nor <redacted>.'),
  )
  expect(tracesOf(project)).toEqual(told)
  expect(told.filter((trace) => trace.includes('<redacted>'))).toHaveLength(2 * FORMATS.length)
  expect(project.run().verdict).toBe('passed')
})

it('keeps no value of a name that is redacted', async () => {
  const project = newProject(suiteOfFormats)
  const simulated = await cli(project, [
    'simulate',
    'get_weather',
    '--args',
    '{"city":"Oslo"}',
    '--seed',
    '7',
  ])
  const [, warmth] = /"temperature_celsius":\s*([\d.-]+)/.exec(simulated.stdout) ?? []
  expect(warmth, simulated.stdout).toMatch(/\d/)
  const env = { PROJECTS: 'streamed', OPTIONS: JSON.stringify({ redact: ['temperature_celsius'] }) }
  await runs(project, 'record', env)
  const texts = filesOf(join(project.dir, '__cassettes__')).map((file) => readFileSync(file, 'utf8'))
  // The clock of another cassette may have the same figures.
  const said = texts.map((text) => text.replaceAll(/\d{2}:\d{2}:\d{2}\.\d{3}Z/g, ''))
  expect(said).toHaveLength(FORMATS.length * CITIES.length)
  expect(said.filter((text) => text.includes(warmth as string))).toEqual([])
  expect(texts.every((text) => text.includes('<redacted>'))).toBe(true)
})

it('names what a changed system prompt parts from, and which task to record again', async () => {
  const project = newProject()
  await runs(project, 'record')
  const changed = { SYSTEM: 'You are long-winded.' }
  const said = await runs(project, 'replay', changed, { code: 2 })
  expect(said).toContain('Failed to replay "convert_Oslo": request 1 of attempt 1 at seed 7')
  expect(said).toMatch(
    /differs at \/messages\/0\/content: recorded "…?You are brief\..*now "…?You are long-winded/,
  )
  expect(said).toContain('TRACEWRIGHT_CASSETTES=record npx vitest run -t "convert_Oslo"')
  const run = project.run()
  expect(run.verdict).toBe('error')
  expect(run.cases[0]?.attempts?.[0]).toMatchObject({ outcome: 'errored', missed: true })

  // Recorded again, one task alone is right again: `auto` replays it and records the others; in CI it records none.
  await runs(project, 'record', changed, { only: ['-t', 'convert_Oslo'] })
  const asked = server.requests()
  const env = { ...off, ...changed, MODEL_URL: server.url }
  await project.exits(2, ['run'], { ...env, CI: '1', TRACEWRIGHT_CASSETTES: 'auto' })
  expect(server.requests()).toBe(asked)
  await project.exits(0, ['run'], { ...env, TRACEWRIGHT_CASSETTES: 'auto' })
  expect(server.requests()).toBe(asked + 3 * (CITIES.length - 1))
})

const { version: mswVersion } = createRequire(import.meta.url)('msw/package.json') as { version: string }

/** Has a name that counts as another machine lead here: what the guard finds is what asks name servers. */
const LOOKUP = `
  import dns from 'node:dns'
  const real = dns.lookup
  dns.lookup = (host, ...rest) => real(host === 'model.example' ? '127.0.0.1' : host, ...rest)`

it('stands between every client and an allowed host', async () => {
  const host = 'model.example'
  const elsewhere = await startModelServer()
  const project = createProject('cassettes', {
    'tasks.suite.jsonl': suite.split('\n')[0] as string,
    'lookup.mjs': LOOKUP,
  })
  const env = {
    ...off,
    AGENT: './clients.ts',
    // msw 3 takes sockets over, and a client that it does not read asks past the recording.
    UNDICI: mswVersion.startsWith('2.') ? '1' : '',
    MODEL_URL: elsewhere.url.replace('127.0.0.1', host),
    NODE_OPTIONS: `--import=${pathToFileURL(join(project.dir, 'lookup.mjs'))}`,
    OPTIONS: JSON.stringify({ allow: [host], mode: 'score' }),
  }
  await runs(project, 'record', env)
  expect(project.traces()[0]?.exceptions).toBeUndefined()
  expect(project.traces()[0]).toMatchObject({ final_answer: '2 2 2', usage: { model_calls: 3 } })
  expect(elsewhere.requests()).toBe(3)
  await elsewhere.close()

  await runs(project, 'replay', env)
  expect(project.traces()[0]).toMatchObject({ final_answer: '2 2 2', usage: { model_calls: 3 } })
})

it('an agent whose models are replayed is compared with its baseline seed by seed', async () => {
  const project = newProject()
  const env = { OPTIONS: JSON.stringify({ mode: undefined, repeats: 2 }) }
  const config = project.read('vitest.config.ts').replace("mode: 'strict', ", '')
  project.write('vitest.config.ts', config)
  await runs(project, 'record', env)
  await runs(project, 'replay', env)
  expect(project.run().deterministic).toEqual([''])
  const baseline = await cli(project, ['baseline', 'update'])
  expect(baseline.status, baseline.stderr).toBe(0)
  await runs(project, 'replay', env)
  expect(project.run().gates?.[0]).toMatchObject({ verdict: 'ok', exit: 0 })
  // Recorded again beside the baseline, the worlds are those that are replayed.
  await runs(project, 'record', env)
  await runs(project, 'replay', env)

  const listed = await cli(project, ['cassettes', '--json'])
  expect(JSON.parse(listed.stdout)).toMatchObject({ stale: 0, pruned: 0 })
  project.write('tasks.suite.jsonl', suite.split('\n').slice(1).join('\n'))
  const stale = await cli(project, ['cassettes'])
  expect(stale.status).toBe(1)
  expect(stale.stdout).toContain('convert_Oslo.json: 6 requests, stale: its task is gone')
  expect(stale.stdout).toContain(`${CITIES.length} cassettes, 1 stale; --prune deletes them`)
  expect((await cli(project, ['cassettes', '--prune'])).status).toBe(0)
  expect(filesOf(join(project.dir, '__cassettes__'))).toHaveLength(CITIES.length - 1)
})
