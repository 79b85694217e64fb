import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { functionTask } from '../../support/code-task.ts'
import { placeInWorld } from '../../support/in-world.ts'
import { Performer, type PlannedCall } from '../../support/perform.ts'
import {
  type AgentTools,
  judgeAgents,
  listMisjudged,
  type ReferenceTask,
} from '../../support/reference-tasks.ts'
import { SEEDS } from '../../support/world-tasks.ts'

const WEATHER: PlannedCall = ['get_weather', { city: 'Oslo' }]
const PRICE: PlannedCall = ['get_stock_price', { symbol: 'AAPL' }]

/** Notes the price where it is warm. */
const decisive = await functionTask(
  'note',
  {
    prompt: 'If it is warmer than 17 degrees in Oslo, store the share price of AAPL as price.',
    tools: ['get_weather', 'get_stock_price', 'store_memory'],
    seed: 100,
  },
  async ({ get_weather, get_stock_price, store_memory }) => {
    const { temperature_celsius } = await get_weather(WEATHER[1])
    if (temperature_celsius <= 17) return
    const { price_usd } = await get_stock_price(PRICE[1])
    await store_memory({ key: 'price', value: String(price_usd) })
  },
)

type Turn = readonly (PlannedCall | 'store')[]

/** Worlds with a warm Oslo in which an agent solves the task. */
function solvedIn(task: Task, turns: readonly Turn[]): { solved: number; worlds: number } {
  const counts = { solved: 0, worlds: 0 }
  for (const seed of SEEDS) {
    if (placeInWorld(task, seed).task.expected_trace.steps.length < 3) continue
    const performer = new Performer(seed, task)
    const peek = new Performer(seed, task).call(...PRICE) as { price_usd: number }
    for (const turn of turns)
      performer.turn(
        turn.map((one) =>
          one === 'store' ? ['store_memory', { key: 'price', value: String(peek.price_usd) }] : one,
        ),
      )
    counts.worlds++
    if (scoreTrace(task, performer.trace(task.task_id), registry).solved) counts.solved++
  }
  expect(counts.worlds).toBeGreaterThan(2)
  return counts
}

describe('a function that decides', () => {
  const task = decisive
  it.each<[string, Turn[]]>([
    ['after what decides', [[WEATHER], [PRICE], ['store']]],
    ['at once with it', [[WEATHER, PRICE], ['store']]],
    ['before it', [[PRICE], [WEATHER], ['store']]],
  ])('lets a read come %s', (_, turns) => {
    const { solved, worlds } = solvedIn(task, turns)
    expect(solved).toBe(worlds)
  })

  it.each<[string, Turn[]]>([
    ['before what decides', [[PRICE], ['store'], [WEATHER]]],
    ['at once with it', [[PRICE], [WEATHER, 'store']]],
    ['without it', [[PRICE], ['store']]],
  ])('lets no write come %s', (_, turns) => {
    expect(solvedIn(task, turns).solved).toBe(0)
  })
})

const isWarm = async ({ get_weather }: AgentTools): Promise<boolean> =>
  (await get_weather!({ city: 'Oslo' })).temperature_celsius > 8
const priceOf = async ({ get_stock_price }: AgentTools, symbol: string): Promise<string> =>
  String((await get_stock_price!({ symbol })).price_usd)
const store = async ({ store_memory }: AgentTools, value: string): Promise<void> =>
  void (await store_memory!({ key: 'price', value }))

const TOOLS = ['get_weather', 'get_stock_price', 'store_memory']

const tasks: Record<string, ReferenceTask> = {
  'a branch with a read': {
    prompt: 'If it is warmer than 8 degrees in Oslo, store the share price of AAPL as price.',
    tools: TOOLS,
    reference: async (tools) => {
      if (await isWarm(tools)) await store(tools, await priceOf(tools, 'AAPL'))
    },
    right: {
      early: async (tools) => {
        const price = await priceOf(tools, 'AAPL')
        if (await isWarm(tools)) await store(tools, price)
      },
      parallel: async (tools) => {
        const [price, warm] = await Promise.all([priceOf(tools, 'AAPL'), isWarm(tools)])
        if (warm) await store(tools, price)
      },
    },
    wrong: {
      writesFirst: async (tools) => {
        await store(tools, await priceOf(tools, 'AAPL'))
        await isWarm(tools)
      },
    },
  },
  'a choice of what is read': {
    prompt:
      'Store as price the share price of AAPL if it is warmer than 8 degrees in Oslo, else that of NVDA.',
    tools: TOOLS,
    reference: async (tools) => store(tools, await priceOf(tools, (await isWarm(tools)) ? 'AAPL' : 'NVDA')),
    right: {
      early: async (tools) => {
        const [aapl, nvda] = [await priceOf(tools, 'AAPL'), await priceOf(tools, 'NVDA')]
        await store(tools, (await isWarm(tools)) ? aapl : nvda)
      },
      parallel: async (tools) => {
        const [warm, aapl, nvda] = await Promise.all([
          isWarm(tools),
          priceOf(tools, 'AAPL'),
          priceOf(tools, 'NVDA'),
        ])
        await store(tools, warm ? aapl : nvda)
      },
    },
    wrong: {
      writesFirst: async (tools) => {
        await store(tools, await priceOf(tools, 'AAPL'))
        await isWarm(tools)
      },
    },
  },
  'an answer that is chosen': {
    prompt:
      'What does a share of AAPL cost if it is warmer than 8 degrees in Oslo, else of NVDA? ANSWER: <price>',
    tools: TOOLS,
    reference: async (tools) => priceOf(tools, (await isWarm(tools)) ? 'AAPL' : 'NVDA'),
    right: {
      parallel: async (tools) => {
        const [aapl, nvda, warm] = await Promise.all([
          priceOf(tools, 'AAPL'),
          priceOf(tools, 'NVDA'),
          isWarm(tools),
        ])
        return warm ? aapl : nvda
      },
    },
    wrong: { guesses: async (tools) => priceOf(tools, 'AAPL') },
  },
}

it.each(Object.keys(tasks))('%s, in a function: reads may come early, writes may not', async (id) => {
  const task = tasks[id] as ReferenceTask
  // A wrong agent that makes the calls of the reference has another order of them.
  const { right, wrong } = await judgeAgents(id, task, registry, { isOrderWrong: () => true })
  expect(listMisjudged(right)).toEqual({})
  expect(listMisjudged(wrong)).toEqual({})
})
