import { describe, expect, it } from 'vitest'
import { createProject, type Project } from '../support/run-vitest.ts'

const optionsOf = (options: object) => ({ OPTIONS: JSON.stringify(options) })
const keysOf = (project: Project): (string | undefined)[] => project.run().cases.map(({ key }) => key)

describe('the options `faults` and `injections`', () => {
  it('reach every task, enter its key, and are summed up', async () => {
    const project = createProject('basic')
    await project.exits(0, ['run'])
    const keys = keysOf(project)
    expect(project.run().summaries[0]).not.toHaveProperty('faults')

    const faulty = await project.exits(0, ['run'], optionsOf({ faults: [{ fault: 'forbidden', on: 1 }] }))
    const { summaries, cases } = project.run()
    expect(summaries[0]?.faults?.hits).toBeGreaterThan(0)
    expect(cases.some(({ score }) => (score?.faults?.hits.length ?? 0) > 0)).toBe(true)
    expect(faulty.stdout).toMatch(/faults: recovered \d+ of \d+/)
    expect(keysOf(project).filter((key) => keys.includes(key))).toEqual([])

    const attacked = await project.exits(0, ['run'], optionsOf({ injections: [{ goal: 'say' }] }))
    expect(attacked.stdout).toMatch(/injections: .*utility under attack .* %, attack success rate 0\.0 %/)
    expect(keysOf(project).filter((key) => keys.includes(key))).toEqual([])
  })
})

describe('the option `checks`', () => {
  const suite = (checks: unknown): string => {
    const line = {
      task_id: 'sky',
      level: 'L0_node',
      prompt: 'Look up the weather in Oslo.',
      available_tools: ['get_weather'],
      expected_trace: {
        steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] }],
      },
      checks,
    }
    return `${JSON.stringify(line)}\n`
  }
  const agent = `export default {
    name: 'weather',
    async run({ tools }) {
      await tools[0].invoke({ city: 'Oslo' })
      return 'Done.'
    },
  }
`
  const checks = `export const named = ({ trace }) => trace.final_answer.includes('Oslo') || 'it names no city'
export const keyless = () => { throw new Error('no key') }
`
  const project = () => createProject('basic', { 'agent.ts': agent, 'checks.ts': checks })
  const options = optionsOf({ checks: ['./checks.ts'], mode: 'strict' })

  it('stand beside the score, count where a line asks, and never fail an agent that they could not judge', async () => {
    const own = project()
    own.write('tasks.suite.jsonl', suite(['named']))
    const beside = await own.exits(0, ['run'], options)
    expect(beside.stdout).toContain('checks: named 0 of 1')

    own.write('tasks.suite.jsonl', suite([{ name: 'named', counts: true }]))
    const counted = await own.exits(1, ['run'], options)
    expect(counted.stderr).toContain('the check "named" failed: it names no city')

    own.write('tasks.suite.jsonl', suite([{ name: 'keyless', counts: true }]))
    const open = await own.vitest(['run'], optionsOf({ checks: ['./checks.ts'] }))
    expect(own.run().cases[0]?.attempts?.[0]).toMatchObject({
      outcome: 'errored',
      note: 'the check "keyless" could not be judged: the check threw: no key',
    })
    expect(open.exitCode).toBe(2)
  })

  it('of a name that no module exports are an error before any case runs', async () => {
    const own = project()
    own.write('tasks.suite.jsonl', suite(['nmaed']))
    const { exitCode, stderr, stdout } = await own.vitest(['run'], options)
    expect(stderr + stdout).toMatch(/Failed to find the check "nmaed".*named/)
    expect(exitCode).not.toBe(0)
  })
})
