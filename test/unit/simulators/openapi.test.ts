import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { describeAsOpenApi } from '../../../src/tools/openapi.ts'

const document = describeAsOpenApi([...registry.values()]) as {
  openapi: string
  paths: Record<string, { post: { operationId: string; requestBody: object; responses: object } }>
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('holds every tool, with schemas of what it takes and gives', () => {
    expect(Object.keys(document.paths).sort()).toEqual([...registry.keys()].map((name) => `/${name}`).sort())
    for (const [name, { post }] of Object.entries(document.paths)) {
      const simulator = registry.get(name.slice(1))
      expect(post.requestBody).toMatchObject({
        content: { 'application/json': { schema: simulator?.inputSchema } },
      })
      expect(post.responses).toMatchObject({
        200: { content: { 'application/json': { schema: simulator?.outputSchema } } },
      })
    }
  })
})
