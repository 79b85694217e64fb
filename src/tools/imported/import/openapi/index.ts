import { TracewrightError } from '../../../../shared/errors.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { type Imported, toolkitOfOperations } from '../build.ts'
import { shapeOfPaths } from '../shape-of-paths.ts'
import { operationsOf } from './operations.ts'

/**
 * Makes a toolkit of an OpenAPI 3 or Swagger 2 document.
 *
 * @param document Parsed, with no references to other files
 * @param from Where it came from, for messages
 */
export function toolkitFromOpenApi(document: JsonObject, name: string, from: string): Imported {
  const { operations, remarks } = operationsOf(document)
  if (operations.length === 0) {
    throw new TracewrightError(`Failed to import ${from}: it has no operations. Give a document with some.`, {
      at: { file: from },
    })
  }
  const { entities, roleOf } = shapeOfPaths(operations)
  const built = toolkitOfOperations(name, { kind: 'openapi', from }, operations, entities, roleOf)
  return { ...built, remarks: [...remarks, ...built.remarks] }
}
