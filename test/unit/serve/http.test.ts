import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { findFlip } from '../../../src/run/worlds.ts'
import { KEPT_RUNS } from '../../../src/serve/limits.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { readServedRegistry } from '../../../src/tools/served.ts'
import { UnansweredCall } from '../../../src/tools/unanswered-call.ts'
import { functionTask } from '../../support/code-task.ts'
import { askAt, buildTokenHeaders, type Served, serveTasks, TOKEN } from '../../support/served.ts'
import refused from './refused.json' with { type: 'json' }

const tasks = loadSuite(resolve(import.meta.dirname, '../../integration/projects/basic/unsimulated.jsonl'))
  .map(({ task }) => task)
  .filter(({ task_id }) => ['L0_weather', 'L0_email', 'L1_convert'].includes(task_id))

let server: Served
const start = async (...options: Parameters<typeof serveTasks>): Promise<Served> => {
  server = await serveTasks(...options)
  return server
}
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

const open = async (body: unknown): Promise<string> => {
  const { status, body: run } = await server.ask('POST', '/runs', body)
  expect(status).toBe(201)
  return `/runs/${run.run}`
}
/** Where the tools of a run are called. */
const callsOf = (run: string): string => `/calls/${server.runs.findRun(run.replace('/runs/', '')).callKey}`
const call = (run: string, tool: string, args: unknown, headers?: Record<string, string>) =>
  server.ask('POST', `${callsOf(run)}/${tool}`, args, headers)
const getWeather = (run: string, headers?: Record<string, string>) =>
  call(run, 'get_weather', { city: 'Oslo' }, headers)
const end = (run: string, body?: unknown) => server.ask('POST', `${run}/end`, body)
const turn = (n: number) => ({ 'x-tracewright-turn': String(n) })

