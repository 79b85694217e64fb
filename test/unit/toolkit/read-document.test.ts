import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOpenApi } from '../../../src/tools/imported/import/openapi/read-document.ts'
import { createFolder } from '../../support/folder-with.ts'
import { type LocalServer, serveLocally } from '../../support/local-server.ts'

const PAGES: Record<string, { type: string; text: string }> = {
  '/json': { type: 'application/json', text: '{ "openapi": "3.0.3", "paths": {} }' },
  '/yaml': { type: 'text/plain', text: 'swagger: "2.0"\npaths: {}\n' },
  '/broken': { type: 'text/yaml', text: 'openapi: [' },
  '/html': { type: 'text/html', text: '<!doctype html><title>Sign in</title>' },
  '/other': {
    type: 'application/json',
    text: '{ "openapi": "3.0.3", "paths": { "/a": { "$ref": "http://127.0.0.2:4/json" } } }',
  },
  '/beside': { type: 'text/yaml', text: 'openapi: 3.0.3\npaths: { /a: { $ref: part } }' },
  '/part': { type: 'text/yaml', text: 'get: { operationId: getA }' },
  '/leading': { type: 'text/yaml', text: 'openapi: 3.0.3\npaths: { /a: { $ref: moved } }' },
}

let server: LocalServer
let origin: string
let asked: string[]
beforeEach(() => {
  asked = []
})
beforeAll(async () => {
  server = await serveLocally(({ url = '' }, response) => {
    const page = PAGES[url]
    asked.push(url)
    if (url === '/moved') response.writeHead(302, { location: '/json' }).end()
    else if (page === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': page.type }).end(page.text)
  })
  origin = server.origin
})
afterAll(() => server.close())

test.each(['/json', '/yaml', '/moved'])(
  'a document at an address of this machine is read: %s',
  async (path) => {
    expect(await readOpenApi(`${origin}${path}`)).toMatchObject({ paths: {} })
  },
)

test.each([
  ['/none', /it answered 404 Not Found\. Check the address/],
  ['/html', /the answer is an HTML page\. Give the address of the JSON or YAML/],
  ['/broken', /Failed to import .*\/broken: .*\. Give an OpenAPI 3/],
  ['/other', /it refers to http:\/\/127\.0\.0\.2:4\/json, outside of its own folder/],
  ['/leading', /Failed to import .*\/moved: .*redirect/],
])('what stands at %s is no document, and is said', async (path, message) => {
  await expect(readOpenApi(`${origin}${path}`)).rejects.toThrow(message)
})

test('a server that does not run is said', async () => {
  await expect(readOpenApi('http://127.0.0.1:4/openapi.json')).rejects.toThrow(
    /connect ECONNREFUSED 127\.0\.0\.1:4\. Check the address, and that its server runs/,
  )
})

test('what a document at an address refers to beside it is brought in', async () => {
  expect(await readOpenApi(`${origin}/beside`)).toMatchObject({
    paths: { '/a': { get: { operationId: 'getA' } } },
  })
})

describe('a file', () => {
  const root = createFolder(
    {
      'outside.yaml': 'get: { operationId: outside }',
      'api/parts/in side.yaml': 'get: { operationId: inside }',
    },
    afterAll,
  )
  const folder = join(root, 'api')
  symlinkSync(join(root, 'outside.yaml'), join(folder, 'link.yaml'))

  const write = (reference: string): string => {
    const file = join(folder, 'api.yaml')
    writeFileSync(file, `openapi: 3.0.3\npaths: { /a: { $ref: ${JSON.stringify(reference)} } }`)
    return file
  }
  const operation = (id: string) => ({ paths: { '/a': { get: { operationId: id } } } })

  test.each(['parts/in side.yaml', './parts/../parts/in%20side.yaml'])(
    'may refer to its folder: %s',
    async (name) => {
      expect(await readOpenApi(write(name))).toMatchObject(operation('inside'))
    },
  )

  test.each([
    '../outside.yaml',
    '..%2foutside.yaml',
    'parts/%2e%2e/%2e%2e/outside.yaml',
    'link.yaml',
    '/etc/hostname',
    'file:///etc/hostname',
    'ftp://127.0.0.1/a',
  ])('may not refer elsewhere: %s', async (name) => {
    await expect(readOpenApi(write(name))).rejects.toThrow(/^Failed to import .*api\.yaml: it refers to /)
  })

  test('asks no address, also not in a default', async () => {
    const file = join(folder, 'default.yaml')
    for (const reference of [`${origin}/part`, 'file:///etc/hostname']) {
      const schema = { default: { $ref: reference } }
      writeFileSync(
        file,
        JSON.stringify({ openapi: '3.1.0', paths: {}, components: { schemas: { A: schema } } }),
      )
      await expect(readOpenApi(file)).rejects.toThrow(`it refers to ${reference}, outside of its own folder`)
    }
    expect(asked).toEqual([])
  })

  test('may refer to what is allowed by name', async () => {
    expect(await readOpenApi(write('../outside.yaml'), [join(root, 'outside.yaml')])).toMatchObject(
      operation('outside'),
    )
    expect(await readOpenApi(write(`${origin}/part`), [origin])).toMatchObject(operation('getA'))
    await expect(
      readOpenApi(write(`${origin}/part`), [`${origin}.example`.replace(/:\d+/, ''), `${origin}/par`]),
    ).rejects.toThrow('it refers to')
  })
  test('an invalid place is reported', async () => {
    await expect(readOpenApi(write('../outside.yaml'), ['https://a b'])).rejects.toThrow(
      'Invalid --allow-refs https://a b: expected a path or a URL.',
    )
  })
})
