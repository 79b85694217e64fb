import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineSimulator, ToolError } from '../../../src/index.ts'
import { scoreInWorld } from '../../../src/scoring/score.ts'
import type { Json } from '../../../src/shared/json.ts'
import { FunctionWorlds } from '../../../src/tasks/reference/function-worlds.ts'
import { any, exactly, oneOf, optional, text, unordered } from '../../../src/tasks/reference/markers.ts'
import { registry as builtIn } from '../../../src/tools/builtin/registry.ts'
import { type Registry, registryOf } from '../../../src/tools/registry.ts'
import {
  type FunctionAgent,
  judgeAgents,
  listMisjudged,
  placeFunction,
  type ReferenceTask,
  type Tally,
  toFunctionTask,
  traceAgent,
} from '../../support/reference-tasks.ts'
import jsonVerdicts from './json-verdicts.json' with { type: 'json' }

const shared = process.env.TRACEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../../shared')
const folder = resolve(shared, 'prototypes/suites-as-code')

/** A constant of a module whose imports are given in their place. */
function loadConstant<T>(file: string, name: string, imports: object, end?: string): T {
  const code = readFileSync(resolve(folder, file), 'utf8').replaceAll(/^(?:import .*|export )/gm, '')
  const body = `${end === undefined ? code : code.slice(0, code.indexOf(end))}\nreturn ${name}`
  return new Function(...Object.keys(imports), body)(...Object.values(imports)) as T
}

interface TriedTask {
  meta: { prompt: string; available_tools: string[]; state?: Record<string, Json[]> }
  fn: FunctionAgent
  right?: Record<string, FunctionAgent>
  wrong?: Record<string, FunctionAgent>
  free?: boolean
}

/** Wrong agents whose calls are those of the reference in another order. */
const ORDER = new Set(['reversed', 'before', 'stale', 'plus1'])

describe.skipIf(!existsSync(folder))(`the tasks that functions were tried with (${folder})`, () => {
  let tasks: Map<string, ReferenceTask>
  let registry: Registry

  beforeAll(() => {
    const markers = { any, exactly, oneOf, optional, text, unordered }
    const tried = loadConstant<Record<string, TriedTask>>('tasks.mjs', 'T', markers)
    const shop = loadConstant<never[]>('shop.mjs', 'shop', { defineSimulator, ToolError, z })
    registry = registryOf([...builtIn.values(), ...shop])
    tasks = new Map(
      Object.entries(tried).map(([id, { meta, fn, free, right, wrong }]) => {
        const { prompt, available_tools: tools, state } = meta
        const optional = { ...(state && { state }), ...(right && { right }), ...(wrong && { wrong }) }
        return [id, { prompt, tools, reference: fn, isFree: free === true, ...optional }]
      }),
    )
  })

  it('are judged as they were', async () => {
    const misjudged: Record<string, Record<string, number>> = {}
    const counts = { right: 0, wrong: 0, refused: 0, passed: 0 }
    const countAll = (tally: Tally): [number, number] =>
      Object.values(tally).reduce<[number, number]>(
        ([all, bad], { worlds, misjudged: some }) => [all + worlds, bad + some.length],
        [0, 0],
      )
    for (const [id, task] of tasks) {
      const { right, wrong } = await judgeAgents(id, task, registry, {
        isOrderWrong: (name) => ORDER.has(name),
      })
      const [[rights, refused], [wrongs, passed]] = [countAll(right), countAll(wrong)]
      counts.right += rights
      counts.refused += refused
      counts.wrong += wrongs
      counts.passed += passed
      const found = { ...listMisjudged(right), ...listMisjudged(wrong) }
      if (refused + passed > 0) misjudged[id] = found
    }
    expect(tasks.size).toBe(51)
    expect(counts.right).toBe(4840)
    expect(counts.wrong).toBeGreaterThan(6200)
    expect(misjudged).toEqual({
      // These references read more than their prompts ask for.
      or: { lazy: 13 },
      pages: { big: 20, filtered: 20 },
      // These agents are right in such a world alone: nothing is open behind page 1, and the refund is the way out.
      pages2: { page1: 7 },
      retry: { refund: 14 },
    })
    expect(counts).toMatchObject({ refused: 53, passed: 21 })
  })

  // What conditions of JSON accepted while they were judged: seeds by task and agent.
  const accepted: Record<string, Record<string, number[]>> = jsonVerdicts

  it('pass no wrong agent that the same task in JSON failed', async () => {
    const end = 'const isRead'
    const traces = loadConstant<Record<string, object>>('json10.mjs', 'J', {}, end)
    const lenient: string[] = []
    for (const id of Object.keys(traces)) {
      // In JSON a count was a number, which the tool refused: nothing was judged.
      if (id === 'count') continue
      const task = tasks.get(id) as ReferenceTask
      const worlds = new FunctionWorlds(toFunctionTask(id, task), registry)
      const isRead = (tool: string): boolean => registry.get(tool)?.effect === 'read'
      for (let seed = 0; seed < 20; seed++) {
        const { calls, answer: expected } = await worlds.runIn(seed)
        const other = await worlds.runIn((seed + 1) % 20)
        const replay =
          (made: typeof calls, end: unknown): FunctionAgent =>
          async (tools) => {
            for (const { tool, args } of made) await tools[tool]?.(args).catch(() => {})
            return end
          }
        const actsFirst = calls.toSorted((a, b) => Number(isRead(a.tool)) - Number(isRead(b.tool)))
        const agents = {
          ...task.wrong,
          dropsRead: replay(calls.slice(1), expected),
          actsFirst: replay(actsFirst, expected),
          constant: replay(other.calls, other.answer),
        }
        const here = await placeFunction(worlds, seed, registry)
        for (const [name, agent] of Object.entries(agents)) {
          const trace = await traceAgent(agent, worlds.task, seed, registry)
          const inJson = accepted[id]?.[name]?.includes(seed) === true
          if (!inJson && scoreInWorld(here, trace).solved) lenient.push(`${id} ${name} ${seed}`)
        }
      }
    }
    expect(Object.keys(traces)).toHaveLength(12)
    expect(lenient).toEqual([])
  })
})