describe('a run of a task', () => {
  it('is opened, called, ended and judged, and shows nothing of what is expected', async () => {
    await start(tasks)
    const listed = await server.ask('GET', '/tasks')
    expect(listed.body.tasks).toEqual(tasks.map(({ task_id, level }) => ({ task_id, level })))
    const opened = await server.ask('POST', '/runs', { task_id: 'L1_convert', agent: 'py' })
    expect(opened.body).toMatchObject({
      task_id: 'L1_convert',
      seed: 7,
      attempt: 0,
      prompt: tasks[2]?.prompt,
    })
    for (const { body } of [listed, opened]) expect(JSON.stringify(body)).not.toContain('expected')
    expect(opened.body.tools.map(({ name }: { name: string }) => name)).toEqual(tasks[2]?.available_tools)

    const at = `/runs/${opened.body.run}`
    expect(opened.body.tools[0].url).toBe(`${server.url}${callsOf(at)}/get_weather`)
    const weather = await getWeather(at, turn(0))
    const celsius = { value: weather.body.temperature_celsius, from_unit: 'celsius', to_unit: 'fahrenheit' }
    const converted = await call(at, 'unit_convert', celsius, turn(1))
    expect((await server.ask('GET', at)).body).toMatchObject({ state: 'open', calls: 2 })
    expect(await server.ask('GET', `${at}/trace`)).toMatchObject({ status: 409 })
    const answer = `ANSWER: ${converted.body.converted_value}`
    const ended = await end(at, { answer, models: ['m'] })
    expect(ended.body.verdict).toMatchObject({ solved: true, score: 1 })
    expect(ended.body.trace).toMatchObject({
      task_id: 'L1_convert',
      agent: 'py',
      seed: 7,
      final_answer: answer,
      models: ['m'],
      calls: [
        { tool_name: 'get_weather', turn: 0, started: 0, ended: 1 },
        { tool_name: 'unit_convert', turn: 1, started: 2, ended: 3 },
      ],
    })
    expect((await server.ask('GET', `${at}/trace`)).body).toEqual(ended.body.trace)
    expect((await server.ask('GET', `${at}/verdict`)).body).toEqual(ended.body.verdict)
    const { solved, ...whole } = ended.body
    expect(solved).toBe(true)
    expect(server.ended).toEqual([whole])
  })

  it('has no verdict where a call got no answer, and a caller without the token learns nothing else', async () => {
    await start(tasks)
    const weather = readServedRegistry().get('get_weather')
    if (weather === undefined) throw new Error('There is no get_weather.')
    vi.spyOn(weather, 'run').mockImplementation(() => {
      throw new UnansweredCall('nothing answers')
    })
    const endOf = async (headers?: Record<string, string>) => {
      const at = await open({ task_id: 'L0_weather' })
      expect(await getWeather(at)).toMatchObject({ status: 500 })
      return (await askAt(server.url, 'POST', `${at}/end`, { answer: 'ANSWER: 1' }, headers)).body
    }
    const unjudged = { solved: null, unjudged: 'nothing answers' }
    expect(await endOf(buildTokenHeaders(TOKEN))).toMatchObject({
      ...unjudged,
      verdict: null,
      trace: { task_id: 'L0_weather' },
    })
    expect(await endOf()).toEqual(unjudged)
  })

  it('is in the world of its attempt', async () => {
    await start(tasks)
    const seedOf = async (body: object) => (await server.ask('POST', '/runs', body)).body.seed
    expect(await seedOf({ task_id: 'L1_convert', attempt: 3 })).toBe(10)
    expect(await seedOf({ task_id: 'L1_convert', attempt: 23 })).toBe(10)
    // Nothing is bound, so that nothing would be otherwise elsewhere.
    expect(await seedOf({ task_id: 'L0_email', attempt: 3 })).toBe(7)
    expect(await seedOf({ seed: 5 })).toBe(5)
  })

  it('has the faults of its task on every call', async () => {
    const [weather] = tasks as [(typeof tasks)[0]]
    const faults = [{ fault: 'server-error' as const, tool: 'get_weather' }]
    await start([{ ...weather, faults }])
    const run = await open({ task_id: weather.task_id })
    for (const _ of [1, 2, 3]) expect(await getWeather(run)).toMatchObject({ status: 500 })
    expect((await end(run)).body.verdict.faults.hits).not.toEqual([])
  })

  it('goes without faults that would decide otherwise than its world, and says so in the verdict', async () => {
    const faults = [{ fault: 'off-by-ten' as const, tool: 'get_weather' }]
    const task = await functionTask(
      'decisive',
      { prompt: 'If it is warm in Oslo, create the task Swim.', tools: ['get_weather', 'create_task'] },
      async ({ get_weather, create_task }) => {
        const { temperature_celsius, feels_like_celsius } = await get_weather({ city: 'Oslo' })
        if (temperature_celsius + feels_like_celsius > 34) await create_task({ title: 'Swim' })
      },
    )
    const seeds = Array.from({ length: 20 }, (_, i) => i)
    const flips = await Promise.all(
      seeds.map((seed) => findFlip(openWorlds({ ...task, faults }, readServedRegistry()).in(seed))),
    )
    const seed = flips.findIndex((flip) => flip !== undefined)
    expect(seed).not.toBe(-1)
    await start([{ ...task, world: { seed, fixed: true }, faults }])
    const at = await open({ task_id: task.task_id })
    await getWeather(at)
    const { body } = await end(at, { answer: 'Done.' })
    expect(body.trace.calls[0]).not.toHaveProperty('fault')
    expect(body.verdict.warnings).toContainEqual(expect.stringContaining('faults and attacks were left out'))
  })

  it('may not have fed one call of a turn with another', async () => {
    await start(tasks)
    const verdictOf = async (first: number, second: number) => {
      const at = await open({ task_id: 'L1_convert' })
      const { body } = await getWeather(at, turn(first))
      const args = { value: body.temperature_celsius, from_unit: 'celsius', to_unit: 'fahrenheit' }
      const converted = await call(at, 'unit_convert', args, turn(second))
      return (await end(at, { answer: `ANSWER: ${converted.body.converted_value}` })).body.verdict
    }
    expect(await verdictOf(0, 1)).toMatchObject({ solved: true })
    expect(await verdictOf(0, 0)).toMatchObject({ solved: false })
  })

  it('takes turns from the messages or the ids of its framework', async () => {
    await start()
    const called = async (reply: object) => {
      const at = await open({ tools: ['get_weather'] })
      for (const id of ['a', 'b']) await getWeather(at, { 'x-tracewright-call-id': id })
      return (await end(at, reply)).body.trace
    }
    const turns = async (reply: object) =>
      (await called(reply)).calls.map((one: { turn: number }) => one.turn)
    expect(await turns({ turns: [['a', 'b']] })).toEqual([0, 0])
    expect(await turns({ turns: [['a'], ['b']] })).toEqual([0, 1])
    const ai = (id: string) => ({
      type: 'ai',
      data: { content: 'Done.', tool_calls: [{ id, name: 'get_weather', args: {} }] },
    })
    const trace = await called({ messages: [ai('a'), ai('b')] })
    expect(trace.calls.map((one: { turn: number }) => one.turn)).toEqual([0, 1])
    expect(trace).toMatchObject({ final_answer: 'Done.', usage: { model_calls: 2 } })
  })

  it('that failed says why, and is judged', async () => {
    await start(tasks)
    const at = await open({ task_id: 'L0_weather' })
    const { body } = await end(at, { failure: 'KeyError: city' })
    expect(body).toMatchObject({ trace: { failure: 'KeyError: city' }, verdict: { solved: false } })
    expect(body.trace).not.toHaveProperty('exceptions')
  })
})

