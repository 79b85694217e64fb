/** Compiled, never run: what the matchers and fixtures look like to a user's type checker. */
import type { Agent, Task } from 'tracewright'
import { expect, test } from 'tracewright/fixtures'
import type { TestFunction } from 'vitest'

declare const agent: Agent
declare const task: Task

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
  // @ts-expect-error a listed call has a name
  expect(result).toMatchTrace([{ args: {} }])

  const score: number = result.score.score
  const prompted = await run(agent, { prompt: 'Hello.', available_tools: [] })
  // @ts-expect-error a run of a prompt alone has no score
  void prompted.score
  const numbers: number[] = [seed, world.seed, score]
  const answer: string | null = result.answer
  void [numbers, answer, tools.get('get_weather').invoke({ city: 'Oslo' })]
})

// @ts-expect-error a test function takes no number
const wrong: TestFunction = 3
void wrong
