import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { route } from '../../../src/network/routes/route.ts'
import { findRoute, serveRoutes } from '../../../src/network/routes/table.ts'
import { recordRuns } from '../../../src/suites/repair/record/record.ts'
import { readRecording } from '../../../src/suites/repair/record/recording.ts'
import { writeImported } from '../../../src/tools/imported/files.ts'
import { readServedRegistry, serve } from '../../../src/tools/served.ts'
import { serveOwn } from '../../../src/vitest/serve.ts'
import { createFolder } from '../../support/folder-with.ts'
import { importToolkit } from '../../support/imported.ts'
import { serveLocally } from '../../support/local-server.ts'

const folder = createFolder({}, afterAll)
const path = join(folder, 'clinic.toolkit.json')
afterAll(() => {
  serve([])
  serveRoutes([])
})

test('a toolkit brings its simulators and routes, and a route written by hand is meant where both take a request', async () => {
  writeImported(path, await importToolkit('test/fixtures/clinic.openapi.yaml'))
  const own = route('GET https://api.clinic.example/v1/patients/:id', {
    tool: 'getPatient',
    args: ({ params }) => ({ patientId: params.id ?? '' }),
  })
  await serveOwn({ simulators: [{ path }], routes: [{ path: 'routes.ts', module: { default: [own] } }] })
  expect(readServedRegistry().has('bookAppointment')).toBe(true)
  const hit = (method: string, end: string) =>
    findRoute(new Request(`https://api.clinic.example/v1${end}`, { method }))
  expect(hit('DELETE', '/appointments/7')).toMatchObject({
    route: { tool: 'cancelAppointment' },
    params: { appointmentId: '7' },
  })
  expect(hit('GET', '/patients/p-1')).toMatchObject({ params: { id: 'p-1' } })
})

test('a tool of a toolkit can be recorded: the recording answers for it, its simulator for what was not called', async () => {
  const { origin, close } = await serveLocally((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"p-4711","name":"Ann Lee"}')
  })
  onTestFinished(close)
  const document = readFileSync('test/fixtures/clinic.openapi.yaml', 'utf8')
  const yaml = join(folder, 'local.yaml')
  writeFileSync(yaml, document.replace('https://api.clinic.example/v1', origin))
  writeImported(path, await importToolkit(yaml))
  const weather = route(`GET ${origin}/weather`, { tool: 'get_weather' })
  const routes = [{ path: 'routes.ts', module: { default: [weather] } }]
  await serveOwn({ simulators: [{ path }], routes, isRecording: true })
  const toolkit = readServedRegistry()
  const report = await recordRuns(
    {
      agent: {
        name: 'reader',
        run: async () => (await fetch(`${origin}/patients/p-4711`)).text(),
      },
      prompts: ['What is the name of patient p-4711?'],
      suite: 'clinic.suite.jsonl',
      root: folder,
      network: 'open',
    },
    toolkit,
  )
  const { effect, description, inputSchema } = toolkit.get('getPatient') ?? {}
  expect(readRecording(report.recording).tools).toMatchObject([
    { name: 'getPatient', effect, description, inputSchema },
  ])

  await serveOwn({ simulators: [{ path: report.recording }, { path }], routes: [] })
  const both = readServedRegistry()
  const answer = (patientId: string) => both.execute('getPatient', { patientId }, both.open(0))
  expect(answer('p-4711')).toMatchObject({ output: { id: 'p-4711', name: 'Ann Lee' } })
  expect(answer('p-1')).toMatchObject({ status: 404 })
  expect(both.get('bookAppointment')?.wire).toBeUndefined()
  expect(both.execute('get_weather', { city: 'Oslo' }, both.open(0))).toMatchObject({ ok: true })
  expect(findRoute(new Request(`${origin}/patients/p-1`))?.route.tool).toBe('getPatient')
})