describe('a secret that a client sends', () => {
  const KEY = 'sk-planted-0001-planted'
  const ai = { type: 'ai', data: { content: KEY, tool_calls: [{ id: KEY, name: KEY, args: { a: KEY } }] } }

  it.each<[string, { agent?: string; tool?: string; args?: object; callId?: string; reply?: object }]>([
    ['the name of the agent', { agent: KEY }],
    ['the names of models', { reply: { models: ['m', KEY] } }],
    ['the name of a tool', { tool: KEY }],
    ['arguments', { args: { city: KEY } }],
    ['the name of an argument', { args: { city: 'Oslo', [KEY]: 1 } }],
    ['the id of a call', { callId: KEY }],
    ['the answer', { reply: { answer: KEY } }],
    ['messages', { reply: { messages: [ai] } }],
    ['the failure', { reply: { failure: `It failed with ${KEY}` } }],
  ])('is not in the trace, the verdict or what is written, sent as %s', async (_, sent) => {
    await start(tasks)
    const { agent = 'py', tool = 'get_weather', args = { city: 'Oslo' }, callId = 'c', reply = {} } = sent
    const at = await open({ task_id: 'L0_weather', agent })
    await call(at, tool, args, { 'x-tracewright-call-id': callId })
    const { status, body } = await end(at, reply)
    expect(status).toBe(200)
    expect(body.trace.calls).toHaveLength(1)
    const told = [body, server.ended, server.problems, (await server.ask('GET', at)).body]
    expect(JSON.stringify(told)).not.toContain('planted')
  })
})

it('leads a conversation by its script, and keeps what was said', async () => {
  await start([{ ...tasks[0]!, turns: ['And now?', { approve: false, say: 'No.' }, 'Thanks.'] }])
  const opened = await server.ask('POST', '/runs', { task_id: 'L0_weather' })
  expect(opened.body.turns).toBe(3)
  const at = `/runs/${opened.body.run}`
  const next = async (answer: string) => (await server.ask('POST', `${at}/reply`, { answer })).body.prompt
  expect(await next('One.')).toBe('And now?')
  expect((await server.ask('POST', `${at}/approve`, { tool: 'x' })).body).toEqual({
    approved: false,
    say: 'No.',
  })
  expect(await next('Two.')).toBe('Thanks.')
  expect(await next('Three.')).toBe(null)
  expect(await server.ask('POST', `${at}/reply`, {})).toMatchObject({ status: 400 })
  const { body } = await end(at, { answer: 'Three.' })
  expect(body.trace.conversation.map(({ content }: { content: string }) => content)).toEqual([
    tasks[0]?.prompt,
    'One.',
    'And now?',
    'Two.',
    'Thanks.',
    'Three.',
  ])
  expect(await server.ask('POST', `${at}/reply`, { answer: 'x' })).toMatchObject({ status: 409 })
})

