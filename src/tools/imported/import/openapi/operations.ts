import { normalizeBareName } from '../../../../shared/english.ts'
import { TracewrightError } from '../../../../shared/errors.ts'
import { isObject, type Json, type JsonObject, setField } from '../../../../shared/json.ts'
import { isSecretName } from '../../../../shared/redact/secret-name.ts'
import { buildToolkit, type Imported } from '../build.ts'
import {
  createResolver,
  expandSchema,
  followReferences,
  mergeBoth,
  mergeChoice,
  type Resolver,
} from '../json-schema.ts'
import type { Operation, Remark } from '../operation.ts'
import { inferShapeOfPaths } from '../shape-of-paths.ts'
import { leaveOutTwins } from '../twins.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head']
/** Headers that clients set by themselves. */
const OWN_HEADER = /^(?:accept|content-type|authorization|cookie|user-agent|.*-authentication)$/i

/** Operations from which on what all of them take is told from what some take. */
const MANY_OPERATIONS = 4

/** A name that no object of JavaScript holds safely as a field. */
const PROTO = '__proto__'

const readObjectAt = (value: Json | undefined, ...keys: string[]): JsonObject => {
  let here: Json | undefined = value
  for (const key of keys) here = isObject(here) ? here[key] : undefined
  return isObject(here) ? here : {}
}
const listAt = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const readText = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')

/** Media types by how well a body in them can be read: JSON first, then forms. */
function chooseMedia(content: JsonObject): { type: string; media: JsonObject } | undefined {
  const ranks = [/^application\/(?:[\w.+-]+\+)?json\b/, /x-www-form-urlencoded/, /^multipart\/form-data/, /./]
  for (const rank of ranks) {
    const type = Object.keys(content).find((name) => rank.test(name))
    if (type !== undefined) return { type, media: readObjectAt(content[type]) }
  }
  return undefined
}

interface Collected {
  properties: JsonObject
  required: Set<string>
  headers: string[]
}

/** Whether a document says what a client sends as a header: then the client sets it once, and no request is about it. */
const isSetByClient = ({ default: value, enum: values, example }: JsonObject, shown?: Json): boolean =>
  (value ?? example ?? shown) !== undefined || (Array.isArray(values) && values.length === 1)

/** Takes a body's properties into the parameters; a body that is not an object becomes the parameter `body`. */
function addBody(into: Collected, given: JsonObject, isRequired: boolean, method: string): void {
  const schema = mergeChoice(given)
  if (isObject(schema.properties)) {
    for (const [name, child] of Object.entries(schema.properties)) {
      // What a client may only read; a PUT still says by it which thing it replaces.
      if (readObjectAt(child).readOnly === true && method !== 'put') continue
      const before = into.properties[name]
      into.properties[name] = isObject(before) && isObject(child) ? mergeBoth(child, before) : child
      if (isRequired && listAt(schema.required).includes(name)) into.required.add(name)
    }
  } else if (Object.keys(schema).length > 0) {
    into.properties.body = schema
    if (isRequired) into.required.add('body')
  }
}

/** Reads the operations of an OpenAPI 3 or Swagger 2 document whose references stay within it. */
class OperationReader {
  readonly remarks: Remark[] = []
  private readonly root: JsonObject
  private readonly isSwagger: boolean
  private readonly resolver: Resolver

  /** Addresses of servers beside the first, which get no routes. */
  private readonly further = new Set<string>()

  /** Parameters by which the client says who it is, such as `query appid`: those of security schemes, and headers of every operation. */
  private readonly credentials = new Set<string>()

