import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'

const refuse = (from: string, cause: string, thrown?: unknown): TracewrightError =>
  new TracewrightError(`Failed to import ${from}: ${cause}`, { cause: thrown, at: { file: from } })

/**
 * An OpenAPI 3 or Swagger 2 document in JSON or YAML, by its path or URL, with references to other files brought into
 * it.
 *
 * @throws TracewrightError where it cannot be read or is something else
 */
export async function readOpenApi(from: string): Promise<JsonObject> {
  // Loaded when first needed: no other command reads documents.
  const { bundle } = await import('@readme/openapi-parser')
  let document: unknown
  try {
    document = await bundle(from)
  } catch (error) {
    throw refuse(
      from,
      `${messageOf(error).replace(/\.?\s*$/, '')}. Give an OpenAPI 3 or Swagger 2 document in JSON or YAML.`,
      error,
    )
  }
  if (isObject(document) && (typeof document.openapi === 'string' || document.swagger === '2.0')) {
    if (isObject(document.paths)) return document
    throw refuse(from, 'it has no "paths", so there is no operation to import.')
  }
  throw refuse(from, 'it says neither "openapi" nor "swagger". Give an OpenAPI 3 or Swagger 2 document.')
}
