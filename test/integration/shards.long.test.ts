import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, listFiles, type Project } from '../support/run-vitest.ts'

const BLOBS = '.vitest-reports'
const PLAIN = `import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n`

async function shard(project: Project, index: number, count: number): Promise<string[]> {
  rmSync(join(project.dir, '.vitest'), { recursive: true, force: true })
  await project.exits(0, [
    'run',
    `--shard=${index}/${count}`,
    '--reporter=blob',
    `--outputFile=${BLOBS}/blob-${index}.json`,
  ])
  // A shard without tasks runs nothing and has no document.
  if (listFiles(join(project.dir, '.vitest/tracewright')).length === 0) return []
  const run = JSON.parse(project.read('.vitest/tracewright/run.json')) as {
    complete: boolean
    cases: { task_id: string }[]
  }
  expect(run.complete).toBe(false)
  return run.cases.map(({ task_id }) => task_id)
}

const merge = (project: Project, args: string[] = []) =>
  project.vitest(['run', `--merge-reports=${BLOBS}`, ...args])

const ALL = ['L0_email', 'L0_weather']

describe('shards', () => {
  it('split a suite by task, also into more than there are, and merge to what one machine reports', async () => {
    const project = createProject('basic', { 'plain.test.ts': PLAIN })
    const [first, second] = project.read('tasks.suite.jsonl').split('\n')
    project.write('tasks.suite.jsonl', `${first}\n${second}\n`)
    await project.vitest()
    const whole = project.run()
    const parts: string[][] = []
    for (const index of [1, 2, 3, 4]) parts.push(await shard(project, index, 4))
    expect(Math.max(...parts.map((part) => part.length))).toBe(1)
    expect(parts.flat().sort()).toEqual(ALL)
    rmSync(join(project.dir, '.vitest'), { recursive: true })

    const { exitCode, stdout, stderr } = await merge(project, ['--reporter=json', '--outputFile=merged.json'])
    expect(exitCode, stdout + stderr).toBe(0)
    const merged = project.run()
    expect(merged.complete).toBe(true)
    const timeless = (run: typeof whole): unknown =>
      JSON.parse(
        JSON.stringify({ ...run, id: '', traces: [] }, (name, value) =>
          name === 'duration_ms' ? undefined : value,
        ),
      )
    expect(timeless(merged)).toEqual(timeless(whole))
    expect(
      project
        .traces()
        .map((trace) => trace.task_id)
        .sort(),
    ).toEqual(ALL)

    const document = JSON.parse(project.read('merged.json')) as {
      testResults: { name: string; assertionResults: { title: string }[] }[]
    }
    const titles = document.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title }) => title),
    )
    expect(titles.sort()).toEqual([...ALL, 'plain'].sort())
  })

  it('fail the merge when one is missing', async () => {
    const project = createProject('basic')
    await shard(project, 1, 2)
    // A blob holds all of its shard, the traces as well.
    expect(listFiles(join(project.dir, BLOBS))).toEqual(['blob-1.json'])
    expect(project.read(join(BLOBS, 'blob-1.json'))).toContain('final_answer')
    const { exitCode, stdout } = await merge(project)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/[34] tasks of tasks\.suite\.jsonl did not run/)
    expect(project.run()).toMatchObject({ verdict: 'error', complete: false })
  })

  it('fail the merge when a case failed in one of them', async () => {
    const project = createProject('basic')
    for (const index of [1, 2]) {
      await project.vitest(
        ['run', `--shard=${index}/2`, '--reporter=blob', `--outputFile=${BLOBS}/blob-${index}.json`],
        {
          AGENT: index === 1 ? 'idle' : 'oracle',
          OPTIONS: '{"mode":"strict"}',
        },
      )
    }
    const { stderr } = await project.exits(1, ['run', `--merge-reports=${BLOBS}`], {
      OPTIONS: '{"mode":"strict"}',
    })
    expect(stderr).toMatch(/was not solved/)
    expect(project.run().verdict).toBe('failed')
  })

  it('are refused where a blob of an earlier run lies among them', async () => {
    const project = createProject('basic')
    const run = async (index: number, id = '') => {
      const blob = ['--reporter=blob', `--outputFile=${BLOBS}/blob-${index}.json`]
      const env = { TRACEWRIGHT_RUN_ID: id, GITHUB_RUN_ID: '' }
      await project.exits(0, ['run', `--shard=${index}/2`, ...blob], env)
    }
    const merges = async (what: string) => {
      const { exitCode, stdout, stderr } = await merge(project)
      expect(exitCode, what + stdout + stderr).toBe(0)
    }
    const isRefusedUntilAllRanAgain = async (id?: string) => {
      await run(1, id)
      const stale = await merge(project)
      expect(stale.exitCode, stale.stdout).toBe(2)
      expect(stale.stdout).toContain('Failed to merge the shards: they belong to several runs')
      expect(project.run()).toMatchObject({ verdict: 'error', complete: false })
      await run(2, id)
      await merges(`run ${id}`)
    }

    const forget = () => rmSync(join(project.dir, '.vitest'), { recursive: true })
    for (const index of [1, 2]) await run(index)
    await merges('the first run')
    // Nothing but the time is another one; then the agent; then the id that the machines share.
    await isRefusedUntilAllRanAgain()
    project.write('agent.ts', `${project.read('agent.ts')}\n// changed\n`)
    forget()
    await isRefusedUntilAllRanAgain()
    for (const index of [1, 2]) await run(index, 'first')
    forget()
    await isRefusedUntilAllRanAgain('second')
  })
})

it('a sequencer of the user’s, which extends none of Vitest’s, orders and splits suites', async () => {
  const project = createProject('basic')
  const config = project.read('vitest.config.ts')
  project.write(
    'vitest.config.ts',
    `${config.replace('export default ', 'const config = ')}
class Plain {
  async sort(files) { return files }
  async shard(files) { return files }
}
export default { ...config, test: { ...config.test, sequence: { sequencer: Plain } } }`,
  )
  await project.exits(0)
  expect(project.run().complete).toBe(true)
  await project.exits(0, ['run', '--shard=1/2'])
  expect(project.run().complete).toBe(false)
})
