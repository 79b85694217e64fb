import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../../../src/shared/json.ts'
import { respond } from '../../../src/synthetic/simulate/respond.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { World } from '../../../src/tools/world/world.ts'
import { readSharedLines, readSharedText } from '../../support/shared-data.ts'
import written from './acebench-handlers.json' with { type: 'json' }

const object = z.record(z.string(), z.json())
const collection = z.record(z.string(), object)
const records = z.array(object)

const sandboxSchema = z.looseObject({
  tools: z.record(z.string(), z.looseObject({ parameters: object, tool_description: z.string() })),
  state: z.looseObject({
    FoodPlatform: z.looseObject({ users: collection, merchant_list: collection }),
    MessageApi: z.looseObject({ user_list: collection, inbox: collection }),
    ReminderApi: z.looseObject({ reminder_list: collection }),
    Travel: z.looseObject({ users: collection, flights: records, reservations: records }),
  }),
})

const callSchema = z.looseObject({
  tool: z.string(),
  args: object,
  sandbox_fresh: z.looseObject({ kind: z.string(), value: z.json().optional() }).nullable(),
})

const byName = (entries: Readonly<Record<string, JsonObject>>): JsonObject[] =>
  Object.entries(entries).map(([name, record]) => ({ name, ...record }))

/** The state of the sandbox as collections of records; what it looks up in passing is written into the record. */
function convertState({
  FoodPlatform,
  MessageApi,
  ReminderApi,
  Travel,
}: z.infer<typeof sandboxSchema>['state']) {
  const contacts = byName(MessageApi.user_list)
  const nameOf = (id: Json | undefined): Json => contacts.find((one) => one.user_id === id)?.name ?? null
  return {
    food_users: byName(FoodPlatform.users),
    merchants: byName(FoodPlatform.merchant_list),
    reminders: Object.values(ReminderApi.reminder_list),
    contacts,
    messages: Object.entries(MessageApi.inbox).map(([id, record]) => ({
      ...{ id: Number(id), ...record },
      ...{ sender: nameOf(record.sender_id), receiver: nameOf(record.receiver_id) },
    })),
    travellers: byName(Travel.users),
    flights: Travel.flights,
    reservations: Travel.reservations.map((one) => ({
      ...one,
      flight_info: Travel.flights.find(({ flight_no }) => flight_no === one.flight_no) ?? null,
    })),
  }
}

/** The ten tools with our handlers, over the state of the sandbox. */
function buildToolkit(): SyntheticToolkit {
  const { tools, state } = sandboxSchema.parse(JSON.parse(readSharedText('synthtools/acebench-tools.json')))
  return {
    ...{ version: 1, name: 'acebench', known: [], state: convertState(state) },
    tools: Object.entries(written).map(([name, { outputs, ...rest }]) =>
      readPublishedTool({
        ...{ name, parameters: tools[name]?.parameters ?? {}, ...rest },
        outputs: Object.entries(outputs).map(([output, type]) => ({ name: output, type })),
      }),
    ),
  }
}

/** What the sandbox says of a failed call: a status, or a sentence in place of the list that was asked for. */
const isRefused = (value: Json | undefined): boolean =>
  isObject(value) && (value.status === false || value.status === 'error')

/** The data in an answer of the sandbox, without its sentences. */
function readSandboxData(tool: string, value: Json | undefined): Json | undefined {
  if (tool === 'get_flight_details' && typeof value === 'string') return []
  if (!isObject(value)) return value
  const { message: _, ...data } = value
  return (data.reminder ?? data.messages ?? (data.status === true ? true : data)) as Json
}

/** The one thing that a tool gives: its only output, or all of them. */
function readOurData(output: JsonObject): Json | undefined {
  const values = Object.values(output)
  return values.length === 1 ? values[0] : output
}

/** Arrays of the sandbox leave a field out that our records hold as null. */
const dropNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (inner === null ? undefined : inner))

export interface ComparedCall {
  tool: string
  args: JsonObject
  /** Whether both refuse the call, or both give these data. */
  sandbox: unknown
  ours: unknown
}

/** Every call of the ten tools that the sandbox could answer, each in a fresh state. */
export function compareWithSandbox(): ComparedCall[] {
  const toolkit = buildToolkit()
  const calls = readSharedLines('synthtools/acebench-calls.jsonl').map((line) =>
    callSchema.parse(JSON.parse(line)),
  )
  return calls.flatMap(({ tool, args, sandbox_fresh: fresh }) => {
    if (!Object.hasOwn(written, tool) || fresh?.kind !== 'ok') return []
    const { verdict, output } = respond({ tool, args }, toolkit, new World(0))
    const sandbox = isRefused(fresh.value) ? 'refused' : dropNulls(readSandboxData(tool, fresh.value))
    return [
      { tool, args, sandbox, ours: output === null ? 'refused' : dropNulls(readOurData(output)), verdict },
    ]
  })
}