it('has failed where it is ended before the user had said all', async () => {
  const mail = tasks.find(({ task_id }) => task_id === 'L0_email')
  await start([{ ...mail!, turns: ['And now?', { approve: true }, 'Thanks.'] }])
  const cut = async (replies: number) => {
    const at = await open({ task_id: 'L0_email' })
    await call(at, 'send_email', mail?.expected_trace.steps[0]?.arguments)
    for (let i = 0; i < replies; i++) await server.ask('POST', `${at}/reply`, { answer: 'Yes.' })
    const { body } = await end(at, { answer: 'Yes.' })
    return [body.verdict.solved, body.trace.failure]
  }
  expect(await cut(0)).toEqual([false, 'the run ended while the user still had 2 messages left to say'])
  expect(await cut(1)).toEqual([false, 'the run ended while the user still had a message left to say'])
  // What they said last needs no reply.
  expect(await cut(2)).toEqual([true, undefined])
})

it('knows the message of the user that a call follows, where the task has several', async () => {
  const mail = tasks.find(({ task_id }) => task_id === 'L0_email')
  const steps = mail!.expected_trace.steps.map((step) => ({ ...step, after_turn: 2 }))
  await start([{ ...mail!, turns: ['Now.', { approve: true }], expected_trace: { steps } }])
  const send = async (replies: number) => {
    const at = await open({ task_id: 'L0_email' })
    for (let i = 0; i < replies; i++) await server.ask('POST', `${at}/reply`, { answer: 'Yes.' })
    await call(at, 'send_email', mail?.expected_trace.steps[0]?.arguments)
    for (let i = replies; i < 2; i++) await server.ask('POST', `${at}/reply`, { answer: 'Yes.' })
    const { body } = await end(at, { answer: 'Yes.' })
    return [body.trace.calls[0].user_turn, body.verdict.solved]
  }
  expect([await send(0), await send(1)]).toEqual([
    [1, false],
    [2, true],
  ])
})

describe('a server', () => {
  it('keeps worlds apart, and one of them for the calls of a run', async () => {
    await start()
    const [one, other] = [await open({}), await open({})]
    const write = { path: '/notes.txt', content: 'north' }
    expect((await call(one, 'write_file', write)).status).toBe(200)
    const read = (at: string) => call(at, 'read_file', { path: '/notes.txt' })
    expect((await read(one)).body.content).toBe('north')
    expect((await read(other)).body.content).not.toBe('north')
  })

  it('drops a run without judging it', async () => {
    await start(tasks)
    const at = await open({ task_id: 'L0_weather' })
    const calls = `${callsOf(at)}/get_weather`
    expect(await server.ask('DELETE', at)).toEqual({ status: 204, body: undefined })
    expect((await server.ask('POST', calls, { city: 'Oslo' })).status).toBe(404)
    expect(server.ended).toEqual([])
  })

  it('ends a run whose time is over, which its task may set', async () => {
    const [weather, email, convert] = tasks
    await start([{ ...weather!, timeout: 60_000 }, email!, convert!], { runTime: 50 })
    const long = await open({ task_id: 'L0_weather' })
    const at = await open({ task_id: 'L1_convert' })
    await delay(300)
    expect((await server.ask('GET', long)).body.state).toBe('open')
    expect((await getWeather(at)).status).toBe(410)
    expect(await end(at, { answer: 'late' })).toMatchObject({ status: 409 })
    expect((await server.ask('GET', `${at}/trace`)).body.failure).toBe('it was not ended within 50 ms')
    expect(server.ended).toHaveLength(1)
    await server.ask('DELETE', long)
  })

  it('keeps so many ended runs', async () => {
    await start()
    const first = await open({ tools: ['get_weather'] })
    await end(first)
    for (let i = 0; i < KEPT_RUNS; i++) {
      const run = server.runs.begin({ tools: [], seed: 0, attempt: 0, agent: 'me' })
      // Ended at once: what is asked is who is let go.
      void server.runs.end(run, { reply: {} })
    }
    expect((await server.ask('GET', first)).status).toBe(404)
  })

  it('waits for the calls on their way when a run ends', async () => {
    await start()
    const at = await open({ tools: ['get_weather'] })
    const calls = Array.from({ length: 5 }, () => getWeather(at))
    await delay(20)
    const { body } = await end(at)
    const answered = (await Promise.all(calls)).filter(({ status }) => status === 200)
    expect(body.trace.calls.filter(({ status }: { status: number }) => status === 200)).toHaveLength(
      answered.length,
    )
  })

  it('says that a trace was not written down', async () => {
    await start(
      tasks,
      {},
      {
        onEnded: () => {
          throw new Error('no space left')
        },
      },
    )
    const at = await open({ task_id: 'L0_weather' })
    expect((await end(at)).status).toBe(500)
    expect(server.problems).toEqual(['a request failed: no space left'])
    expect((await server.ask('GET', `${at}/verdict`)).body).toMatchObject({ solved: false })
  })

  it('closes while requests are on their way', async () => {
    await start()
    const socket = connect(server.port, '127.0.0.1')
    let said = ''
    socket.on('data', (data) => {
      said += data
    })
    socket.write(
      `POST /runs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\nauthorization: Bearer ${TOKEN}\r\nexpect: 100-continue\r\n\r\n`,
    )
    // The server has the request, and not its body.
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 100/)
    said = ''
    const closed = server.close()
    socket.write('{}')
    await Promise.all([closed, once(socket, 'close')])
    expect(said).toMatch(/^HTTP\/1\.1 201/)
    await expect(server.ask('GET', '/')).rejects.toThrow('ECONNREFUSED')
  })
})

