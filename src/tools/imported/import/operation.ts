import type { Effect } from '../../../schema/tool.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Entity, ImportedTool } from '../toolkit.ts'

/** An operation as every kind of document is read: schemas stand by themselves, parameters are side by side. */
export interface Operation {
  name: string
  summary: string
  description: string
  /** Schema of all parameters: path, query, headers and body. */
  input: JsonObject
  /** Schema of what comes back on a success; empty where the source does not say. */
  output: JsonObject
  /** Number of results that the schema was learnt from, where the source has none. */
  learnedFrom?: number
  headers: string[]
  /** Where it is reached; none for tools that are not HTTP operations. */
  http?: { method: string; origin: string | undefined; path: string; status: number }
  /** What a call does, where the source says so in words of its own. */
  effect?: Effect
  isDeprecated?: boolean
}

/** What was left out of an import, or could not be told. */
export interface Remark {
  /** Name of the tool or operation. */
  name: string
  /** What was left out, and why. */
  why: string
}

/** What the shape of a source tells of one kind of thing. */
export interface EntityDraft extends Pick<Entity, 'id' | 'parent' | 'schema' | 'scope'> {
  name: string
  /** Further names that it goes by. */
  aliases: string[]
}

/** What the shape tells of one operation. */
export interface Role
  extends Pick<ImportedTool, 'at' | 'entity' | 'id' | 'kind' | 'upsert'>,
    Partial<Pick<ImportedTool, 'sets'>> {
  /** Schema of what it returns, where the source does not say it and the shape does. */
  output?: JsonObject
  /** Of an opaque operation: why its calls change and show nothing that others show. */
  why?: string
}
