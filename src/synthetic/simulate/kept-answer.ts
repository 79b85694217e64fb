import { sha256 } from '../../shared/digest.ts'
import { type JsonObject, stableJson } from '../../shared/json.ts'
import type { World } from '../../tools/world/world.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { ModelReply, SyntheticToolkit } from '../toolkit/toolkit.ts'
import { saidArguments } from '../validate/given.ts'
import { wireName } from './effect.ts'
import { stateOf } from './state.ts'

/** A call that a program has checked and cannot answer whole. */
export interface OpenCall {
  readonly tool: ToolSpec
  readonly args: JsonObject
  /** Outputs that follow from records and arguments, and stay. */
  readonly settled: JsonObject
  /** The records before the call. */
  readonly state: JsonObject
  /** Calls before it that changed something which no record shows. */
  readonly writes: readonly { readonly tool: string; readonly args: JsonObject }[]
  readonly seed: number
  /** Of all that the answer may hang on. */
  readonly key: string
}

/**
 * The writes of tools without handlers so far, in an order of their own: what a tool answers hangs on what was changed, not
 * on what was read or on how an agent ordered what is independent, or no attempt could be run again.
 */
export function openWrites({ tools }: SyntheticToolkit, world: World): OpenCall['writes'] {
  const names = new Map(
    tools.flatMap(({ name, handler }) => (handler === undefined ? [[wireName(name), name] as const] : [])),
  )
  return world.journal
    .flatMap(({ tool, arguments: args }) => {
      const name = names.get(tool)
      return name === undefined ? [] : [{ tool: name, args }]
    })
    .toSorted((a, b) => (stableJson(a) < stableJson(b) ? -1 : 1))
}

/** The open call with its key, in a world that is as it was before the call. */
export function openCall(
  { tool, args, settled }: Pick<OpenCall, 'tool' | 'args' | 'settled'>,
  toolkit: SyntheticToolkit,
  world: World,
): OpenCall {
  const state = structuredClone(stateOf(world, toolkit))
  const writes = openWrites(toolkit, world)
  const { seed } = world
  const key = sha256(stableJson([tool, saidArguments(args, tool), seed, state, writes])).slice(0, 24)
  return { tool, args, settled, state, writes, seed, key }
}

/** The toolkit with one more answer, which is from then on given without a model. The toolkit given is left alone. */
export const withAnswer = (
  toolkit: SyntheticToolkit,
  { key, tool, args, seed }: Pick<OpenCall, 'key' | 'tool' | 'args' | 'seed'>,
  reply: ModelReply,
): SyntheticToolkit =>
  toolkit.answers?.some((one) => one.key === key) === true
    ? toolkit
    : { ...toolkit, answers: [...(toolkit.answers ?? []), { key, tool: tool.id, args, seed, ...reply }] }
