import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOpenApi } from '../../../src/toolkit/import/openapi/read-document.ts'

const PAGES: Record<string, { type: string; text: string }> = {
  '/json': { type: 'application/json', text: '{ "openapi": "3.0.3", "paths": {} }' },
  '/yaml': { type: 'text/plain', text: 'swagger: "2.0"\npaths: {}\n' },
  '/broken': { type: 'text/yaml', text: 'openapi: [' },
  '/html': { type: 'text/html', text: '<!doctype html><title>Sign in</title>' },
  '/other': {
    type: 'application/json',
    text: '{ "openapi": "3.0.3", "paths": { "/a": { "$ref": "/json" } } }',
  },
}

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const page = PAGES[url]
    if (url === '/moved') response.writeHead(302, { location: '/json' }).end()
    else if (page === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': page.type }).end(page.text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
  ['/html', /it answered a page of HTML\. Give the address of the document itself/],
  ['/broken', /Failed to import .*\/broken: .*\. Give an OpenAPI 3/],
  ['/other', /It refers to other files: where they are not public, save them all/],
])('what stands at %s is no document, and is said', async (path, message) => {
  await expect(readOpenApi(`${origin}${path}`)).rejects.toThrow(message)
})

test('a server that does not run is said', async () => {
  await expect(readOpenApi('http://127.0.0.1:4/openapi.json')).rejects.toThrow(
    /connect ECONNREFUSED 127\.0\.0\.1:4\. Check the address, and that its server runs/,
  )
})
