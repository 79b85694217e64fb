import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, listFiles } from '../support/run-vitest.ts'

const SNAPSHOTS = { OPTIONS: '{"snapshots":true}' }

it('the option `snapshots` keeps one file a task, which shards write apart and a changed plan fails', async () => {
  const project = createProject('basic')
  const missing = await project.exits(1, ['run'], SNAPSHOTS)
  expect(missing.stderr).toContain('The snapshot is missing')

  for (const shard of ['1/2', '2/2']) {
    await project.exits(0, ['run', '-u', `--shard=${shard}`], SNAPSHOTS)
  }
  const files = listFiles(join(project.dir, '__traces__/tasks'))
  expect(files).toHaveLength(7)
  expect(files).toContain('L3_report.txt')
  expect(project.read('__traces__/tasks/L1_convert.txt')).toContain('<get_weather.temperature_celsius>')

  await project.exits(0, ['run'], SNAPSHOTS)

  const idle = await project.exits(1, ['run'], { ...SNAPSHOTS, AGENT: 'idle' })
  expect(idle.stderr).toContain("The agent's calls differ from the snapshot.")
  expect(listFiles(join(project.dir, '__traces__/tasks'))).toEqual(files)

  const file = '__traces__/tasks/L1_convert.txt'
  const lines = project.read(file).trimEnd().split('\n')
  project.write(file, `${lines.slice(0, -1).join('\n')}\n`)
  const { stderr } = await project.exits(1, ['run'], SNAPSHOTS)
  expect(stderr.match(/^[-+] +\S.*/gm)).toEqual(['- Expected', '+ Received', `+ ${lines.at(-1)}`])
  expect(stderr).toMatch(/❯ L1_convert tasks\.suite\.jsonl:\d+:1\n/)
})

it('an attempt that threw, timed out or errored writes no snapshot, also with -u; an unsolved one does', async () => {
  const project = createProject('basic', {
    'agent.ts': `
      import { oracle } from 'tracewright/calibration'
      const ways = {
        L0_weather: () => { throw new Error('no model answers') },
        L0_email: () => new Promise(() => {}),
        L1_convert: () => fetch('http://127.0.0.1:49151/v1/chat/completions', { method: 'POST', body: '{}' }),
        L1_quote: () => ({}),
      }
      export default {
        ...oracle,
        run: (request, task) => (process.env.GOOD ? undefined : ways[task.task_id]?.()) ?? oracle.run(request, task),
      }`,
  })
  const env = { OPTIONS: '{"snapshots":true,"timeout":3000}' }
  const folder = join(project.dir, '__traces__/tasks')
  await project.exits(0, ['run', '-u'], { ...env, GOOD: '1' })
  const [weather, quote] = ['L0_weather', 'L1_quote'].map((id) => `__traces__/tasks/${id}.txt`) as [
    string,
    string,
  ]
  const before = [project.read(weather), project.read(quote)]
  for (const id of ['L0_email', 'L1_convert']) rmSync(join(folder, `${id}.txt`))
  const { stderr } = await project.exits(1, ['run', '-u'], env)
  expect(stderr).toContain('the agent failed: no model answers. A failed run has no snapshot')
  expect(stderr).toContain('L1_convert has no snapshot, also with vitest -u, because its attempt errored')
  expect(listFiles(folder)).toHaveLength(5)
  expect(project.read(weather)).toBe(before[0])
  expect(project.read(quote)).not.toBe(before[1])
})

describe('the option `checkInOtherWorlds`', () => {
  const createTask = (task_id: string) => ({
    task_id,
    level: 'L1_chain',
    prompt: `Look up the weather in Oslo and notify the team: title "${task_id}", message the sky condition.`,
    available_tools: ['get_weather', 'create_notification'],
    expected_trace: {
      steps: [
        { step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] },
        {
          step_id: 'step_2',
          tool_name: 'create_notification',
          arguments: { title: task_id, message: { $from: 'step_1', at: '/condition' } },
          depends_on: ['step_1'],
        },
      ],
    },
    world: { seed: 7 },
  })
  /** It follows the value of the one task; of the other one it says what was right once. */
  const AGENT = `
    let first
    export default {
      name: 'notifier',
      async run({ prompt, tools }) {
        const [, title] = /"(.*)"/.exec(prompt)
        const of = (name) => tools.find((tool) => tool.name === name)
        const { condition } = await of('get_weather').invoke({ city: 'Oslo' })
        first ??= condition
        await of('create_notification').invoke({ title, message: title === 'follows' ? condition : first })
        return ''
      },
    }`

  it('tells an agent that follows the value from one that says what was right once', async () => {
    const suite = ['follows', 'repeats'].map((id) => `${JSON.stringify(createTask(id))}\n`).join('')
    const project = createProject('basic', { 'agent.ts': AGENT, 'tasks.suite.jsonl': suite })
    await project.exits(0, ['run'], { OPTIONS: '{"checkInOtherWorlds":true}' })
    expect(project.run().cases).toMatchObject([
      { task_id: 'follows', score: { solved: true, ambiguous: 0 } },
      { task_id: 'repeats', score: { solved: false, ambiguous: 0 } },
    ])
  })
})

it('a module with the name of a suite that lost its import fails the run, and one of another library is left out', async () => {
  const project = createProject('basic')
  project.write('empty.suite.ts', '\n')
  project.write('comment.suite.ts', '// tasks follow\n')
  project.write('lost.suite.ts', "task('t', { prompt: 'Say hello.', tools: [] }, async () => {})\n")
  project.write('typo.suite.ts', "import { task } from 'tracewright/suites'\ntask('t', {}, async () => {})\n")
  project.write('foreign.suite.ts', "import { evalSuite } from 'another-library'\nevalSuite()\n")
  const { stdout, stderr } = await project.exits(2, ['run'])
  for (const name of ['empty', 'comment', 'lost', 'typo'])
    for (const output of [stdout, stderr])
      expect(output).toContain(
        `Failed to load suite ${name}.suite.ts: it does not import "tracewright/suite". Begin it with: import { task } from 'tracewright/suite'`,
      )
  expect(stdout + stderr).not.toContain('foreign.suite.ts')
})
