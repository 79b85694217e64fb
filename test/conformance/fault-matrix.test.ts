import { beforeAll, expect, test } from 'vitest'
import { checkInterception, intercept } from '../../src/network/server.ts'
import { runAttempt } from '../../src/run/attempt/run-attempt.ts'
import type { Agent } from '../../src/schema/agent.ts'
import { FAULTS, type Fault } from '../../src/schema/fault.ts'
import type { TaskScore } from '../../src/schema/score.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { expectPage, formatMarkdownTable } from '../support/markdown-table.ts'
import { careful, careless, retrying, roomRegistry, roomTask } from '../support/rooms.ts'

const AGENTS = [careless, retrying, careful]

/** What is spoilt in the list of rooms; the cheapest one is the second. */
const PLACES: Partial<Record<Fault, string>> = {
  'wrong-type': '/rooms/1/price',
  'renamed-field': '/rooms',
  'stale-value': '/rooms/1/price',
  'off-by-ten': '/rooms/1/price',
}

/** The first call of every tool goes wrong; of faults of data the first list of rooms. */
async function scoreOf(agent: Agent, fault: Fault): Promise<TaskScore> {
  const at = PLACES[fault]
  const where = at === undefined ? { after: 2 } : { tool: 'list_rooms', at }
  const task = { ...roomTask, faults: [{ fault, on: 1, ...where }] }
  const { trace } = await runAttempt(agent, task, { registry: roomRegistry })
  return scoreTrace(task, trace, roomRegistry)
}

/** What one agent made of one fault, in a few words. */
function cell({ solved, faults }: TaskScore): string {
  if (faults === undefined) return 'not met'
  const recovered = faults.hits.filter((hit) => hit.recovered).length
  return [
    `${recovered} of ${faults.hits.length}${solved ? ', solved' : ''}`,
    ...(faults.within_bound ? [] : [`**${faults.retries} retries**`]),
    ...(faults.duplicate_writes === 0 ? [] : ['**duplicate write**']),
  ].join('; ')
}

const scores = new Map<string, TaskScore>()
const at = (agent: Agent, fault: Fault): TaskScore => scores.get(`${agent.name} ${fault}`) as TaskScore

beforeAll(async () => {
  intercept()
  await checkInterception()
  for (const fault of FAULTS)
    for (const agent of AGENTS) scores.set(`${agent.name} ${fault}`, await scoreOf(agent, fault))
})

test('the matrix of the documentation is what the agents do', async () => {
  const rows = FAULTS.map((fault) => [`\`${fault}\``, ...AGENTS.map((agent) => cell(at(agent, fault)))])
  const head = ['fault', ...AGENTS.map(({ name }) => name)]
  await expectPage('faults.md', { matrix: formatMarkdownTable([head, ...rows]) })
})

test.each(FAULTS)('%s: the careful agent solves the task, but where it is forbidden', (fault) => {
  const { solved, faults } = at(careful, fault)
  expect(faults?.hits.length).toBeGreaterThan(0)
  expect(faults).toMatchObject({ within_bound: true, duplicate_writes: 0, reasons: [] })
  expect(solved).toBe(fault !== 'forbidden')
})

test('the careless agent recovers nowhere where it fails', () => {
  for (const fault of FAULTS) {
    const { solved, faults } = at(careless, fault)
    const isClean = faults?.hits.every(({ recovered }) => recovered) === true
    expect(isClean, `${fault} ${JSON.stringify(faults)}`).toBe(solved && isClean)
  }
})
