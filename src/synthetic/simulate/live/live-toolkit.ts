import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { FileCache } from '../../../models/file-cache.ts'
import { type LimitOptions, Limits } from '../../../models/limits.ts'
import { namedModel } from '../../../models/named-model.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { type LiveSimulation, liveSimulation } from './live-simulation.ts'

/** The model that answers for tools, and the file that keeps its answers. */
export interface LiveModel extends LimitOptions {
  /** A LangChain chat model, or the name of one as `provider:name`. */
  model: BaseChatModel | string
  /** File of answers, JSON Lines; what is in it is not asked for again, so that a run replays. */
  cache: string
  /** How often an answer is asked for until it fits. Default 3. */
  attempts?: number
}

/** One simulation a toolkit and file: two would each ask, and write into the same file. */
const simulations = new WeakMap<SyntheticToolkit, Map<string, Promise<LiveSimulation>>>()

/** The tools of a toolkit with a model that answers for them; the same for the same toolkit and file of answers. */
export function liveToolkit(toolkit: SyntheticToolkit, options: LiveModel): Promise<LiveSimulation> {
  const own = simulations.get(toolkit) ?? new Map<string, Promise<LiveSimulation>>()
  simulations.set(toolkit, own)
  const known = own.get(options.cache)
  if (known !== undefined) return known
  const { model, cache, attempts, ...limits } = options
  const made = (async () =>
    liveSimulation(toolkit, {
      model: typeof model === 'string' ? await namedModel(model) : model,
      cache: new FileCache(cache),
      limits: new Limits(limits),
      ...(attempts === undefined ? {} : { attempts }),
    }))()
  own.set(options.cache, made)
  return made
}
