import type { z } from 'zod'
import { declareLazily, declareLazyObject } from '../../schema/lazily.ts'
import { EFFECTS } from '../../schema/tool.ts'
import type { JsonObject } from '../../shared/json.ts'

/** Parsed JSON holds nothing but JSON, so that its leaves need no check: schemas make up most of a toolkit. */
const jsonObject = declareLazily((z): z.ZodType<JsonObject> => z.record(z.string(), z.any()))
const name = declareLazily((z) => z.string().min(1))

/** What a tool does to the entities of its kind; `opaque` where its shape does not tell. */
export const TOOL_KINDS = ['create', 'read', 'list', 'update', 'delete', 'opaque'] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

const routeSchema = declareLazyObject((z) => ({
  /** `GET https://api.example.com/v1/pets/:petId` */
  on: name(),
  /** Status of the answer where the tool does not refuse. */
  status: z.int(),
  headers: z.array(name()).default([]),
}))

export const importedToolSchema = declareLazyObject((z) => ({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'a tool name has 1 to 64 letters, digits, "_" and "-"'),
  description: z.string(),
  /** What it does in a few words, where the source says so. */
  summary: z.string().optional(),
  kind: z.enum(TOOL_KINDS),
  effect: z.enum(EFFECTS),
  /** The kind of thing that it is about, a key of `entities`. */
  entity: name().optional(),
  /** The parameter that names the one entity it is about. */
  id: name().optional(),
  input: jsonObject(),
  output: jsonObject(),
  /** Number of recorded results that `output` was learnt from; 0 if nothing says what the tool returns. */
  learnedFrom: z.int().nonnegative().optional(),
  /** Where in the result the entity stands, or the list of them: a JSON Pointer. */
  at: z.string().optional(),
  /** The one field of the result that is the whole answer on the wire, where that is not an object. */
  wrapped: name().optional(),
  /** Fields that a call sets to fixed values: `cancelAppointment` sets a status. */
  sets: jsonObject().default({}),
  /** Whether an update makes the thing if it is missing: `write_file`. */
  upsert: z.literal(true).optional(),
  route: routeSchema().optional(),
}))
export type ImportedTool = z.infer<ReturnType<typeof importedToolSchema>>

/** A kind of thing that tools create, read, list, update and delete. */
export const entitySchema = declareLazyObject((z) => ({
  schema: jsonObject(),
  id: name(),
  /** JSON Schema of the id, with what the tools' parameters demand of it. */
  idSchema: jsonObject(),
  /** Parameters that say within what it lies, outermost first: `owner` and `repo` of an issue. */
  scope: z.array(name()).default([]),
  /** The entity that the last of these names, if the toolkit knows it. */
  parent: name().optional(),
  /** Field by which a list can be searched for one of them, and which is then as good as a name. */
  key: name().optional(),
}))
export type Entity = z.infer<ReturnType<typeof entitySchema>>

/** Tools of one's own, as `tracewright import` writes them: the content of a `*.toolkit.json` file. */
export const toolkitSchema = declareLazyObject((z) => ({
  $schema: z.string().optional(),
  version: z.literal(2),
  name: name(),
  source: z.strictObject({ kind: z.enum(['openapi', 'mcp', 'openai', 'zod', 'recording']), from: name() }),
  entities: z.record(z.string(), entitySchema()),
  tools: z.array(importedToolSchema()).min(1),
}))
/** Imported tools, as a `*.toolkit.json` has them. */
export type Toolkit = z.infer<ReturnType<typeof toolkitSchema>>
