import type { TestProjectInlineConfiguration } from 'vitest/config'
import { PROVIDERS, readModelName } from '../models/named-model.ts'
import type { TracewrightOptions } from '../run/options.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import type { JsonObject } from '../shared/json.ts'
import { MODEL_AGENT, resolveBuiltModule } from './built-modules.ts'
import { holdExitCode } from './exit-code.ts'
import { tracewright } from './plugin.ts'

/** How one provider's models are asked. */
export interface ProviderOptions {
  /** Requests in flight at once, over all its models. Default no limit. */
  concurrency?: number
  /** Requests in a minute, over all its models. Default no limit. */
  perMinute?: number
  /** How often a request is made anew that could not be answered. @defaultValue `5` */
  retries?: number
  /** Options for the provider's class in LangChain, such as `{ temperature: 0 }`. */
  options?: JsonObject
}

/** Options of the plugin, and settings of each provider. */
export interface ModelProjectOptions extends TracewrightOptions {
  /** Settings by the name of the provider. */
  providers?: Readonly<Record<string, ProviderOptions>>
}

const createProjectsError = (cause: string, advice: string): TracewrightError =>
  new TracewrightError(`Failed to make projects of models: ${cause}. ${advice}.`)

function readProviders(models: readonly string[]): Map<string, string> {
  if (models.length === 0)
    throw createProjectsError('no model was named', 'Name one, such as "ollama:llama3.2"')
  const providers = new Map<string, string>()
  for (const text of models) {
    const name = readModelName(text)
    if (name === undefined) throw createProjectsError(`"${text}" is not a model`, 'Write provider:name')
    if (providers.has(text)) throw createProjectsError(`"${text}" is named twice`, 'Name each model once')
    providers.set(text, name.provider)
  }
  return providers
}

function shareLimits(
  { concurrency, perMinute, ...rest }: ProviderOptions,
  models: number,
  provider: string,
): ProviderOptions {
  if (concurrency !== undefined && concurrency < models)
    throw createProjectsError(
      `${provider} allows ${concurrency} concurrent requests, fewer than its ${models} models`,
      'Raise `concurrency`, or run two matrices',
    )
  return {
    ...rest,
    ...(concurrency !== undefined && { concurrency: Math.floor(concurrency / models) }),
    ...(perMinute !== undefined && { perMinute: perMinute / models }),
  }
}

/** Loads each model once, without a request, so that all that is missing is said at once and before any case runs. */
async function checkModels(
  models: readonly string[],
  providers: Map<string, string>,
  options: ModelProjectOptions,
) {
  const { loadNamedModel } = await import('../models/named-model.ts')
  const problems: string[] = []
  for (const text of models) {
    const providerOptions = options.providers?.[providers.get(text) ?? '']?.options
    await loadNamedModel(text, providerOptions).catch((error: unknown) =>
      problems.push(describeThrown(error)),
    )
  }
  if (problems.length > 0) throw new TracewrightError([...new Set(problems)].join('\n'))
}

/**
 * One Vitest project for each model, named after it, for `test.projects`: the same suites, the same agent, another model.
 * Without `agent` the agent is the model and its tools (`fromModel`); an agent of your own reads the variable
 * `TRACEWRIGHT_MODEL`, or is made with `fromModel`. The providers' hosts may be reached.
 *
 * @throws TracewrightError that names every package and key that is missing
 *
 * @example
 * export default defineConfig({
 *   test: { projects: await modelProjects(['openai:gpt-5-mini', 'ollama:llama3.2']) },
 * })
 */
export async function modelProjects(
  models: readonly string[],
  options: ModelProjectOptions = {},
): Promise<TestProjectInlineConfiguration[]> {
  try {
    const providers = readProviders(models)
    const unknownProvider = Object.keys(options.providers ?? {}).find(
      (name) => ![...providers.values()].includes(name),
    )
    if (unknownProvider !== undefined)
      throw createProjectsError(
        `no model of the provider "${unknownProvider}" is configured`,
        'Correct the option `providers`',
      )
    await checkModels(models, providers, options)
    return models.map((model) => createModelProject(model, providers, options))
  } catch (error) {
    // Vitest prints why and would exit with 1, as for a failed test.
    holdExitCode(2)
    throw error
  }
}

function createModelProject(
  model: string,
  providers: ReadonlyMap<string, string>,
  { providers: settings = {}, ...options }: ModelProjectOptions,
): TestProjectInlineConfiguration {
  const provider = providers.get(model) ?? ''
  const models = [...providers.values()].filter((one) => one === provider).length
  const providerOptions = shareLimits(settings[provider] ?? {}, models, provider)
  const host = PROVIDERS[provider]?.host
  const isLimited = providerOptions.concurrency !== undefined || providerOptions.perMinute !== undefined
  return {
    extends: true,
    plugins: [
      tracewright({
        agent: resolveBuiltModule(MODEL_AGENT),
        ...options,
        allow: [...(options.allow ?? []), ...(host === undefined ? [] : [host])],
      }),
    ],
    test: {
      name: model,
      env: { TRACEWRIGHT_MODEL: model, TRACEWRIGHT_MODEL_PROVIDER: JSON.stringify(providerOptions) },
      // A limit is kept within one process.
      ...(isLimited ? { fileParallelism: false } : {}),
    },
  }
}
