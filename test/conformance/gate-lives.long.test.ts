import { describe, expect, it } from 'vitest'
import { AgentLife } from '../support/agent-life.ts'
import { createAgent, createChance, type Mix, simulateSuite } from '../support/synthetic-agents.ts'

const MIXES: readonly Mix[] = ['perfect', 'steady', 'near90', 'at95', 'flaky']
/** A record is reliable with so many attempts, nine in ten of them solved. */
const MIN_ATTEMPTS = 8
/** After a death agent and baseline stay as they are, so that each further gate is only another draw of the same. */
const GATES_AFTER_DEATH = 10

/** Up to forty runs, in which some tasks improve early and a reliable one dies between run 12 and run 31. */
function lifeOf(number: number) {
  const chance = createChance(1000 + number)
  const size = 4 + Math.floor(chance() * 16)
  const suite = simulateSuite(size)
  let agent = createAgent(MIXES[number % MIXES.length] as Mix, size, chance)
  const life = new AgentLife(chance)
  const [improvement, death] = [Math.floor(chance() * 10), 12 + Math.floor(chance() * 20)]
  const counted = { before: 0, alarms: 0, after: 0, green: 0 }
  let dead = -1
  for (let run = 0; run < 40 && counted.after < GATES_AFTER_DEATH; run++) {
    if (run === improvement) agent = agent.map((p, i) => (i === 0 || chance() < 0.2 ? 0.98 : p))
    if (run === death) {
      const reliable = suite.flatMap(({ key }, i) => {
        const { successes = 0, attempts = 0 } = life.baseline.tasks[key] ?? {}
        return attempts >= MIN_ATTEMPTS && 10 * successes >= 9 * attempts ? [i] : []
      })
      dead = reliable[Math.floor(chance() * reliable.length)] ?? -1
      if (dead < 0) break
      agent = agent.with(dead, 0)
    }
    const { gate } = life.run(agent)
    if (gate === undefined) continue
    const isRed = gate.exit !== 0
    if (dead < 0) {
      counted.before++
      if (isRed) counted.alarms++
    } else {
      counted.after++
      if (!isRed) counted.green++
    }
  }
  return { ...counted, died: dead >= 0 }
}

describe('lives of agents', { timeout: 1_800_000 }, () => {
  it('are never green after a reliable task died outright, and hardly ever red before: 50 lives', () => {
    const lives: ReturnType<typeof lifeOf>[] = []
    for (let number = 0; lives.length < 50; number++) {
      const life = lifeOf(number)
      if (life.died) lives.push(life)
    }
    const sum = (what: 'before' | 'alarms' | 'after' | 'green'): number =>
      lives.reduce((total, life) => total + life[what], 0)
    expect(sum('before')).toBeGreaterThan(800)
    expect(sum('after')).toBeGreaterThan(400)
    expect(sum('green')).toBe(0)
    expect(sum('alarms') / sum('before')).toBeLessThanOrEqual(0.01)
  })

  it('learn that half of the tasks got better, and see them fall back', () => {
    const seen = Array.from({ length: 8 }, (_, number) => {
      const life = new AgentLife(createChance(number))
      const half = (p: number) => Array.from({ length: 20 }, (_each, i) => (i % 2 === 0 ? p : 0.98))
      const renewed = new Set<string>()
      for (let run = 0; run < 45; run++)
        for (const id of life.run(half(run < 22 ? 0.5 : 1)).renewed) renewed.add(id)
      expect(renewed.size).toBeGreaterThanOrEqual(7)
      return Array.from({ length: 3 }, () => life.run(half(0.5)).gate?.exit)
    })
    for (const exits of seen) expect(exits).toContain(1)
  })

  it('do not stay green for ever after a task died that is solved half the time', () => {
    const life = new AgentLife(createChance(3))
    const agent = (p: number) => Array.from({ length: 12 }, (_, i) => (i === 0 ? p : 0.5))
    for (let run = 0; run < 22; run++) life.run(agent(0.5))
    const exits = Array.from({ length: 8 }, () => life.run(agent(0)).gate?.exit)
    expect(exits.at(-1)).toBe(1)
  })
})
