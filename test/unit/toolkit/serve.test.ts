import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { route } from '../../../src/network/routes/route.ts'
import { routeOf, serveRoutes } from '../../../src/network/routes/table.ts'
import { writeImported } from '../../../src/tools/imported/files.ts'
import { serve, servedRegistry } from '../../../src/tools/served.ts'
import { serveOwn } from '../../../src/vitest/serve.ts'
import { importedFrom } from '../../support/imported.ts'

const folder = mkdtempSync(join(tmpdir(), 'serve-'))
const path = join(folder, 'clinic.toolkit.json')
afterAll(() => {
  rmSync(folder, { recursive: true })
  serve([])
  serveRoutes([])
})

test('a toolkit brings its simulators and routes, and a route written by hand is meant where both take a request', async () => {
  writeImported(path, await importedFrom('test/fixtures/clinic.openapi.yaml'))
  const own = route('GET https://api.clinic.example/v1/patients/:id', {
    tool: 'getPatient',
    args: ({ params }) => ({ patientId: params.id ?? '' }),
  })
  serveOwn({ simulators: [{ path }], routes: [{ path: 'routes.ts', module: { default: [own] } }] })
  expect(servedRegistry().has('bookAppointment')).toBe(true)
  const hit = (method: string, end: string) =>
    routeOf(new Request(`https://api.clinic.example/v1${end}`, { method }))
  expect(hit('DELETE', '/appointments/7')).toMatchObject({
    route: { tool: 'cancelAppointment' },
    params: { appointmentId: '7' },
  })
  expect(hit('GET', '/patients/p-1')).toMatchObject({ params: { id: 'p-1' } })
})
