import type { Simulator } from './define-simulator.ts'

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, parameter: { type: 'string' } },
    },
  },
}

const wrapAsJson = (schema: unknown): object => ({ 'application/json': { schema } })

const describeOperation = ({
  name,
  category,
  description,
  inputSchema,
  outputSchema,
}: Simulator): object => ({
  post: {
    operationId: name,
    tags: [category],
    description,
    requestBody: { required: true, content: wrapAsJson(inputSchema) },
    responses: {
      200: { description: 'The result.', content: wrapAsJson(outputSchema) },
      default: {
        description: 'The call was refused.',
        content: wrapAsJson({ $ref: '#/components/schemas/ToolError' }),
      },
    },
  },
})

/** An OpenAPI 3.1 document of simulators as an attempt reaches them over the wire: `POST /<tool>` below its own address. */
export const describeAsOpenApi = (simulators: readonly Simulator[]): object => ({
  openapi: '3.1.0',
  info: {
    title: 'tracewright tools',
    version: '1',
    description: 'Deterministic simulators of tools for agents.',
  },
  servers: [
    {
      url: 'http://tools.test/{attempt}',
      variables: {
        attempt: { default: 'attempt', description: 'Token of an attempt, drawn for each anew.' },
      },
    },
  ],
  paths: Object.fromEntries(
    simulators.map((simulator) => [`/${simulator.name}`, describeOperation(simulator)]),
  ),
  components: { schemas: { ToolError: ERROR_SCHEMA } },
})
