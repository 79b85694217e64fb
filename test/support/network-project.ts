import { describe, expect, it } from 'vitest'
import { projectOf } from './run-vitest.ts'

type Answers = Record<string, Record<string, string>>

/** Runs the project of the network, and gives what each task's clients were answered. */
export async function answersOf(env: Record<string, string>) {
  const project = projectOf('network')
  const { stdout } = await project.exits(0, ['run'], env)
  const traces = project.traces() as {
    task_id: string
    final_answer: string
    refused?: string[]
    calls: object[]
  }[]
  const answers: Answers = {}
  for (const { task_id, final_answer } of traces)
    answers[task_id] = JSON.parse(final_answer) as Record<string, string>
  return { project, answers, traces, stdout }
}

/** Holds the answer of each client to a text. */
export const everyClient = (answers: Record<string, string> | undefined, text: string): void => {
  expect(Object.keys(answers ?? {})).toEqual(['fetch', 'node', 'undici fetch', 'undici request'])
  for (const [client, answer] of Object.entries(answers ?? {})) expect(`${client}: ${answer}`).toContain(text)
}

/** Holds the network of cases in a pool to what it has to keep. */
export function describeNetwork(POOL: string): void {
  describe(`the network in ${POOL}`, () => {
    it('is closed by name while cases run; this machine stays reachable', async () => {
      const { answers, traces, project } = await answersOf({ POOL })
      everyClient(
        answers.outside,
        'Failed to connect to outside.example:80: tracewright lets no request leave',
      )
      everyClient(answers.outside, 'while "outside" runs')
      everyClient(answers.outside_tls, 'Failed to connect to outside.example:443')
      everyClient(answers.outside_ip, 'Failed to connect to 203.0.113.7:81')
      everyClient(answers.loopback, 'from this machine')
      expect(traces.find(({ task_id }) => task_id === 'outside')?.refused).toEqual(['outside.example:80'])
      expect(project.run().cases.find(({ task_id }) => task_id === 'outside')?.score).toMatchObject({
        solved: true,
        warnings: ['a request to outside.example:80 was refused'],
      })
    })

    it('keeps the msw server that a setup file opens and closes', async () => {
      const { answers, traces } = await answersOf({ POOL, SETUP: './own-server.ts' })
      expect(answers.mocked?.fetch).toBe('my own mock')
      expect(answers.mocked?.node).toBe('my own mock')
      expect(answers.mocked_loopback?.fetch).toBe('my own loopback mock')
      for (const client of ['fetch', 'node', 'undici fetch', 'undici request']) {
        expect(answers.loopback?.[client]).toBe('from this machine')
        expect(answers.outside?.[client]).not.toBe('from this machine')
        expect(answers.outside_again?.[client]).not.toBe('from this machine')
      }
      expect(answers.outside?.['undici request']).toContain('Failed to connect to outside.example:80')
      for (const { task_id, calls } of traces) expect(calls, task_id).toHaveLength(1)
    })
  })
}
