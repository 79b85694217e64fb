import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { AGENTS, createLiveProject } from '../support/own-tools-project.ts'
import { createProject, type Outcome } from '../support/run-vitest.ts'

interface Recorded {
  agent: string
  task_id: string
  calls: { tool_name: string; arguments: object; status: number; started: number; ended: number }[]
}

describe('tools of the agent, in every library', () => {
  const project = createProject('own-tools')
  let outcome: Outcome
  let traces: Recorded[]
  beforeAll(async () => {
    outcome = await project.vitest(['run'], { AGENTS: AGENTS.join() })
    traces = project.traces() as unknown as Recorded[]
  })
  const tracesOf = (task: string) => traces.filter(({ task_id }) => task_id === task)

  it('are answered by the simulators of their names, and judged', () => {
    const solved = project
      .run()
      .cases.map(({ agent, task_id, score }) => `${agent} ${task_id} ${score?.solved}`)
    const due = (task: string, verdict: boolean) => AGENTS.map((agent) => `${agent} ${task} ${verdict}`)
    expect(solved.sort(), outcome.stdout + outcome.stderr).toEqual(
      [...due('right', true), ...due('clumsy', true), ...due('invents', false)].sort(),
    )
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr.match(/amount 12\.34 is not .*step_1's total/g)).toHaveLength(AGENTS.length)
  })

  it('are called once each, those that a model asks for together at the same time', () => {
    expect(
      tracesOf('right')
        .map(({ agent }) => agent)
        .sort(),
    ).toEqual(AGENTS)
    for (const { agent, calls } of tracesOf('right')) {
      const told = calls.map(({ tool_name, status }) => `${tool_name} ${status}`)
      expect(told, agent).toEqual([
        'find_order 200',
        'find_order 200',
        'refund_order 200',
        'refund_order 200',
      ])
      expect(calls[1]?.started, agent).toBeLessThan(calls[0]?.ended ?? 0)
    }
  })

  it('have refused arguments recorded as the model gave them', () => {
    expect(tracesOf('clumsy')).toHaveLength(AGENTS.length)
    for (const { agent, calls } of tracesOf('clumsy'))
      expect(calls[0], agent).toMatchObject({
        tool_name: 'find_order',
        // A function is given no argument where the model names another one.
        arguments: agent === 'functions' ? {} : { ref: 'A-1' },
        status: 400,
      })
  })
})

it('a simulator that takes other parameters than the tool is refused by name', async () => {
  const project = createProject('own-tools')
  for (const file of ['simulators.ts', 'shop.suite.ts'])
    project.write(file, project.read(file).replaceAll('amount: ', 'sum: '))
  const { stderr } = await project.exits(2, ['run', '-t', 'right'], { AGENTS: 'langchain,ai-sdk' })
  const said =
    /the simulator of "refund_order" has other parameters than the agent's own tool: it lacks amount; the tool has no sum/g
  expect(stderr.match(said)).toHaveLength(2)
})

describe('live tools', () => {
  it.each([
    ['all of them in every library', 'true', AGENTS],
    ['one beside a simulator', 'find_order', AGENTS],
  ])(
    'run for the reference and the agent, and what flows between them is judged: %s',
    async (_, LIVE, agents) => {
      const project = createLiveProject()
      const { stderr } = await project.exits(1, ['run'], { AGENTS: agents.join(), LIVE })
      const solved = project
        .run()
        .cases.map(({ agent, task_id, score }) => `${agent} ${task_id} ${score?.solved} ${score?.state}`)
      const due = agents.flatMap((one) => [
        `${one} clumsy true right`,
        `${one} invents false ${LIVE === 'true' ? 'wrong' : 'right'}`,
        `${one} right true right`,
      ])
      expect(solved.sort(), stderr).toEqual(due.sort())
      // Random ids and times do not make a task another one.
      const keys = project.run().cases.flatMap(({ task_id, key }) => (task_id === 'right' ? [key] : []))
      expect(new Set(keys).size).toBe(1)
    },
  )
})

describe('the state that live tools leave', () => {
  const env = { AGENTS: 'functions', LIVE: 'true' }
  const edit = (file: string, from: string | RegExp, to: string) => {
    const project = createLiveProject()
    project.write(file, project.read(file).replace(from, to))
    return project
  }

  it('is compared with what the reference leaves: writes past the tools are seen', async () => {
    const project = edit(
      'agents/functions.ts',
      'const results',
      "if (prompt.includes('full.')) (await import('../shop-data.ts')).tamper()\n    const results",
    )
    const { stderr } = await project.exits(1, ['run', '-t', 'right'], env)
    expect(stderr).toMatch(
      /right .* was not solved: state\(\) after the run: orders\/2\/total: 1, expected \d/,
    )
  })

  it('needs tools that are made while the agent runs: they are looked for without a run of any body', async () => {
    const project = edit(
      'shop-data.ts',
      'const found',
      "if (orders.length === 0) console.log('before reset')\n  const found",
    )
    project.write(
      'agents/langchain.ts',
      project
        .read('agents/langchain.ts')
        .replace(/import .* from '.\/langchain-model.ts'/, '')
        .replace(
          /\(\) => .*\)/,
          `async () => {
  const { Model, tools } = await import('./langchain-model.ts')
  return createAgent({ model: new Model({}), tools })
})`,
        ),
    )
    const run = await project.exits(0, ['run', '-t', 'right'], { AGENTS: 'langchain', LIVE: 'true' })
    expect(run.stdout + run.stderr).not.toContain('before reset')
    expect(project.run().cases[0]?.score).toMatchObject({ solved: true, state: 'right' })
  })

  it('is left behind by no reset', async () => {
    const { stderr } = await createLiveProject().exits(2, ['run', '-t', 'right'], { ...env, LEAKS: '1' })
    expect(stderr).toMatch(
      /Failed to reset: state\(\) differs after two calls of reset\(\{ seed: 0 \}\): audit/,
    )
  })

  it('is told by answers where the entry exports neither reset nor state, and data outlive the modules', async () => {
    const project = createProject('own-tools')
    const data = project
      .read('shop-data.ts')
      .replace('return { id, total }', 'return { id, total, paid: kept.paid }')
    const keep = 'const kept = globalThis as { paid?: string[] }\nkept.paid ??= []\nreset({ seed: 0 })\n'
    project.write(
      'shop-data.ts',
      `${data.replace('audit.push(', 'kept.paid?.push(reference)\n  audit.push(').replace("find('id', id).isRefunded = true", "const { reference } = find('id', id)")}${keep}`,
    )
    const config = project.read('vitest.config.ts')
    project.write('vitest.config.ts', config.replace("mode: 'strict'", "effects: { find_order: 'read' }"))
    const { stderr } = await project.exits(0, ['run'], env)
    expect(stderr.match(/what the reference leaves behind/g), stderr).toHaveLength(1)
    expect(stderr).toMatch(/: 1 find_order\/paid\/\*?.*"A-1", expected nothing/)
  })

  it('is that of a fixed trace, too; without reset the modules of the entry are imported anew', async () => {
    const project = edit(
      'agents/functions.ts',
      /export \{ reset.*/,
      "export { state } from '../shop-data.ts'",
    )
    project.write('shop-data.ts', `${project.read('shop-data.ts')}reset({ seed: 0 })\n`)
    rmSync(join(project.dir, 'shop.suite.ts'))
    const find = (i: number) => ({
      step_id: `f${i}`,
      tool_name: 'find_order',
      arguments: { reference: `A-${i}` },
      depends_on: [],
    })
    const refund = (i: number) => ({
      step_id: `r${i}`,
      tool_name: 'refund_order',
      arguments: { id: { $from: `f${i}`, at: '/id' }, amount: { $from: `f${i}`, at: '/total' } },
      depends_on: [`f${i}`],
    })
    const rows = Object.entries({ right: 'in full', invents: 'by any amount' }).map(([task_id, how]) => ({
      task_id,
      level: 'L3_dag',
      prompt: `Refund the orders A-1 and A-2 ${how}.`,
      available_tools: ['find_order', 'refund_order'],
      expected_trace: { steps: [find(1), find(2), refund(1), refund(2)] },
    }))
    project.write('live.suite.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    const { stdout, stderr } = await project.exits(1, ['run'], env)
    const verdicts = project
      .run()
      .cases.map(({ task_id, score }) => `${task_id} ${score?.solved} ${score?.state}`)
    expect(verdicts, stderr).toEqual(['right true right', 'invents false wrong'])
    expect((stdout + stderr).match(/its live tools have one world/g)).toHaveLength(1)
  })
})

describe('the snapshot of what a reference leaves', () => {
  const env = { AGENTS: 'functions', LIVE: 'true', CI: '' }
  const SNAPSHOT = '__traces__/shop/right.json'
  const createSnapshotProject = () => {
    const project = createLiveProject()
    const file = 'agents/functions.ts'
    project.write(file, `export const snapshot = true\n${project.read(file)}`)
    const config = project.read('vitest.config.ts')
    project.write('vitest.config.ts', config.replace("mode: 'strict'", "mode: 'strict', repeats: 3"))
    return project
  }

  it('shows a bug inside a tool, is kept by Vitest, and equals every run without a change', async () => {
    const project = createSnapshotProject()
    const missing = await project.exits(1, ['run', '-t', 'right'], { ...env, CI: 'true' })
    expect(missing.stderr).toMatch(
      /right: its reference has no snapshot .*right\.json, and Vitest writes none/,
    )
    const written = await project.exits(0, ['run', '-t', 'right'], env)
    expect(written.stdout).toMatch(/Snapshots +1 written/)
    const text = project.read(SNAPSHOT)
    for (const more of [['--pool', 'threads', '--shard', '1/1'], ['-u']]) {
      const same = await project.exits(0, ['run', '-t', 'right', ...more], { ...env, CI: 'true' })
      expect(same.stdout + same.stderr, more.join(' ')).not.toMatch(/obsolete|updated/)
      expect(project.read(SNAPSHOT)).toBe(text)
    }
    const data = project.read('shop-data.ts')
    project.write('shop-data.ts', data.replace('return { id, total }', 'return { id, total: total + 1 }'))
    const { stderr } = await project.exits(1, ['run', '-t', 'right'], env)
    expect(stderr).toMatch(
      /right: its reference differs from .*right\.json: calls\/1 find_order\/result\/total: \d+\.25, expected/,
    )
    // The agent did what the reference does.
    expect(project.run().cases[0]?.score).toMatchObject({ solved: true, state: 'right' })
    await project.exits(0, ['run', '-t', 'right', '-u'], env)
    await project.exits(0, ['run', '-t', 'right'], { ...env, CI: 'true' })
    expect(project.read(SNAPSHOT)).not.toBe(text)
  })
})

it('a name of `live` or `effects` that the agent does not have fails the run', async () => {
  const project = createProject('own-tools')
  project.write(
    'vitest.config.ts',
    project
      .read('vitest.config.ts')
      .replace("mode: 'strict'", "effects: { find_ordr: 'read' }, mode: 'strict'"),
  )
  const { stdout, stderr } = await project.exits(2, ['run'], { AGENTS: 'functions', LIVE: 'find_parcel' })
  for (const [named, guess] of [
    ['`live` names "find_parcel"', '.'],
    ['`effects` names "find_ordr"', '; did you mean "find_order"?'],
  ])
    expect(stdout + stderr).toContain(
      `the option ${named}, and the agent of project "functions" made and called no such tool${guess} Its own tools: find_order, refund_order`,
    )
})

it('an argument of a live tool that a reference misspells is an error of the suite, and blames no agent', async () => {
  const project = createLiveProject()
  project.write('shop.suite.ts', project.read('shop.suite.ts').replace('amount: total', 'amuont: total'))
  const env = { AGENTS: 'functions,langchain', LIVE: 'true' }
  const { stdout, stderr } = await project.exits(2, ['run', '-t', 'right'], env)
  const said =
    /right: refund_order has no parameter "amuont"; did you mean "amount"\? \(shop\.suite\.ts:\d+:\d+\)\n ❯ right shop\.suite\.ts:\d+:\d+\n/g
  expect(stderr.match(said), stderr).toHaveLength(2)
  expect(stdout).not.toContain('is missing')
})

it('a live tool that a task offers and the agent does not have is an error of the suite', async () => {
  const project = createLiveProject()
  project.write('shop.suite.ts', project.read('shop.suite.ts').replace("order'],", "order', 'refund_ordr'],"))
  const env = { AGENTS: 'functions,mcp,openai-agents', LIVE: 'true' }
  const { stderr } = await project.exits(2, ['run', '-t', 'right'], env)
  const said =
    'SuiteError: Failed to run shop.suite.ts:7: right offers "refund_ordr", and the agent made and called no such tool; did you mean "refund_order"? Its own tools: find_order, refund_order'
  expect(stderr.split(said), stderr).toHaveLength(1 + 3)
})

it.each([
  ["{ './orders.ts': ['findOrdr'] }", './orders.ts has no function "findOrdr"; did you mean "findOrder"?'],
  ["{ './orders.ts': ['steps'] }", 'steps of ./orders.ts is a generator, and nothing can answer for one'],
])('ownTools %s is refused', async (option, why) => {
  const project = createProject('own-tools')
  project.write('orders.ts', `${project.read('orders.ts')}export function* steps() {}\n`)
  project.write(
    'vitest.config.ts',
    project.read('vitest.config.ts').replace(/const FUNCTIONS = .*/, `const FUNCTIONS = ${option}`),
  )
  const { stderr } = await project.exits(2, ['run'], { AGENTS: 'functions' })
  expect(stderr).toContain(why)
})
