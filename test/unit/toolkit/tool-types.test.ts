import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/shared/json.ts'
import type { RecordedTool } from '../../../src/suites/repair/record/recording.ts'
import { writeImported } from '../../../src/tools/imported/files.ts'
import { buildToolTypesPath, writeToolTypes } from '../../../src/tools/imported/tool-types-file.ts'
import { printToolFields, printType } from '../../../src/tools/print-tool-types.ts'
import { writeTypesOfSimulators } from '../../../src/vitest/write-tool-types.ts'
import { createFolder } from '../../support/folder-with.ts'
import { importToolkit } from '../../support/imported.ts'
import { buildRecordedTool } from '../../support/recording-parts.ts'

const text = { type: 'string' }

describe('a JSON Schema as a type', () => {
  it.each<[Json, string]>([
    [{}, 'any'],
    [true, 'any'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'null' }, 'null'],
    [{ const: 'a"b' }, '"a\\"b"'],
    [{ type: 'string', enum: ['a', 'b', 'a', null] }, '"a" | "b" | null'],
    [{ enum: [] }, 'never'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [text, { type: 'number' }, text] }, 'string | number'],
    [{ type: 'array', items: { oneOf: [text, { type: 'boolean' }] } }, 'Array<string | boolean>'],
    [{ type: 'array' }, 'Array<any>'],
    [{ type: 'object' }, '{ [name: string]: any }'],
    [{ type: 'object', additionalProperties: text }, '{ [name: string]: string }'],
    [{ type: 'object', properties: {}, additionalProperties: false }, '{}'],
    [{ properties: { a: text, 'b-c': {} }, required: ['a'] }, '{ a: string; "b-c"?: any }'],
    [
      { type: 'object', properties: { a: text }, additionalProperties: { type: 'number' } },
      '{ a?: string; [name: string]: any }',
    ],
    [
      { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }] },
      '{ a?: string; b?: string }',
    ],
  ])('%j is %s', (schema, type) => {
    expect(printType(schema)).toBe(type)
  })

  it('is code whatever names, values and descriptions hold', () => {
    const name = '1 */ "\\\n\u2028`$(x)'
    const schema = { type: 'object', properties: { [name]: { enum: [name] }, __proto__x: text } }
    const fields = printToolFields([
      [name, { description: `${name}\r\n. Second`, inputSchema: schema, outputSchema: schema }],
    ])
    const { diagnostics } = ts.transpileModule(`interface Tools {\n${fields}}`, { reportDiagnostics: true })
    expect(diagnostics).toEqual([])
    expect(fields).not.toContain('Second')
  })
})

const BOOK = buildRecordedTool('book', 'write', 'day')
const writeRecording = (file: string, tools: RecordedTool[]): void =>
  writeFileSync(file, JSON.stringify({ version: 1, tools, calls: [], flowed: [] }))

describe('the file of types', () => {
  it('merges into the tools of suites, and stays while they have the same types', () => {
    const file = join(createFolder(), 'api.recording.json')
    const path = buildToolTypesPath(file)
    expect(writeToolTypes(file, [BOOK])).toBe(true)
    const written = readFileSync(path, 'utf8')
    expect(written.split('\n')).toEqual([
      expect.stringMatching(
        /^\/\/ tracewright writes this file, from api\.recording\.json \([\da-f]{16}\)\.$/,
      ),
      '/* eslint-disable */',
      'export {}',
      '',
      "declare module 'tracewright/suite' {",
      '  interface Tools {',
      '    book: [{ day?: any }, any]',
      '  }',
      '}',
      '',
    ])
    const formatted = written.replace('  interface', '\tinterface')
    writeFileSync(path, formatted)
    expect(writeToolTypes(file, [BOOK])).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(formatted)
    expect(writeToolTypes(file, [{ ...BOOK, name: 'call' }])).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain('    call: [')
  })

  it.each(['', 'export {}\n'])('stays where someone else wrote it: %j', (own) => {
    const folder = createFolder({ 'api.toolkit.d.ts': own })
    expect(writeToolTypes(join(folder, 'api.toolkit.json'), [BOOK])).toBe(false)
    expect(readFileSync(join(folder, 'api.toolkit.d.ts'), 'utf8')).toBe(own)
  })

  it('is written for toolkits and recordings of a run, each tool once, and again when they are newer', async () => {
    const folder = createFolder()
    const [toolkit, recording] = ['clinic.toolkit.json', 'api.recording.json'].map((name) =>
      join(folder, name),
    )
    const imported = await importToolkit('test/fixtures/clinic.openapi.yaml')
    const [first, second] = imported.tools.map(({ name }) => name)
    writeImported(toolkit as string, imported)
    writeRecording(recording as string, [{ ...BOOK, name: first as string }])
    const files = [join(folder, 'own.ts'), toolkit as string, recording as string]
    const readTypes = (file = ''): string => readFileSync(buildToolTypesPath(file), 'utf8')
    await writeTypesOfSimulators(files)
    expect(readTypes(recording)).toContain(`    ${first}: [{ day?: any }, any]`)
    expect(readTypes(toolkit)).not.toContain(`    ${first}: [`)
    expect(readTypes(toolkit)).toContain(`    ${second}: [`)
    expect(existsSync(join(folder, 'own.d.ts'))).toBe(false)

    writeRecording(recording as string, [BOOK])
    const old = new Date(1)
    utimesSync(recording as string, old, old)
    await writeTypesOfSimulators(files)
    expect(readTypes(recording)).not.toContain('    book: [')
    utimesSync(buildToolTypesPath(recording as string), 0, 0)
    await writeTypesOfSimulators(files)
    expect(readTypes(recording)).toContain('    book: [')
  })
})