const json = { 'content-type': 'application/json' }

/** Requests, and how they are refused. `RUN` stands for an open run, `CALLS` for its tools. */
type Refused = [string, string, unknown, Record<string, string>, number, string]
const REFUSED: Refused[] = [
  ...(refused.requests as unknown as Refused[]),
  ['POST', '/runs', `{"agent":"${'x'.repeat(3000)}"}`, {}, 413, 'the body has more than 2000 bytes'],
  ['POST', '/runs', ' '.repeat(100_000), {}, 413, 'the body has more than 2000 bytes'],
  ['POST', 'CALLS/get_weather', { city: 'x'.repeat(3000) }, {}, 413, 'the body has more than 2000 bytes'],
]

describe('refused, in the form of refusals of tools', () => {
  it.each(REFUSED)('%s %s %j %j', async (method, path, body, headers, status, message) => {
    await start(tasks, { maxBody: 2000 })
    const run = await open({ tools: ['get_weather'] })
    const said = await server.ask(
      method,
      path.replace('RUN', run).replace('CALLS', callsOf(run)),
      body ?? undefined,
      headers,
    )
    expect(said.body.error.message).toContain(message)
    expect(said.status).toBe(status)
    expect(Object.keys(said.body)).toEqual(['error'])
    expect(said.body.error.code).toMatch(/^[a-z_]+$/)
    expect(said.body.error.message).not.toMatch(/\n|\bat \S+:\d+/)
    expect(server.problems).toEqual([])
  })

  it('are hosts that are not allowed, and answered are those that are', async () => {
    await start([], {}, { allowedHosts: ['Box.internal'] })
    for (const host of ['box.internal:1', 'BOX.INTERNAL', 'localhost', '127.0.0.1', '[::1]:80', '10.0.0.7'])
      expect((await server.ask('GET', '/', undefined, { host })).status, host).toBe(200)
  })

  it('are runs, calls and ends beyond what there may be', async () => {
    await start([], { maxRuns: 2, maxCalls: 3 })
    const at = await open({})
    await open({})
    expect(await server.ask('POST', '/runs', {})).toMatchObject({ status: 429 })
    const said = [await getWeather(at), await getWeather(at), await getWeather(at), await getWeather(at)]
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const { body } = await end(at)
    expect(body.trace.calls).toHaveLength(3)
    expect(await end(at)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    })
    expect(await getWeather(at)).toMatchObject({ status: 410, body: { error: { code: 'gone' } } })
    await open({})
  })

  it('is what does not arrive in time, and what is no HTTP', async () => {
    await start([], { requestTime: 300 })
    const said = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let all = ''
        const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (data) => {
          all += data
        })
        socket.on('close', () => resolve(all))
      })
    const head = `POST /runs HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${json['content-type']}\r\ncontent-length: 9\r\nauthorization: Bearer ${TOKEN}\r\n\r\n{`
    expect(await said(head)).toMatch(/^HTTP\/1\.1 408/)
    expect(await said('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect((await server.ask('GET', '/')).body.open_runs).toBe(0)
  })
})

test('a port that is in use is told in one line', async () => {
  await start()
  await expect(serveTasks([], {}, { port: server.port })).rejects.toThrow(
    `Failed to listen on 127.0.0.1:${server.port}: port ${server.port} is in use. Name another port, or 0 for any that is free.`,
  )
})
