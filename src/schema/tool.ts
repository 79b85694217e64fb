import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'

/**
 * What a call does to the world. `read` changes nothing, `idempotent-write` may be repeated with the same
 * arguments without changing more, `write` commits a new effect each time.
 */
export const EFFECTS = ['read', 'idempotent-write', 'write'] as const
/** What a call does to the world. */
export type Effect = (typeof EFFECTS)[number]

/** The folders of `src/tools/builtin`. */
export const CATEGORIES = [
  'communication',
  'computation',
  'external_services',
  'file_data',
  'information_retrieval',
  'media',
  'state_management',
  'text_processing',
  'time_scheduling',
] as const
/** Group of a built-in tool, as CompToolBench names it. */
export type Category = (typeof CATEGORIES)[number]

/** What a tool is able to bring about; two writes that share one can stand in for each other. */
export const CAPABILITIES = [
  'compute',
  'convert',
  'create-document',
  'create-media',
  'inspect-text',
  'issue-invoice',
  'list-state',
  'look-up',
  'message-person',
  'notify',
  'post-to-web',
  'read-file',
  'read-state',
  'record-log',
  'save-contact',
  'schedule',
  'search',
  'store-key',
  'tell-time',
  'track-work',
  'transform-data',
  'transform-text',
  'write-file',
] as const
/** What a tool is for: tools of one capability can stand in for each other in a request. */
export type Capability = (typeof CAPABILITIES)[number]

const jsonSchema = declareLazily((z) => z.record(z.string(), z.unknown()))

/** A tool as agents and files see it: everything but its implementation. */
export const toolSchema = declareLazyObject((z) => ({
  name: z.string().min(1),
  category: z.string().min(1),
  effect: z.enum(EFFECTS),
  capability: z.string().min(1).optional(),
  description: z.string(),
  inputSchema: jsonSchema(),
  outputSchema: jsonSchema(),
}))
/** A tool as agents and files see it: everything but its implementation. */
export type Tool = z.infer<ReturnType<typeof toolSchema>>

/** HTTP statuses of the tool errors of the wire contract, with the code that goes with each. */
export const ERROR_CODES = {
  400: 'invalid_argument',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'internal',
} as const
/** HTTP status that a simulator can refuse a call with. */
export type ErrorStatus = keyof typeof ERROR_CODES

/** Code of a call whose arguments were not a JSON object; its status is 400. */
export const MALFORMED = 'malformed_arguments'

/** `error` of a failed call: code, message and, where one is to blame, the parameter's name. */
export const toolErrorSchema = declareLazyObject((z) => ({
  code: z.string().min(1),
  message: z.string(),
  parameter: z.string().optional(),
}))
/** `error` of a failed call: code, message and, where one is to blame, the parameter's name. */
export type ToolErrorBody = z.infer<ReturnType<typeof toolErrorSchema>>
