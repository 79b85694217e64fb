import { parse } from 'yaml'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'

/** Milliseconds that a document may take to come. */
const PATIENCE = 60_000

const refuse = (from: string, cause: string, thrown?: unknown): TracewrightError =>
  new TracewrightError(`Failed to import ${from}: ${cause}`, { cause: thrown, at: { file: from } })

const sentence = (error: unknown): string =>
  // What walks a document does so by recursion.
  (error instanceof RangeError ? 'it is nested too deeply' : messageOf(error))
    .split('\n')[0]
    ?.replace(/[.:]?\s*$/, '') ?? ''

/** Brings references to other files into a document. */
async function bundled(from: string, advice: string): Promise<unknown> {
  // Loaded when first needed: no other command reads documents.
  const { bundle } = await import('@readme/openapi-parser')
  try {
    return await bundle(from)
  } catch (error) {
    throw refuse(from, `${sentence(error)}. ${advice}`, error)
  }
}

/** What stands at a URL. */
async function fetched(url: string): Promise<{ text: string; type: string }> {
  let response: Response
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json, application/yaml;q=.9, */*;q=.5' },
      signal: AbortSignal.timeout(PATIENCE),
    })
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw refuse(url, `${sentence(cause)}. Check the address, and that its server runs.`, error)
  }
  if (!response.ok)
    throw refuse(
      url,
      `it answered ${`${response.status} ${response.statusText}`.trim()}. Check the address; where one has to sign in, save the document and import the file.`,
    )
  try {
    return { text: await response.text(), type: response.headers.get('content-type') ?? '' }
  } catch (error) {
    throw refuse(url, `it broke off (${sentence(error)}). Try again.`, error)
  }
}

/** A text in JSON or YAML. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return parse(text)
  }
}

/** Whether a document refers to anything outside of itself. */
const refersElsewhere = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(refersElsewhere)
    : isObject(value) &&
      Object.entries(value).some(
        ([key, child]) =>
          (key === '$ref' && typeof child === 'string' && !child.startsWith('#')) || refersElsewhere(child),
      )

/**
 * The document at a URL, on this machine too. Files that it refers to are fetched where it is on a public host: a
 * document from elsewhere is not to make us ask addresses of this machine or network.
 */
async function readUrl(url: string): Promise<unknown> {
  const { text, type } = await fetched(url)
  if (/^\s*<(?!\?)/.test(text) || /\bhtml\b/.test(type)) {
    throw refuse(
      url,
      'it answered a page of HTML. Give the address of the document itself, in JSON or YAML; where one has to sign in, save it and import the file.',
    )
  }
  let document: unknown
  try {
    document = parsed(text)
  } catch (error) {
    throw refuse(url, `${sentence(error)}. Give an OpenAPI 3 or Swagger 2 document in JSON or YAML.`, error)
  }
  if (!refersElsewhere(document)) return document
  return bundled(
    url,
    'It refers to other files: where they are not public, save them all and import the file.',
  )
}

/**
 * An OpenAPI 3 or Swagger 2 document in JSON or YAML, by its path or URL, with references to other files brought into
 * it.
 *
 * @throws TracewrightError where it cannot be read or is something else
 */
export async function readOpenApi(from: string): Promise<JsonObject> {
  const document = /^https?:\/\//.test(from)
    ? await readUrl(from)
    : await bundled(from, 'Give an OpenAPI 3 or Swagger 2 document in JSON or YAML.')
  if (isObject(document) && (typeof document.openapi === 'string' || document.swagger === '2.0')) {
    if (isObject(document.paths)) return document
    throw refuse(from, 'it has no "paths", so there is no operation to import.')
  }
  throw refuse(from, 'it says neither "openapi" nor "swagger". Give an OpenAPI 3 or Swagger 2 document.')
}
