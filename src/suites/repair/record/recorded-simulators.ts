import { append } from '@hyperjump/json-pointer'
import { z } from 'zod'
import { parseBodyJson } from '../../../network/routes/upstream.ts'
import type { ErrorStatus } from '../../../schema/tool.ts'
import { ToolError } from '../../../schema/tool-error.ts'
import type { WireReply } from '../../../schema/tools.ts'
import type { CommittedEffect, Store } from '../../../schema/world.ts'
import { isContained } from '../../../shared/group.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { isSecretName } from '../../../shared/redact/secret-name.ts'
import { shortenPath } from '../../../shared/shown-path.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import type { World } from '../../../tools/world/world.ts'
import { RecordedValues } from './recorded-values.ts'
import { type RecordedCall, type RecordedTool, type Recording, readTaskIdOfCall } from './recording.ts'
import { ValueExchange } from './value-exchange.ts'

/** Arguments in a form in which equal ones are equal texts, whether numbers are written as texts or not. */
function freeValues(value: Json, free: ReadonlySet<string>, pointer = ''): Json {
  if (Array.isArray(value)) return value.map((item, i) => freeValues(item, free, append(String(i), pointer)))
  if (!isObject(value)) return typeof value === 'number' ? String(value) : value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const at = append(name, pointer)
      return item === null || free.has(at) || isSecretName(name) ? [] : [[name, freeValues(item, free, at)]]
    }),
  )
}

/** Arguments without those that have the value which their schema says they have by default. */
function removeDefaults(args: JsonObject, { inputSchema }: RecordedTool): JsonObject {
  const properties = readProperties(inputSchema)
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => {
      const property = properties[name]
      return (
        !isObject(property) ||
        property.default === undefined ||
        stringifyStably(property.default) !== stringifyStably(value)
      )
    }),
  )
}

/** How often equal calls were answered in a world, by the id of the first of them. */
const openAnswerStore = (world: World): Store => world.store('recorded answers', () => [])

class RecordedAnswers {
  private readonly recording: Recording
  private readonly byId: ReadonlyMap<string, RecordedCall>
  private readonly seen: RecordedValues
  private readonly tools: ReadonlyMap<string, RecordedTool>

  constructor(recording: Recording) {
    this.recording = recording
    this.byId = new Map(recording.calls.map((call) => [call.id, call]))
    this.seen = new RecordedValues(recording.calls)
    this.tools = new Map(recording.tools.map((tool) => [tool.name, tool]))
  }

  exchangeFor(world: World): ValueExchange {
    return new ValueExchange(world, this.recording.flowed, this.seen)
  }

  /**
   * The recorded calls that equal one, in the order in which they were answered otherwise: a job that is polled is pending
   * before it is done. Of calls that were made after other changes, those after the same, else after the most that were
   * made here too.
   */
  private listEqualCalls(tool: string, args: JsonObject, world: World): RecordedCall[] {
    const exchange = this.exchangeFor(world)
    const given = exchange.exchangeValue(args) as JsonObject
    const toolCalls = this.recording.calls.filter((call) => call.tool === tool)
    const exact = toolCalls.filter(
      (call) => this.buildKey(tool, given) === this.buildKey(tool, call.arguments),
    )
    const equal =
      exact.length > 0
        ? exact
        : toolCalls.filter((call) => this.buildKey(tool, given, call.free) === this.buildCallKey(call))
    const made = this.listMadeKeys(world.journal, exchange)
    const countBefore = (call: RecordedCall): number => call.after?.length ?? 0
    const possible = equal.filter(({ after = [] }) =>
      isContained(
        after.map((id) => this.buildIdKey(id)),
        made,
      ),
    )
    const count =
      possible.length > 0 ? Math.max(...possible.map(countBefore)) : Math.min(...equal.map(countBefore))
    const then = (possible.length > 0 ? possible : equal).filter((call) => countBefore(call) === count)
    const [first] = then
    return then.filter((call, i) => {
      // Another task saw the API from its start.
      if (first === undefined || readTaskIdOfCall(call) !== readTaskIdOfCall(first)) return false
      const last = then[i - 1]
      return last === undefined || last.status !== call.status || last.body !== call.body
    })
  }

  /**
   * The recorded call that answers one in a world: equal calls go on to their next answer, and the last one stays.
   *
   * @param isMade Whether the call is made, so that the next equal one gets the next answer
   */
  find(tool: string, args: JsonObject, world: World, isMade = false): RecordedCall | undefined {
    const equal = this.listEqualCalls(tool, args, world)
    const [first] = equal
    if (first === undefined || equal.length === 1) return first
    const answered = Number(openAnswerStore(world).get(first.id) ?? 0)
    if (isMade) openAnswerStore(world).set(first.id, answered + 1)
    return equal[Math.min(answered, equal.length - 1)]
  }

