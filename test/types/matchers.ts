/** Compiled, never run: what the matchers and fixtures look like to a user's type checker. */
import type { Agent, Call, Task } from 'tracewright'
import { type EnvironmentTask, environmentCases, type SyntheticToolkit } from 'tracewright/environment'
import { expect, test } from 'tracewright/fixtures'
import { type Budget, matchers, traceFileOf } from 'tracewright/matchers'
import type { TestFunction } from 'vitest'

declare const agent: Agent
declare const task: Task

declare const toolkit: SyntheticToolkit
declare const environmentTask: EnvironmentTask
environmentCases('shop.tasks.jsonl', agent, { verifier: 'causal', attempts: 1, solvedBy: 1 })
// @ts-expect-error there is no such verifier
environmentCases('shop.tasks.jsonl', agent, { verifier: 'strict' })

test('typed environment', async ({ environment }) => {
  const worked = await environment(agent, { toolkit, task: environmentTask, maxTurns: 5 })
  expect(worked).toSolveEnvironment()
  expect(worked.result).not.toSolveEnvironment({ by: 3 })
  const solvedAt: number | null = worked.result.solved_at
  void [solvedAt, worked.findings(1)[0]?.text, worked.transcript[0]?.event]
})

test('typed', async ({ run, tools, world, seed }) => {
  const result = await run(agent, task)
  expect(result).toSolve()
  expect(result).not.toSolve(task)
  expect(result.trace).toMatchTrace(task, { order: 'dag', extra: 'none', arguments: 'ignored' })
  expect.soft(result).toMatchTrace([{ name: 'get_weather', args: { city: 'Oslo' } }])
  await expect(run(agent, task)).resolves.toRespectDataFlow()
  expect(result).toScoreAtLeast(0.5)
  // @ts-expect-error a share is a number
  expect(result).toScoreAtLeast('half')
  // @ts-expect-error there is no such order
  expect(result).toMatchTrace(task, { order: 'random' })
  // @ts-expect-error a number is neither a task nor a trace
  expect(result).toMatchTrace(42)

  const score: number = result.score.score
  const prompted = await run(agent, { prompt: 'Hello.', available_tools: [] })
  // @ts-expect-error a run of a prompt alone has no score
  void prompted.score
  const numbers: number[] = [seed, world.seed, score]
  const answer: string | null = result.answer
  void [numbers, answer, tools.get('get_weather').invoke({ city: 'Oslo' })]
})

test('calls and their arguments', async ({ run }) => {
  const result = await run(agent, task)
  expect(result).toCallTool('get_weather')
  expect(result).not.toCallTool('get_weather', { city: expect.any(String) }, { times: 2 })
  // @ts-expect-error the tool is missing
  expect(result).toCallTool()
  // @ts-expect-error a number of calls is a number
  expect(result).toCallTool('get_weather', {}, { times: 'twice' })
  // @ts-expect-error there is no such option
  expect(result).toCallTool('get_weather', {}, { atLeast: 2 })

  expect(result).toSelectTools(['get_weather'])
  expect(result).toSelectTools(['get_weather', 'send_email'], { order: 'sequence', exact: false })
  // @ts-expect-error names are a list
  expect(result).toSelectTools('get_weather')
  // @ts-expect-error there is no such order
  expect(result).toSelectTools(['get_weather'], { order: 'dag' })

  expect(result).toMatchArguments()
  expect(result).toMatchArguments(task)
  expect(result).toMatchArguments({ get_weather: [{ city: 'Oslo' }, { city: 'Rome' }], send_email: {} })
  // @ts-expect-error arguments are an object
  expect(result).toMatchArguments({ get_weather: 'Oslo' })
})

test('flows and budgets', async ({ run }) => {
  const result = await run(agent, task)
  expect(result).toFlow('get_weather.temperature_celsius', 'unit_convert.value')
  expect(result).not.toFlow(
    { tool: 'get_weather', at: '/temperature_celsius', call: 2 },
    { tool: 'unit_convert', at: 'value' },
  )
  await expect(run(agent, task)).resolves.toFlow('get_weather.temperature_celsius', 'unit_convert.value')
  // @ts-expect-error the second end is missing
  expect(result).toFlow('get_weather.temperature_celsius')
  // @ts-expect-error an end has a path
  expect(result).toFlow({ tool: 'get_weather' }, 'unit_convert.value')

  const budget: Budget = { calls: 5, tokens: 4_000, ms: 10_000, turns: 3 }
  expect(result).toStayWithin(budget)
  // @ts-expect-error there is no such budget
  expect(result).toStayWithin({ money: 3 })
  // @ts-expect-error a budget is a number
  expect(result).toStayWithin({ calls: '3' })
})

test('snapshots', async ({ run, expect: local }) => {
  const result = await run(agent, task)
  expect(result).toMatchTraceSnapshot()
  local(result).toMatchTraceSnapshot('second')
  local(result).toMatchTraceSnapshot({ answer: true }, 'third')
  local(result).toMatchTraceInlineSnapshot(`get_weather city="Oslo"`)
  local(result).toMatchTraceInlineSnapshot({ answer: false }, `get_weather city="Oslo"`)
  await local(run(agent, task)).resolves.toMatchTraceInlineSnapshot(`get_weather city="Oslo"`)
  const written: Promise<void> = local(result).toMatchTraceFileSnapshot()
  await written
  await local(result).toMatchTraceFileSnapshot(traceFileOf(task.task_id))
  await local(result).toMatchTraceFileSnapshot({ answer: true }, 'traces/oslo.txt')
  // @ts-expect-error there is no such option
  local(result).toMatchTraceSnapshot({ answers: true })
  // @ts-expect-error options come first
  local(result).toMatchTraceInlineSnapshot('get_weather', { answer: true })
  // @ts-expect-error a file is named by a text
  await local(result).toMatchTraceFileSnapshot(3)
})

test('values within others', async ({ run }) => {
  const result = await run(agent, task)
  const calls: readonly Call[] = result.calls
  expect(calls).toEqual([expect.toolCall('get_weather', { city: 'Oslo' }), expect.toolCall('send_email')])
  expect(calls).toEqual(expect.arrayContaining([expect.toolCall('get_weather')]))
  expect(calls).not.toContainEqual(expect.toolCall('delete_file'))
  expect(calls).toContainEqual(expect.not.toolCall('delete_file'))
  expect<{ run: typeof result }>({ run: result }).toEqual({ run: expect.toCallTool('get_weather') })
  // @ts-expect-error the tool is missing
  expect(calls).toContainEqual(expect.toolCall())
  // @ts-expect-error a snapshot cannot stand within another value
  expect({ run: result }).toEqual({ run: expect.toMatchTraceSnapshot() })
})

expect.extend(matchers)

// @ts-expect-error a test function takes no number
const wrong: TestFunction = 3
void wrong