  constructor(root: JsonObject) {
    this.root = root
    this.isSwagger = typeof root.swagger === 'string'
    for (const scheme of Object.values({
      ...readObjectAt(root, 'components', 'securitySchemes'),
      ...readObjectAt(root, 'securityDefinitions'),
    })) {
      const { in: where, name } = followReferences(scheme, createResolver(root))
      if (typeof name === 'string') this.credentials.add(`${where} ${name}`)
    }
    const said = new Set<string>()
    this.resolver = createResolver(root, (reference) => {
      if (!said.has(reference)) this.remarks.push({ name: reference, why: 'the reference has no target' })
      said.add(reference)
    })
    for (const name of this.listSharedHeaders()) this.credentials.add(`header ${name}`)
  }

  private *iteratePlaces(): Generator<{
    path: string
    method: string
    place: JsonObject
    operation: JsonObject
  }> {
    for (const [path, item] of Object.entries(readObjectAt(this.root, 'paths'))) {
      const place = followReferences(item, this.resolver)
      for (const [method, operation] of Object.entries(place))
        if (METHODS.includes(method) && isObject(operation)) yield { path, method, place, operation }
    }
  }

  /** Headers that each of several operations requires. */
  private listSharedHeaders(): string[] {
    const sets = [...this.iteratePlaces()].map(({ place, operation }) => {
      const parameters = [...listAt(place.parameters), ...listAt(operation.parameters)]
      return parameters.flatMap((parameter): string[] => {
        const { name, in: where, required } = followReferences(parameter, this.resolver)
        return where === 'header' && required === true ? [String(name)] : []
      })
    })
    const [first = []] = sets
    return sets.length < MANY_OPERATIONS
      ? []
      : first.filter((name) => sets.every((names) => names.includes(name)))
  }

