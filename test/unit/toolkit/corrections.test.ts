import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { buildCorrectionsPath } from '../../../src/tools/imported/file-names.ts'
import { readImported, writeImported } from '../../../src/tools/imported/files.ts'
import { createFolder } from '../../support/folder-with.ts'
import { importToolkit } from '../../support/imported.ts'

const clinic = await importToolkit('test/fixtures/clinic.openapi.yaml')
const file = join(createFolder({}, afterAll), 'clinic.toolkit.json')

function read(corrections: JsonObject): ReturnType<typeof readImported> {
  writeImported(file, clinic)
  writeFileSync(buildCorrectionsPath(file), JSON.stringify(corrections))
  return readImported(file)
}

describe('corrections beside a toolkit', () => {
  test('hold for what is read, and stay as they are when the toolkit is written anew', () => {
    const toolkit = read({
      tools: {
        sendMessage: { skip: true },
        moveAppointment: { kind: 'opaque', inputs: { '/room': 'label', '/start': null } },
        listAppointments: { outputs: { '/appointments/-/room': 'city' } },
      },
      entities: { Patient: { key: 'phone' } },
    })
    const tool = (name: string) => toolkit.tools.find((one) => one.name === name)
    expect(tool('sendMessage')).toBeUndefined()
    expect(tool('moveAppointment')).toMatchObject({
      kind: 'opaque',
      input: { properties: { room: { 'x-semantic': 'label' }, start: { 'x-semantic': 'label' } } },
    })
    expect(tool('listAppointments')).toMatchObject({
      output: { properties: { appointments: { items: { properties: { room: { 'x-semantic': 'city' } } } } } },
    })
    expect(toolkit.entities.Patient?.key).toBe('phone')
    writeImported(file, clinic)
    expect(readImported(file).entities.Patient?.key).toBe('phone')
  })

  test.each<[JsonObject, RegExp]>([
    [
      { tools: { getPatiant: {} } },
      /it names the tool "getPatiant", which the toolkit does not have; did you mean "getPatient"/,
    ],
    [{ entities: { Nurse: {} } }, /it names the entity "Nurse", which the import did not find/],
    [{ entities: { Patient: { id: 'number' } } }, /"Patient" has no field "number"/],
    [{ tools: { getPatient: { inputs: { '/id': 'id' } } } }, /"getPatient" has no input "\/id"/],
    [{ tools: { getPatient: { entity: 'Nurse' } } }, /"getPatient" has the entity "Nurse"/],
    [{ tools: { getPatient: { at: '/bogus' } } }, /the result of "getPatient" has nothing at "\/bogus"/],
    [{ tools: { getPatient: { at: 'bogus' } } }, /"bogus": expected a JSON Pointer/],
    [{ tools: { getPatient: { id: 'bogus' } } }, /"getPatient" has no parameter "bogus"/],
    [
      { tools: { cancelAppointment: { sets: { nofield: 1 } } } },
      /"cancelAppointment" sets the field "nofield", which "Appointment" has not/,
    ],
    [
      JSON.parse('{"tools":{"__proto__":{"skip":true}}}') as JsonObject,
      /unknown name "__proto__" under "tools"/,
    ],
    [{ tools: { getPatient: { kinds: 'read' } } }, /Failed to read corrections .*kinds/],
  ])('%j names nothing that there is', (corrections, message) => {
    expect(() => read(corrections)).toThrow(message)
  })
})
