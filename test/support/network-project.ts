import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from './run-vitest.ts'

type Answers = Record<string, Record<string, string>>

/** Puts the msw server of the project into an installed package, whose imports Vitest leaves to node. */
function packServer(project: Project): void {
  const folder = join(project.dir, 'node_modules/server-kit')
  mkdirSync(folder, { recursive: true })
  const source = project
    .read('own-server.ts')
    .replace(/const strategy = (.*?) as .*?\n\n?(?=before)/s, 'const strategy = $1\n')
  writeFileSync(join(folder, 'index.js'), source)
  writeFileSync(join(folder, 'package.json'), '{"name":"server-kit","type":"module","exports":"./index.js"}')
  project.write('packaged-server.ts', "import 'server-kit'\n")
}

type NetworkTrace = {
  task_id: string
  project?: string
  final_answer: string
  refused?: string[]
  calls: object[]
}

/** Runs a project of the network, and gives what each task's clients were answered, by Vitest project. */
export async function runNetwork(project: Project, env: Record<string, string> = {}) {
  const { stdout, stderr } = await project.exits(0, ['run'], env)
  const all = project.traces() as NetworkTrace[]
  const of = (name?: string) => {
    const traces = all.filter((trace) => trace.project === name)
    const answers: Answers = Object.fromEntries(
      traces.map(({ task_id, final_answer }) => [task_id, JSON.parse(final_answer)]),
    )
    return { traces, answers }
  }
  return { project, of, output: stdout + stderr }
}

/** Holds the answer of each client to a text. */
export const expectEveryClient = (answers: Record<string, string> | undefined, text: string): void => {
  expect(Object.keys(answers ?? {})).toEqual(['fetch', 'node', 'undici fetch', 'undici request'])
  for (const [client, answer] of Object.entries(answers ?? {})) expect(`${client}: ${answer}`).toContain(text)
}

/** A Vitest project without a server of its own, and one for each place that a server of the user is in. */
const PROJECTS = { plain: [], setup: ['./own-server.ts'], package: ['./packaged-server.ts'] }
type ProjectName = keyof typeof PROJECTS

const writeConfig = (pool: string, wire: string): string => `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  export default defineConfig({
    test: { projects: Object.entries(${JSON.stringify(PROJECTS)}).map(([name, setupFiles]) => ({
      plugins: [tracewright({ agent: './agent.ts', wire: '${wire}' })],
      test: { name, setupFiles, testTimeout: 60_000, pool: '${pool}' },
    })) },
  })`

/** Holds the network of cases in a pool to what it has to keep, whether or not calls of tools are requests. */
export function describeNetwork(pool: string, wire = 'http'): void {
  describe(`the network in ${pool}, wire ${wire}`, () => {
    let run: Awaited<ReturnType<typeof runNetwork>>
    beforeAll(async () => {
      const project = createProject('network', { 'vitest.config.ts': writeConfig(pool, wire) })
      packServer(project)
      run = await runNetwork(project)
    })
    const of = (name: ProjectName) => run.of(name)

    it('is closed by name while cases run; this machine stays reachable', () => {
      const { answers, traces } = of('plain')
      expectEveryClient(answers.outside, 'Blocked request to outside.example:80: the network is closed')
      expectEveryClient(answers.outside, 'while "outside" runs')
      expectEveryClient(answers.outside_tls, 'Blocked request to outside.example:443')
      expectEveryClient(answers.outside_ip, 'Blocked request to 203.0.113.7:81')
      expectEveryClient(answers.loopback, 'from this machine')
      expect(traces.find(({ task_id }) => task_id === 'outside')?.refused).toEqual(['outside.example:80'])
      const isOutside = (one: { task_id: string; project?: string | undefined }): boolean =>
        one.task_id === 'outside' && one.project === 'plain'
      expect(run.project.run().cases.find(isOutside)?.score).toMatchObject({
        solved: true,
        warnings: ['a request to outside.example:80 was refused'],
      })
    })

    it.each<[string, ProjectName]>([
      ['a setup file', 'setup'],
      ['an installed package', 'package'],
    ])('keeps the msw server of %s', (_, name) => {
      const { answers, traces } = of(name)
      expect(run.output).not.toContain('Body is unusable')
      expect(answers.mocked?.fetch).toBe('my own mock')
      expect(answers.mocked?.node).toBe('my own mock')
      expect(answers.mocked_loopback?.fetch).toBe('my own loopback mock')
      for (const client of ['fetch', 'node', 'undici fetch', 'undici request']) {
        expect(answers.loopback?.[client]).toBe('from this machine')
        expect(answers.outside?.[client]).not.toBe('from this machine')
        expect(answers.outside_again?.[client]).not.toBe('from this machine')
      }
      expect(answers.outside?.['undici request']).toContain('Blocked request to outside.example:80')
      expect(traces.length).toBeGreaterThan(0)
      for (const { task_id, calls } of traces) expect(calls, task_id).toHaveLength(1)
    })
  })
}
