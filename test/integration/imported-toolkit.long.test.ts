import { readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { type Project, projectOf } from '../support/run-vitest.ts'

const DOCUMENT = resolve('test/fixtures/clinic.openapi.yaml')

/** The client of a team that has an API and no tracewright: nothing in it but requests. */
const CLIENT = `
const api = 'https://api.clinic.example/v1'

async function ask(method, path, { query = {}, body } = {}) {
  const url = new URL(api + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(response.status + ' ' + text)
  return text === '' ? {} : JSON.parse(text)
}

export const client = {
  listPatients: async (query) => ({ items: await ask('GET', '/patients', { query }) }),
  registerPatient: (body) => ask('POST', '/patients', { body }),
  getPatient: ({ patientId }) => ask('GET', '/patients/' + patientId),
  listDoctors: async (query) => ({ items: await ask('GET', '/doctors', { query }) }),
  getDoctor: ({ doctorId }) => ask('GET', '/doctors/' + doctorId),
  listAppointments: (query) => ask('GET', '/appointments', { query }),
  bookAppointment: (body) => ask('POST', '/appointments', { body }),
  getAppointment: ({ appointmentId }) => ask('GET', '/appointments/' + appointmentId),
  moveAppointment: ({ appointmentId, ...body }) => ask('PATCH', '/appointments/' + appointmentId, { body }),
  cancelAppointment: ({ appointmentId }) => ask('DELETE', '/appointments/' + appointmentId),
  getPrescription: ({ prescriptionId }) => ask('GET', '/prescriptions/' + prescriptionId),
  sendMessage: (body) => ask('POST', '/messages', { body }),
}
`

/** In the place of a model that chooses: does what the task asks for, through the client alone. */
const AGENT = `
import { oracle } from 'tracewright/calibration'
import { client } from './client.mjs'

if (process.env.SWAP !== undefined) {
  const { getPatient, getDoctor } = client
  client.getPatient = ({ patientId }) => getDoctor({ doctorId: patientId })
  client.getDoctor = ({ doctorId }) => getPatient({ patientId: doctorId })
}

export default {
  ...oracle,
  name: 'clinic',
  run: (request, task) =>
    oracle.run(
      { ...request, tools: request.tools.map((tool) => ({ ...tool, invoke: (args) => client[tool.name](args) })) },
      task,
    ),
}
`

const CONFIG = `
import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({
  plugins: [tracewright({ agent: './agent.mjs', simulators: ['./clinic.toolkit.json'], mode: 'strict' })],
})
`

function cli({ dir }: Project, ...args: string[]): void {
  const { status, stderr } = runCli(args, dir)
  expect(status, stderr).toBe(0)
}

describe('an agent with a client of its own, against the API that was imported', () => {
  const project = projectOf('basic', {
    'agent.mjs': AGENT,
    'client.mjs': CLIENT,
    'vitest.config.ts': CONFIG,
    'tasks.suite.jsonl': '',
  })
  cli(project, 'import', 'openapi', DOCUMENT, '--out', 'clinic.toolkit.json')
  const counts = ['--l0', '8', '--l1', '6', '--l2', '6', '--l3', '6']
  cli(
    project,
    'generate',
    '--tools',
    'clinic.toolkit.json',
    '--seed',
    '3',
    ...counts,
    '--out',
    'tasks.suite.jsonl',
  )

  it('passes where it does what is asked', async () => {
    await project.exits(0)
    expect(project.run()).toMatchObject({ verdict: 'passed', counts: { tasks: 26, scored: 26 } })
    expect(project.run().cases.every(({ score }) => score?.solved)).toBe(true)
  })

  it('is reported with the tools of its run, and without the steps that depend on them where they are gone', () => {
    expect(readFileSync(join(project.dir, 'tasks.suite.jsonl'), 'utf8')).toContain('"$find"')
    const run = '.vitest/tracewright/run.json'
    const said = (...args: string[]) => runCli(args, project.dir)
    expect(project.run().simulators).toEqual(['clinic.toolkit.json'])
    expect(said('report')).toMatchObject({ status: 0, stderr: '' })
    expect(said('diff', run, run)).toMatchObject({ status: 0, stderr: '' })
    renameSync(join(project.dir, 'clinic.toolkit.json'), join(project.dir, 'away.toolkit.json'))
    expect(said('report')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^tracewright: Steps of \d+ tasks are missing.*Name the tools by --simulators/,
      ),
    })
    const named = said('report', '--simulators', 'away.toolkit.json')
    expect(named).toMatchObject({ status: 0, stderr: '' })
    renameSync(join(project.dir, 'away.toolkit.json'), join(project.dir, 'clinic.toolkit.json'))
  })

  it('fails where two of its tools are exchanged, and says at which step', async () => {
    const { stdout } = await project.exits(1, ['run'], { SWAP: '1' })
    const { cases } = project.run()
    const usesOne = ({ tools = [] }: { tools?: readonly string[] | undefined }) =>
      tools.includes('getPatient') || tools.includes('getDoctor')
    expect(cases.filter(({ score }) => !score?.solved)).toEqual(cases.filter(usesOne))
    const single = cases.filter((one) => one.level === 'L0_node' && usesOne(one))
    expect(single).not.toHaveLength(0)
    for (const { task_id, score } of single) {
      expect(score?.reason).toMatch(
        /^step_1 (?:getPatient: .*the agent called "?getDoctor|getDoctor: .*the agent called "?getPatient)/,
      )
      expect(stdout).toContain(`✗ ${task_id}`)
      expect(stdout).toContain(score?.reason)
    }
  })
})