  /** Equal texts for calls that ask for the same. */
  private buildKey(name: string, args: JsonObject, free: readonly string[] = []): string {
    const tool = this.tools.get(name)
    const given = tool === undefined ? args : removeDefaults(args, tool)
    return `${name} ${stringifyStably(freeValues(given, new Set(free)))}`
  }

  private buildCallKey({ tool, arguments: args, free }: RecordedCall): string {
    return this.buildKey(tool, args, free)
  }

  private buildIdKey(id: string): string {
    const call = this.byId.get(id)
    return call === undefined ? id : this.buildCallKey(call)
  }

  private listMadeKeys(journal: readonly CommittedEffect[], exchange: ValueExchange): string[] {
    return journal.map(({ tool, arguments: args }) => {
      const given = exchange.exchangeValue(args) as JsonObject
      const same = this.recording.calls.find(
        (call) => call.tool === tool && this.buildKey(tool, given, call.free) === this.buildCallKey(call),
      )
      return same === undefined ? this.buildKey(tool, given) : this.buildCallKey(same)
    })
  }
}

const STATUSES: readonly number[] = [400, 404, 409, 422, 429] satisfies ErrorStatus[]

const chooseErrorStatus = (status: number): ErrorStatus => {
  if (STATUSES.includes(status)) return status as ErrorStatus
  return status < 500 ? 422 : 500
}

const readMessage = (body: string): string => {
  const value = parseBodyJson(body)
  const { error, message } = isObject(value) ? value : {}
  const told = isObject(error) ? error.message : (error ?? message)
  return typeof told === 'string' ? told : body
}

function createSimulator(tool: RecordedTool, answers: RecordedAnswers, file?: string): Simulator {
  const { name, effect, description, inputSchema, outputSchema } = tool
  return {
    name,
    category: 'external_services',
    effect,
    capability: name,
    description,
    inputSchema,
    outputSchema,
    input: z.looseObject({}),
    output: z.json(),
    checks: 'own',
    run(args, world) {
      const call = answers.find(name, args, world, true)
      if (call === undefined)
        // What the API would have done is not known: a change that nobody recorded is not a harmless one.
        throw new ToolError(
          404,
          `this call of ${name} ${file === undefined ? 'was not recorded' : `is not in ${shortenPath(file)}`}: ${JSON.stringify(args)}`,
          undefined,
          {
            committed: true,
          },
        )
      if (call.status >= 400) throw new ToolError(chooseErrorStatus(call.status), readMessage(call.body))
      return answers.exchangeFor(world).exchangeValue(parseBodyJson(call.body))
    },
    wire(args, world): WireReply | undefined {
      const call = answers.find(name, args, world)
      if (call === undefined || call.type === undefined) return undefined
      const { status, type, body } = call
      return { status, type, body: answers.exchangeFor(world).exchangeText(body) }
    },
  }
}

/** Several recordings as one: a tool of several answers from all of them. */
function mergeRecordings(recordings: readonly Recording[]): Recording {
  const tools = new Map<string, RecordedTool>()
  for (const tool of recordings.flatMap((one) => one.tools)) {
    const before = tools.get(tool.name)
    const properties = { ...readProperties(before?.inputSchema), ...readProperties(tool.inputSchema) }
    tools.set(tool.name, { ...tool, inputSchema: { ...tool.inputSchema, properties } })
  }
  return {
    version: 1,
    tools: [...tools.values()],
    calls: recordings.flatMap(({ calls }) => calls),
    flowed: [...new Set(recordings.flatMap(({ flowed }) => flowed))],
  }
}

const readProperties = (schema: JsonObject | undefined): JsonObject =>
  isObject(schema?.properties) ? schema.properties : {}

/**
 * The tools of recordings as simulators. World 0 answers as the API did; others have other values where values flow.
 * A call that was not recorded is refused with 404.
 *
 * @param files Of the recordings, in their order, as such a refusal names them
 */
export function createRecordedSimulators(
  recordings: readonly Recording[],
  files: readonly string[] = [],
): Simulator[] {
  const recording = mergeRecordings(recordings)
  const answers = new RecordedAnswers(recording)
  return recording.tools.map((tool) => {
    const at = recordings.findIndex(({ tools }) => tools.some(({ name }) => name === tool.name))
    return createSimulator(tool, answers, files[at])
  })
}