  /** Address of the server in front of a path; undefined where the document names none that is absolute. */
  private readOrigin(...places: JsonObject[]): string | undefined {
    if (this.isSwagger) {
      const { host, basePath, schemes } = this.root
      if (typeof host !== 'string') return undefined
      const scheme = listAt(schemes).includes('http') && !listAt(schemes).includes('https') ? 'http' : 'https'
      return `${scheme}://${host}${readText(basePath).replace(/\/$/, '')}`
    }
    const [server, ...others] =
      places.map(({ servers }) => listAt(servers)).find((servers) => servers.length > 0) ?? []
    for (const other of others) {
      const further = readText(readObjectAt(other).url)
      if (this.further.has(further)) continue
      this.further.add(further)
      this.remarks.push({ name: further, why: 'no routes: they use the first server of the document' })
    }
    const url = readText(readObjectAt(server).url).replace(/\{([^}]+)\}/g, (slot, name: string) => {
      const { default: value } = readObjectAt(server, 'variables', name)
      return typeof value === 'string' ? value : slot
    })
    return /^https?:\/\/[^{}]+$/.test(url) ? url.replace(/\/$/, '') : undefined
  }

  private readParameters(places: readonly Json[], method: string): Collected {
    const into: Collected = { properties: {}, required: new Set(), headers: [] }
    const parameters = places.map((place) => followReferences(place, this.resolver))
    const inPath = new Set(
      parameters.flatMap(({ name, in: where }) =>
        where === 'path' ? [normalizeBareName(String(name))] : [],
      ),
    )
    for (const parameter of parameters) {
      const { name, in: where, description, schema, required, content } = parameter
      if (where === 'body') {
        addBody(into, expandSchema(schema, this.resolver), required === true, method)
        continue
      }
      if (typeof name !== 'string' || name === '' || where === 'cookie') continue
      // The path has it already: `?domain_name=` beside `/{domainName}`.
      if (where === 'query' && inPath.has(normalizeBareName(name))) continue
      // The client proves by it who it is.
      if (this.credentials.has(`${where} ${name}`)) continue
      if (where === 'header' && (OWN_HEADER.test(name) || isSecretName(name))) continue
      // Swagger 2 writes the schema into the parameter; OpenAPI 3 may hide it in a media type.
      const { required: _, ...inline } = parameter
      const parameterSchema =
        schema ?? (isObject(content) ? chooseMedia(content)?.media.schema : inline) ?? {}
      const described: JsonObject = {
        ...expandSchema(parameterSchema, this.resolver),
        ...(readText(description) === '' ? {} : { description: readText(description) }),
      }
      if (where === 'header') {
        if (required === true && isSetByClient(described, parameter.example)) continue
        into.headers.push(name)
      }
      setField(into.properties, name, described)
      if (required === true || where === 'path') into.required.add(name)
    }
    return into
  }

  /** Slots of a path that no parameter declares are texts: without them no request could be made. */
  private addUndeclared(path: string, method: string, into: Collected): void {
    for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
      if (Object.hasOwn(into.properties, name) || name === PROTO) continue
      into.properties[name] = { type: 'string' }
      into.required.add(name)
      const why = `"${name}" of the path is not declared, so it is a string`
      this.remarks.push({ name: `${method.toUpperCase()} ${path}`, why })
    }
  }

  private readBody(operation: JsonObject, into: Collected, method: string): void {
    const body = followReferences(operation.requestBody, this.resolver)
    const media = chooseMedia(readObjectAt(body.content))
    if (media !== undefined)
      addBody(into, expandSchema(media.media.schema, this.resolver), body.required !== false, method)
  }

  private readResponse(operation: JsonObject): { output: JsonObject; status: number } {
    const responses = readObjectAt(operation.responses)
    const codes = Object.keys(responses).filter((code) => /^2/.test(code))
    const code = codes.sort()[0] ?? 'default'
    const response = followReferences(responses[code], this.resolver)
    const status = /^2\d\d$/.test(code) ? Number(code) : 200
    const media = this.isSwagger ? response : (chooseMedia(readObjectAt(response.content))?.media ?? {})
    return { output: expandSchema(media.schema, this.resolver), status }
  }

  *iterateOperations(): Generator<Operation, void, undefined> {
    for (const { path, method, place, operation } of this.iteratePlaces()) {
      const shared = listAt(place.parameters)
      const collected = this.readParameters([...shared, ...listAt(operation.parameters)], method)
      this.addUndeclared(path, method, collected)
      this.readBody(operation, collected, method)
      const { output, status } = this.readResponse(operation)
      const { operationId } = operation
      if (Object.hasOwn(collected.properties, PROTO)) {
        this.remarks.push({
          name: `${method.toUpperCase()} ${path}`,
          why: `left out: a parameter is called "${PROTO}"`,
        })
        continue
      }
      const [summary, description] = [readText(operation.summary), readText(operation.description)]
      yield {
        name:
          typeof operationId === 'string' && /[a-z0-9]/i.test(operationId)
            ? operationId
            : `${method}${path.replaceAll(/[{}]/g, '')}`,
        summary,
        description: description || summary,
        input: {
          type: 'object',
          properties: collected.properties,
          ...(collected.required.size > 0 ? { required: [...collected.required] } : {}),
          additionalProperties: false,
        },
        output,
        headers: collected.headers,
        http: {
          method: method.toUpperCase(),
          origin: this.readOrigin(operation, place, this.root),
          path,
          status,
        },
        ...(operation.deprecated === true ? { isDeprecated: true } : {}),
      }
    }
  }
}

/**
 * Makes a toolkit of an OpenAPI 3 or Swagger 2 document.
 *
 * @param document Parsed, with no references to other files
 * @param from Where it came from, for messages
 */
export function importOpenApiToolkit(document: JsonObject, name: string, from: string): Imported {
  const reader = new OperationReader(document)
  const operations = leaveOutTwins([...reader.iterateOperations()], reader.remarks)
  if (operations.length === 0) {
    throw new TracewrightError(`Failed to import ${from}: it has no operations. Name another document.`, {
      at: { file: from },
    })
  }
  const { entities, roleOf } = inferShapeOfPaths(operations)
  const built = buildToolkit(name, { kind: 'openapi', from }, operations, entities, roleOf)
  return { ...built, remarks: [...reader.remarks, ...built.remarks] }
}
