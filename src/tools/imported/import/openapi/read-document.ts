import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describeThrown, TracewrightError } from '../../../../shared/errors.ts'
import { isObject, type JsonObject } from '../../../../shared/json.ts'
import { checkNesting, NestingError, parseJson } from '../../../../shared/parse-json.ts'
import { readText } from '../../../../shared/read-text.ts'
import { parseYaml } from './parse-yaml.ts'

export const isUrl = (text: string): boolean => /^https?:\/\//.test(text)

/** A path or URL as a URL; of a file the one that its links lead to. */
function resolveUrl(place: string): URL {
  if (isUrl(place)) return new URL(place)
  const path = place.startsWith('file:') ? fileURLToPath(place) : resolve(place)
  try {
    return pathToFileURL(realpathSync(path))
  } catch {
    // A file that does not exist is reported when it is read.
    return pathToFileURL(path)
  }
}

const isWithin = ({ href }: URL, place: URL): boolean =>
  href === place.href || href.startsWith(place.href.replace(/\/?$/, '/'))

function resolveAllowedUrl(place: string): URL {
  try {
    return resolveUrl(place)
  } catch (error) {
    throw new TracewrightError(`Invalid --allow-refs ${place}: expected a path or a URL.`, { cause: error })
  }
}

/**
 * Whether a document may refer to a place: to its own folder, and to what is allowed by name.
 *
 * @param from Path or URL of the document
 * @param allowed Paths and URLs of files and folders
 */
function createReferenceTest(from: string, allowed: readonly string[]): (target: URL) => boolean {
  const folder = isUrl(from) ? new URL('.', from) : resolveUrl(dirname(resolve(from)))
  const places = [folder, ...allowed.map(resolveAllowedUrl)]
  return (target) => places.some((place) => isWithin(target, place))
}

/** Milliseconds that a document may take to come. */
const PATIENCE = 60_000

const refuse = (from: string, cause: string, thrown?: unknown): TracewrightError =>
  new TracewrightError(`Failed to import ${from}: ${cause}`, { cause: thrown, at: { file: from } })

const describeError = (error: unknown): string =>
  // What walks a document does so by recursion.
  describeThrown(error instanceof RangeError ? new NestingError() : error)
    .split('\n')[0]
    ?.replace(/[.:]?\s*$/, '') ?? ''

async function fetchText(
  url: string,
  redirect: 'follow' | 'error' = 'follow',
): Promise<{ text: string; type: string }> {
  let response: Response
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json, application/yaml;q=.9, */*;q=.5' },
      redirect,
      signal: AbortSignal.timeout(PATIENCE),
    })
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw refuse(url, `${describeError(cause)}. Check the address, and that its server runs.`, error)
  }
  if (!response.ok)
    throw refuse(
      url,
      `it answered ${`${response.status} ${response.statusText}`.trim()}. Check the address; if it needs a login, save the document and import the file.`,
    )
  try {
    return { text: await response.text(), type: response.headers.get('content-type') ?? '' }
  } catch (error) {
    throw refuse(url, `the connection broke off (${describeError(error)}). Try again.`, error)
  }
}

function parseText(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    // The parser of YAML would end the process on it.
    if (error instanceof NestingError) throw error
    return parseYaml(text)
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

const ADVICE = 'Give an OpenAPI 3 or Swagger 2 document in JSON or YAML.'

/** A text as what it says, or an error that names where it stands. */
function parseFrom(from: string, text: string): unknown {
  try {
    return parseText(text)
  } catch (error) {
    throw refuse(from, `${describeError(error)}. ${ADVICE}`, error)
  }
}

function readFile(path: string): unknown {
  const read = readText(path)
  if ('cause' in read) throw refuse(path, `${read.cause}. ${ADVICE}`, read.error)
  return parseFrom(path, read.text)
}

async function readUrl(url: string): Promise<unknown> {
  const { text, type } = await fetchText(url)
  if (/^\s*<(?!\?)/.test(text) || /\bhtml\b/.test(type)) {
    throw refuse(
      url,
      'the answer is an HTML page. Give the address of the JSON or YAML document; if it needs a login, save it and import the file.',
    )
  }
  return parseFrom(url, text)
}

/** Where a reference leads that the parser has resolved: a URL, or a path in the writing of URLs. */
const resolveTarget = (resolved: string): URL =>
  resolveUrl(/^\w{2,}:/.test(resolved) ? resolved : decodeURIComponent(resolved))

/**
 * Brings what a document refers to into it. A document of somebody else is not to make us read other folders or ask
 * addresses: references lead to its own folder, or to what is allowed by name.
 */
async function bundleDocument(
  from: string,
  document: JsonObject,
  allowed: readonly string[],
): Promise<unknown> {
  const mayRead = createReferenceTest(from, allowed)
  let failure: unknown
  async function read({ url: resolved }: { url: string }): Promise<JsonObject> {
    try {
      const target = resolveTarget(resolved)
      if (!mayRead(target))
        throw refuse(
          from,
          `it refers to ${resolved}, outside of its own folder. Copy that next to the document, or allow the place: --allow-refs ${resolved}.`,
        )
      // One that is led elsewhere could be led anywhere.
      const value = isUrl(target.href)
        ? parseFrom(target.href, (await fetchText(target.href, 'error')).text)
        : readFile(fileURLToPath(target))
      if (isObject(value)) return value
      throw refuse(from, `it refers to ${resolved}, which is not a JSON or YAML object.`)
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  // Loaded when first needed: no other command reads documents.
  const { bundle } = await import('@apidevtools/json-schema-ref-parser')
  try {
    const whole = await bundle(isUrl(from) ? from : resolve(from), document, {
      resolve: { file: { order: 1, canRead: true, read }, http: false },
    })
    checkNesting(whole)
    return whole
  } catch (error) {
    if (failure instanceof TracewrightError) throw failure
    throw refuse(from, `${describeError(failure ?? error)}. ${ADVICE}`, failure ?? error)
  }
}

/**
 * An OpenAPI 3 or Swagger 2 document in JSON or YAML, by its path or URL, with references to other files brought into
 * it.
 *
 * @param allowed Paths and URLs, of files and folders, that it may refer to beside its own folder
 * @throws TracewrightError where it cannot be read, is something else, or refers to other places
 */
export async function readOpenApi(from: string, allowed: readonly string[] = []): Promise<JsonObject> {
  const given = isUrl(from) ? await readUrl(from) : readFile(from)
  const document =
    isObject(given) && refersElsewhere(given) ? await bundleDocument(from, given, allowed) : given
  if (isObject(document) && (typeof document.openapi === 'string' || document.swagger === '2.0')) {
    if (isObject(document.paths)) return document
    throw refuse(from, 'it has no "paths", so it has no operation to import.')
  }
  throw refuse(from, 'it has neither "openapi" nor "swagger". Give an OpenAPI 3 or Swagger 2 document.')
}
