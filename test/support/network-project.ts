import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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

/** Runs the project of the network, and gives what each task's clients were answered. */
export async function collectAnswers(env: Record<string, string>, isPackaged = false) {
  const project = createProject('network')
  if (isPackaged) packServer(project)
  const { stdout, stderr } = await project.exits(0, ['run'], env)
  const traces = project.traces() as {
    task_id: string
    final_answer: string
    refused?: string[]
    calls: object[]
  }[]
  const answers: Answers = {}
  for (const { task_id, final_answer } of traces)
    answers[task_id] = JSON.parse(final_answer) as Record<string, string>
  return { project, answers, traces, output: stdout + stderr }
}

/** Holds the answer of each client to a text. */
export const expectEveryClient = (answers: Record<string, string> | undefined, text: string): void => {
  expect(Object.keys(answers ?? {})).toEqual(['fetch', 'node', 'undici fetch', 'undici request'])
  for (const [client, answer] of Object.entries(answers ?? {})) expect(`${client}: ${answer}`).toContain(text)
}

/** Holds the network of cases in a pool to what it has to keep, whether or not calls of tools are requests. */
export function describeNetwork(POOL: string, wire = 'http'): void {
  const OPTIONS = JSON.stringify({ wire })
  describe(`the network in ${POOL}, wire ${wire}`, () => {
    it('is closed by name while cases run; this machine stays reachable', async () => {
      const { answers, traces, project } = await collectAnswers({ POOL, OPTIONS })
      expectEveryClient(answers.outside, 'Blocked request to outside.example:80: the network is closed')
      expectEveryClient(answers.outside, 'while "outside" runs')
      expectEveryClient(answers.outside_tls, 'Blocked request to outside.example:443')
      expectEveryClient(answers.outside_ip, 'Blocked request to 203.0.113.7:81')
      expectEveryClient(answers.loopback, 'from this machine')
      expect(traces.find(({ task_id }) => task_id === 'outside')?.refused).toEqual(['outside.example:80'])
      expect(project.run().cases.find(({ task_id }) => task_id === 'outside')?.score).toMatchObject({
        solved: true,
        warnings: ['a request to outside.example:80 was refused'],
      })
    })

    it.each(['a setup file', 'an installed package'])('keeps the msw server of %s', async (owner) => {
      const isPackaged = owner !== 'a setup file'
      const { answers, traces, output } = await collectAnswers(
        { POOL, OPTIONS, SETUP: isPackaged ? './packaged-server.ts' : './own-server.ts' },
        isPackaged,
      )
      expect(output).not.toContain('Body is unusable')
      expect(answers.mocked?.fetch).toBe('my own mock')
      expect(answers.mocked?.node).toBe('my own mock')
      expect(answers.mocked_loopback?.fetch).toBe('my own loopback mock')
      for (const client of ['fetch', 'node', 'undici fetch', 'undici request']) {
        expect(answers.loopback?.[client]).toBe('from this machine')
        expect(answers.outside?.[client]).not.toBe('from this machine')
        expect(answers.outside_again?.[client]).not.toBe('from this machine')
      }
      expect(answers.outside?.['undici request']).toContain('Blocked request to outside.example:80')
      for (const { task_id, calls } of traces) expect(calls, task_id).toHaveLength(1)
    })
  })
}
